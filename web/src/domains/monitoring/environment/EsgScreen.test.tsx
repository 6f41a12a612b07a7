import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { esg, esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { patterns } from "../../../app/paths.ts";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import { esgAnswer, factorsAnswer } from "./testing/esg-fakes.ts";
import { EsgButton } from "./EsgButton.tsx";
import EsgScreen from "./EsgScreen.tsx";

freshBrowser();

type Serving = (received: ReceivedRequest) => Response | Promise<Response>;

async function opened(address: string, serve: Serving = () => answer(esg, esgAnswer(1234.5))) {
  signedInAs("token");
  const received = fakeServer({
    [getAppConfig.path]: () => Response.json({}),
    [esg.path]: serve,
    [esgFactors.path]: () => answer(esgFactors, factorsAnswer),
    [projectInfoOnly.path]: () => fakeProjectInfo(),
  });
  const router = await renderAt(address, {
    [patterns.esgOfAll]: <EsgScreen />,
    [patterns.esg]: <EsgScreen />,
    "/button": <EsgButton uid={null} />,
  });
  const asked = () => received.filter(({ path }) => path === esg.path).map(({ query }) => query.toString());
  return { router, asked, user: userEvent.setup() };
}

const tiles = (label: string) =>
  within(screen.getByRole("list", { name: label }))
    .getAllByRole("listitem")
    .map((tile) => [
      within(tile).getByRole("heading", { level: 3 }).textContent,
      tile.querySelector("[data-figure] :not([aria-hidden])")?.textContent,
    ]);
const shownTiles = async (label: string) => {
  await screen.findByText("CO2 avoided");
  await waitFor(() => expect(document.querySelector("[data-figure] :not([aria-hidden])")).not.toBeNull());
  return tiles(label);
};

test("nature shows forest, land waste, coal and trees, each with two decimals", async () => {
  await opened("/esg");
  expect(await shownTiles("Nature")).toEqual([
    ["Forest for one year", "1,234.50"],
    ["Land waste", "1,234.50"],
    ["Coal burned", "1,234.50"],
    ["Trees", "1,234.50"],
  ]);
  expect(screen.getByText("Seedlings grown for 10 years, a CO2 reduction of 1,234.50 t")).toBeTruthy();
  expect(screen.getByText("Provisional emission factor for 2026")).toBeTruthy();
});

test("urban shows eight tiles, power plants with four decimals; the toggle scrolls to the top and is in the address", async () => {
  const scrolled = vi.fn<(to: ScrollToOptions) => void>();
  const { router, user } = await opened("/esg", () => answer(esg, esgAnswer(0.00173)));
  vi.stubGlobal("scrollTo", scrolled);
  await shownTiles("Nature");
  await user.click(screen.getByText("Urban"));
  expect(tiles("Urban")).toEqual([
    ["Car distance, diesel", "0.00"],
    ["Car distance, gas", "0.00"],
    ["Bike distance", "0.00"],
    ["Gas cars", "0.00"],
    ["Motorbikes", "0.00"],
    ["Diesel cars", "0.00"],
    ["Coal-fired power plants", "0.0017"],
    ["Natural-gas power plants", "0.0017"],
  ]);
  expect(router.state.location.search).toBe("?side=urban");
  expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  expect(screen.queryByText("Phones charged")).toBeNull();
});

test.each([
  ["/esg", true],
  ["/esg?period=month", true],
  ["/esg?period=year&at=2026", true],
  ["/esg?period=year&at=2025", false],
])("whether today counts is said where the period holds it: %s", async (address, said) => {
  await opened(address);
  await shownTiles("Nature");
  expect(screen.queryByText("By each plant’s own calendar. Today counts up to now.") !== null).toBe(said);
});

test("the CO2 of a small plant keeps the digits that it has", async () => {
  await opened("/esg", () => answer(esg, esgAnswer(0.0123)));
  await shownTiles("Nature");
  const total = screen.getByText("CO2 avoided").parentElement;
  expect(total?.querySelector("[data-figure] :not([aria-hidden])")?.textContent).toBe("0.012");
});

/** What the first tile shows to the eye. */
const shown = () => Number(document.querySelector("li [data-figure] [aria-hidden]")?.textContent);

test("a number counts up to its value", async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  const frameAt = (ms: number) => {
    for (const run of frames.splice(0)) run(ms);
  };
  await opened("/esg", () => answer(esg, esgAnswer(100)));
  await shownTiles("Nature");
  frameAt(0);
  expect(shown()).toBe(0);
  frameAt(600);
  await waitFor(() => expect(shown()).toBeGreaterThan(50));
  expect(shown()).toBeLessThan(100);
  frameAt(1200);
  await waitFor(() => expect(shown()).toBe(100));
});

test("who asked for less motion sees the number at once", async () => {
  const { matchMedia } = globalThis;
  vi.stubGlobal("matchMedia", (query: string) =>
    query.includes("reduced-motion")
      ? Object.assign(matchMedia(query), { matches: true })
      : matchMedia(query),
  );
  const frames = vi.fn<typeof requestAnimationFrame>();
  await opened("/esg", () => {
    vi.stubGlobal("requestAnimationFrame", frames);
    return answer(esg, esgAnswer(100));
  });
  await shownTiles("Nature");
  expect(document.querySelector("li [data-figure] [aria-hidden]")?.textContent).toBe("100.00");
  expect(frames).not.toHaveBeenCalled();
});

test("what is not known is –, never 0, and has no source", async () => {
  await opened("/esg", () => answer(esg, esgAnswer(null)));
  expect(new Set((await shownTiles("Nature")).map(([, value]) => value))).toEqual(new Set(["–"]));
  expect(screen.getByText("No production is known in this period")).toBeTruthy();
  expect(screen.queryByText("Meter")).toBeNull();
});

test("each tile says by what it was measured: of many projects by how many meters and inverters", async () => {
  const projects = { metter: 3, inverter: 2, heater: 0, unknown: 1 };
  await opened("/esg", () => answer(esg, esgAnswer(1, { projects })));
  await shownTiles("Nature");
  // The total and four tiles.
  expect(screen.getAllByText("Meter 3 · Inverter 2")).toHaveLength(5);
  expect(screen.getByText("Projects without data in this period: 1")).toBeTruthy();
});

test("what water heaters saved is named beside the production, and has its column in the sum", async () => {
  const energy_saving = { value: 40, unit: "kWh" as const };
  const [year] = esgAnswer(5).years;
  if (year === undefined) throw new Error("the answer has a year");
  await opened("/esg", () =>
    answer(
      esg,
      esgAnswer(5, {
        projects: { metter: 1, inverter: 0, heater: 2, unknown: 0 },
        energy_saving,
        years: [{ ...year, energy_saving }],
      }),
    ),
  );
  await shownTiles("Nature");
  expect(screen.getByText(/From 5 kWh of solar energy · .*40 kWh saved by water heaters/)).toBeTruthy();
  expect(screen.getAllByText("Meter 1 · Water heater 2")).toHaveLength(5);
  await userEvent.setup().click(screen.getByRole("button", { name: "Factors and sources" }));
  const sum = await screen.findByRole("region", { name: "How this CO2 was computed" });
  expect(within(sum).getByRole("columnheader", { name: "Saved by water heaters (kWh)" })).toBeTruthy();
  expect(within(sum).getAllByRole("cell", { name: "40" })).toHaveLength(2);
});

test("year and month are asked for by the address, and stepped within what is known", async () => {
  const { router, asked, user } = await opened("/esg?period=year&at=2025", ({ query }) =>
    answer(esg, esgAnswer(1, { at: query.get("at") ?? "2026" })),
  );
  await shownTiles("Nature");
  expect(asked()).toEqual(["period=year&at=2025"]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Earlier" }).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(router.state.location.search).toBe("?period=year"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Later" }).disabled).toBe(true);
  await user.click(screen.getByRole("radio", { name: "Month" }));
  await user.click(screen.getByRole("button", { name: "Earlier" }));
  expect(router.state.location.search).toBe("?period=month&at=2026-10");
});

test("an address that makes no sense shows the lifetime, and today's year for a year that is none", async () => {
  const { asked } = await opened("/esg?period=decade&at=2020&side=moon");
  await shownTiles("Nature");
  expect(asked()).toEqual(["period=lifetime"]);
});

test("the page of one project asks for it and names it", async () => {
  const { asked } = await opened(`/esg/${PROJECT_UID}`);
  await shownTiles("Nature");
  expect(asked()).toEqual([`project_uid=${PROJECT_UID}&period=lifetime`]);
  expect(await screen.findByRole("heading", { level: 1, name: "Environmental impact" })).toBeTruthy();
});

test("a failed load offers to try again, and heading and period stay", async () => {
  let fails = true;
  const { user } = await opened("/esg", () =>
    fails ? refusal(500, "Internal error") : answer(esg, esgAnswer(7)),
  );
  await screen.findByRole("alert");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Environmental impact");
  fails = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect((await shownTiles("Nature"))[0]).toEqual(["Forest for one year", "7.00"]);
});

test("factors and sources tell each year's sum, the grid's factors by year, and each tile's", async () => {
  const { user } = await opened("/esg");
  await shownTiles("Nature");
  await user.click(screen.getByRole("button", { name: "Factors and sources" }));
  const drawer = within(await screen.findByRole("dialog", {}, { timeout: 10_000 }));
  expect(await drawer.findByRole("row", { name: "2022 0.6766 A department letter 327" })).toBeTruthy();
  expect(drawer.getByRole("row", { name: "2023 0.6592 A department 2023 (provisional)" })).toBeTruthy();
  expect(
    drawer.getByRole("row", { name: /^2026 .*0\.6592 \(factor of 2023, provisional\) 1,234\.50$/ }),
  ).toBeTruthy();
  expect(
    drawer.getByRole("row", { name: /^Trees 60\.00 trees An agency: urban tree seedling 2024$/ }),
  ).toBeTruthy();
});

test("the sum's table has what was produced before the first readings, so that its rows make the sum", async () => {
  const whole = esgAnswer(1234.5);
  const { user } = await opened("/esg", () =>
    answer(esg, {
      ...whole,
      opening: {
        production: { value: 5000, unit: "kWh" },
        co2_reduction: { value: 3.25, unit: "t" },
        undated_projects: 0,
        partly_known_projects: 0,
      },
    }),
  );
  await shownTiles("Nature");
  await user.click(screen.getByRole("button", { name: "Factors and sources" }));
  const drawer = within(await screen.findByRole("dialog", {}, { timeout: 10_000 }));
  expect(await drawer.findByRole("row", { name: "Before the first readings 5,000 – 3.25" })).toBeTruthy();
});

test("the modal has phones, wind turbines and litres of diesel beside the tiles of the side, and leads to the page", async () => {
  const { user } = await opened("/button");
  await user.click(screen.getByRole("button", { name: "CO2: see the environmental impact" }));
  const modal = within(await screen.findByRole("dialog", {}, { timeout: 10_000 }));
  expect(await modal.findByText("Forest for one year")).toBeTruthy();
  await waitFor(() => expect(document.querySelector("[data-figure] :not([aria-hidden])")).not.toBeNull());
  expect(tiles("In everyday terms")).toEqual([
    ["Phones charged", "1,234.50"],
    ["Wind turbines", "1,234.50"],
    ["CO2 per liter of diesel", "1,234.50"],
  ]);
  expect(modal.getByRole("link", { name: "Open the full page" }).getAttribute("href")).toBe("/esg");
});
