// What the life of a serial range says of its days.
import { readRangeHistory } from "@heliograph/contract/registry/inventory/inventory";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { RangeDrawer } from "./RangeDrawer.tsx";

freshBrowser();

const CODE = "IREC-VN-D000123-202608-0001";

/** The life of a range, as the server tells it. */
async function lifeOf(told: Partial<Answer<typeof readRangeHistory>>) {
  signedInAs("good");
  fakeServer({
    "rehash/inventory/history": () =>
      answer(readRangeHistory, {
        code: CODE,
        of: 100,
        month: "2026-08",
        from_day: "2026-08-01",
        to_day: "2026-08-31",
        days: null,
        device: "D000123",
        english_name: "Rice Mill Rooftop",
        source_reference: null,
        source_record: null,
        project_uid: null,
        segments: [{ first: 93, until: 101, state: "available" }],
        events: [],
        restated: [],
        ...told,
      }),
  });
  const range = { code: CODE, first: 93, until: 101 };
  await renderAt("/", {
    "/": <RangeDrawer account={BUSINESS_ACCOUNT} range={range} close={() => undefined} />,
  });
  return within(await screen.findByRole("dialog", { name: "History of a serial range" }));
}

test("whoever bought certificates reads which days of their batch were restated, and that theirs stay", async () => {
  const drawer = await lifeOf({
    restated: [{ day: "2026-08-03", at: "2026-11-20T02:00:00.000Z", was_wh: 3_020_000, wh: 820_000 }],
  });
  expect(await drawer.findByText("2026-08-03: 3.020 → 0.820 MWh")).toBeTruthy();
  expect(drawer.getByText("Your certificates stay as they are.")).toBeTruthy();
});

test("R30: the life of a range lists the Wh of each of its days, those carried in too, each leading a member of the plant to its readings", async () => {
  const days = [
    { day: "2026-07-31", wh: 412_500, carried: true },
    { day: "2026-08-01", wh: 7_587_500, carried: false },
  ];
  const drawer = await lifeOf({ days, project_uid: "5f2c1f6e-52ab-4d55-8a39-0d4a4c1b2f10" });
  const list = within(await drawer.findByRole("region", { name: "2 days of production, 8 MWh" }));
  expect(list.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "2026-07-31carried in412.500 kWh",
    "2026-08-017,587.500 kWh",
  ]);
  expect(list.getByRole("link", { name: "2026-07-31" }).getAttribute("href")).toContain("day=2026-07-31");
});

test("R30: who is no member of the plant is led nowhere by its days", async () => {
  const drawer = await lifeOf({ days: [{ day: "2026-08-01", wh: 8_000_000, carried: false }] });
  const list = within(await drawer.findByRole("region", { name: "1 day of production, 8 MWh" }));
  expect(list.queryByRole("link")).toBeNull();
});
