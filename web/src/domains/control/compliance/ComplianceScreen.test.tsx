import { makeNzeProof, nzeCompliance, nzeProofs } from "@heliograph/contract/control/compliance";
import { drillNze } from "@heliograph/contract/control/zero-export";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answer, freshBrowser, refusal, screenOf } from "../../../testing/test-kit.tsx";
import { BROKEN, nzeDay, openCompliance, madeProof } from "../testing/compliance-fakes.tsx";

freshBrowser();

const verdict = (name: RegExp) => screen.findByRole("button", { name });

test("the strip says days kept, largest export, longest violation, response, exported and given up in kWh and VND", async () => {
  await openCompliance();
  const strip = (await screen.findByText("Days kept")).closest("dl");
  for (const words of [
    "1of 22026-11-12 not",
    "14.2kW11-12 11:42:10",
    "74sallowed 60 s",
    "6smedian, 95 % within 19 s",
    "1.9kWhviolations: 31",
    "1,284.3kWh2,440,170 VND",
  ]) {
    expect(strip?.textContent).toContain(words);
  }
});

test("each day has its verdict in words: kept, not kept with both times, no proof apart, off not counted", async () => {
  await openCompliance({
    days: [
      nzeDay(),
      BROKEN,
      nzeDay({ day: "2026-11-13", verdict: "no_proof", seen_s: 20_000 }),
      nzeDay({ day: "2026-11-14", verdict: "off" }),
    ],
  });
  await verdict(/^2026-11-11, Kept, drill passed$/);
  await verdict(/^2026-11-12, Not kept: 74 s, allowed 60 s$/);
  await verdict(/^2026-11-13, No proof: the meter covers 50 % of the daylight$/);
  await verdict(/^2026-11-14, Off, not counted$/);
  await verdict(/^2026-11-15, not judged$/);
});

test("the day axis is one stop: arrows move, Enter opens the day, and the address says so", async () => {
  await openCompliance();
  const broken = await verdict(/^2026-11-12/);
  // The last day that was not kept is the one that is shown.
  expect(broken.getAttribute("aria-pressed")).toBe("true");
  const stops = screen
    .getAllByRole("button")
    .filter((one) => one.dataset["day"] !== undefined && one.tabIndex === 0);
  expect(stops).toEqual([broken]);
  broken.focus();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await screen.findByRole("heading", { name: "2026-11-11" });
  expect((await verdict(/^2026-11-11/)).getAttribute("aria-pressed")).toBe("true");
});

test("what came after a day that was not kept is said: days since and their longest violation", async () => {
  await openCompliance();
  expect(await screen.findByText("Days judged since: 8, longest violation 22 s.")).toBeTruthy();
});

test("drills say passed with the time, skipped with the light, failed with why", async () => {
  await openCompliance({
    drills: [
      {},
      { result: "skipped", reason: "low_irradiance", irradiance_w_m2: 140, to_limit_s: null },
      { result: "failed", reason: "too_slow", to_limit_s: 7 },
    ],
  });
  const table = await screen.findByRole("table", { name: "Fail-safe drills" });
  await within(table).findByText("Passed, 3.8 s");
  expect(within(table).getByText("Skipped, 140 W/m²")).toBeTruthy();
  expect(within(table).getByText(/7.0 s, allowed 5 s/)).toBeTruthy();
});

test("'Drill now' asks with its words before it is sent", async () => {
  const { to } = await openCompliance();
  await userEvent.click(await screen.findByRole("button", { name: "Drill now" }));
  expect(
    await screen.findByText("Drill now: the meter is left out for 10 s, production goes to 0 kW"),
  ).toBeTruthy();
  expect(to(drillNze.path)).toEqual([]);
});

test("without a proof one is asked for in the language of the page, and the card says how far it has come", async () => {
  let asked = false;
  const waiting = madeProof({ state: "writing", made_at: null, is_valid: null, pdf: null, csv: null });
  const { to } = await openCompliance({
    routes: {
      [nzeProofs.path]: (request) => {
        if (request.method === "POST") {
          asked = true;
          return answer(makeNzeProof, { message: "The proof is being made", proof: waiting });
        }
        return answer(nzeProofs, { items: asked ? [waiting] : [], fingerprint: "ab".repeat(32) });
      },
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Make the signed PDF" }));
  expect(await screen.findByRole("progressbar", { name: "Writing the document" })).toBeTruthy();
  expect(to(makeNzeProof.path).find(({ method }) => method === "POST")?.body).toMatchObject({
    month: "2026-11",
    lang: "en",
  });
  expect(screen.queryByRole("button", { name: "Signed PDF" })).toBeNull();
});

test("a proof that holds has its PDF and its CSV, and is not made anew", async () => {
  await openCompliance({ proofs: [madeProof()] });
  expect(await screen.findByText("Signature valid.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Signed PDF" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "CSV" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Make it anew" })).toBeNull();
});

test("a proof whose signature is not valid has a red note and no download", async () => {
  await openCompliance({ proofs: [madeProof({ is_valid: false })] });
  expect((await screen.findByRole("alert")).textContent).toContain("Signature not valid");
  expect(screen.queryByRole("button", { name: "Signed PDF" })).toBeNull();
  expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
  expect(screen.getByRole("button", { name: "Make it anew" })).toBeTruthy();
});

test("a proof that could not be made says so, and can be asked for again", async () => {
  await openCompliance({ proofs: [madeProof({ state: "failed", is_valid: null, pdf: null, csv: null })] });
  expect((await screen.findByRole("alert")).textContent).toContain("The proof could not be made.");
  expect(screen.getByRole("button", { name: "Make it anew" })).toBeTruthy();
});

test("a proof of days that have changed is still given, says so, and can be made anew", async () => {
  await openCompliance({ proofs: [madeProof({ is_current: false })] });
  expect(await screen.findByText("Days, drills or rules have changed since it was made.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Signed PDF" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Make it anew" })).toBeTruthy();
});

test("who may only look has the downloads, and no drill, no switch and no rule", async () => {
  await openCompliance({ role: "read_only", proofs: [madeProof()] });
  expect(await screen.findByRole("button", { name: "Signed PDF" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Drill now" })).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.queryByRole("button", { name: "Rule and limits" })).toBeNull();
});

test("a month without judged days has nothing to prove", async () => {
  await openCompliance({ days: [] });
  expect(
    await screen.findByText("There is nothing to prove yet: no day of this month was judged."),
  ).toBeTruthy();
  expect(screen.getByText("No day of this month was judged yet.")).toBeTruthy();
});

test("a month that cannot be loaded says so and is asked for again", async () => {
  const { to } = await openCompliance({
    routes: {
      [nzeCompliance.path]: () => refusal(503, "The database does not answer"),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(to(nzeCompliance.path).length).toBeGreaterThan(1));
});

test("without a project the page leads to Control", async () => {
  await openCompliance({ search: "" });
  expect(await screen.findByText("Choose a plant")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Control" }).length).toBeGreaterThan(0);
});

test("on a phone the verdicts are a calendar and the lanes come one at a time", async () => {
  screenOf(390);
  await openCompliance();
  const choice = await screen.findByRole("radiogroup", { name: "Lane" });
  await userEvent.click(within(choice).getByRole("radio", { name: "Given up" }));
  const broken = await verdict(/^2026-11-12/);
  broken.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.getAttribute("data-day")).toBe("2026-11-19");
});
