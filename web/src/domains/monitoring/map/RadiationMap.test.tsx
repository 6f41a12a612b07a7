import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import { dashboardAnswer, listServer } from "../portfolio/testing/list-fakes.ts";
import { mapAnswer, radiationAnswer } from "./testing/map-fakes.ts";
import { ListMap } from "./ListMap.tsx";

freshBrowser();

type Replies = Parameters<typeof listServer>[0];

async function open(
  replies: Replies,
  address = "/map",
  keyword = "",
): Promise<{ asked: ReceivedRequest[]; search: () => string }> {
  signedInAs("t1");
  const asked = listServer({ "project/project-list-dashboard": () => dashboardAnswer(), ...replies });
  const router = await renderAt(address, { "/map": <ListMap keyword={keyword} status="normal" /> });
  return { asked, search: () => router.state.location.search };
}
const legend = () => screen.findByRole("group", { name: "Radiation, W/m²" });
const of = (asked: ReceivedRequest[], path: string) => asked.filter((one) => one.path === path);

test("a band that no project lies in says so with its range, and the address keeps what is off", async () => {
  const { asked, search } = await open({
    "project/map-data": () => mapAnswer([50, 820]),
    "project/map-radiation": () => radiationAnswer([50, 820]),
  });
  const group = within(await legend());
  const band = group.getByRole("button", { name: "200–299" });
  // Values are asked for once the places are there.
  await waitFor(() => expect(of(asked, "project/map-radiation")).toHaveLength(1));
  expect(band.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(band);
  expect(await screen.findByText("No data found in range 200–299 W/m²")).toBeTruthy();
  await waitFor(() => expect(search()).toBe("?off=2"));
  expect(group.getByRole("button", { name: "200–299" }).getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(group.getByRole("button", { name: "400+" }));
  await waitFor(() => expect(search()).toBe("?off=2%2C4"));
  expect(screen.queryByText(/400\+ W/)).toBeNull();
});

test("a map without a single radiation says 'No data found', and so does one whose bands are all off", async () => {
  const silent = {
    "project/map-data": () => mapAnswer([null, null]),
    "project/map-radiation": () => radiationAnswer([null, null]),
  };
  await open(silent);
  expect(await screen.findByText("No data found")).toBeTruthy();
});

test("with the bands of all projects off nothing is found", async () => {
  const replies = {
    "project/map-data": () => mapAnswer([50]),
    "project/map-radiation": () => radiationAnswer([50]),
  };
  await open(replies, "/map?off=0");
  expect(await screen.findByText("No data found")).toBeTruthy();
});

test("the map asks by the words and status of the list, and for places again once they are others", async () => {
  let version = "0".repeat(32);
  const { asked } = await open(
    {
      "project/map-data": () => {
        const told = mapAnswer([50], version);
        version = "f".repeat(32);
        return told;
      },
      "project/map-radiation": () => radiationAnswer([60], "f".repeat(32)),
    },
    "/map",
    "nam",
  );
  await waitFor(() => expect(of(asked, "project/map-data")).toHaveLength(2));
  expect(
    of(asked, "project/map-data").map(({ query }) => [query.get("keyword"), query.get("status")]),
  ).toEqual([
    ["nam", "normal"],
    ["nam", "normal"],
  ]);
});

test("a map that cannot be loaded says so and may be tried again", async () => {
  let failing = true;
  await open({
    "project/map-data": () => (failing ? refusal(400, "No") : mapAnswer([50])),
    "project/map-radiation": () => radiationAnswer([50]),
  });
  expect(await screen.findByText("The map could not be loaded")).toBeTruthy();
  failing = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await legend()).toBeTruthy();
});
