// What the life of a serial range says of days that were restated since.
import { readRangeHistory } from "@heliograph/contract/registry/inventory/inventory";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT } from "../../../testing/registry-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { RangeDrawer } from "./RangeDrawer.tsx";

freshBrowser();

const CODE = "IREC-VN-D000123-202608-0001";

test("whoever bought certificates reads which days of their batch were restated, and that theirs stay", async () => {
  signedInAs("good");
  fakeServer({
    "rehash/inventory/history": () =>
      answer(readRangeHistory, {
        code: CODE,
        of: 100,
        month: "2026-08",
        from_day: "2026-08-01",
        to_day: "2026-08-31",
        device: "D000123",
        english_name: "Rice Mill Rooftop",
        source_reference: null,
        source_record: null,
        project_uid: null,
        segments: [{ first: 93, until: 101, state: "available" }],
        events: [],
        restated: [{ day: "2026-08-03", at: "2026-11-20T02:00:00.000Z", was_wh: 3_020_000, wh: 820_000 }],
      }),
  });
  const range = { code: CODE, first: 93, until: 101 };
  await renderAt("/", {
    "/": <RangeDrawer account={BUSINESS_ACCOUNT} range={range} close={() => undefined} />,
  });
  const drawer = within(await screen.findByRole("dialog", { name: "History of a serial range" }));
  expect(await drawer.findByText("2026-08-03: 3.020 → 0.820 MWh")).toBeTruthy();
  expect(drawer.getByText("Your certificates stay as they are.")).toBeTruthy();
});
