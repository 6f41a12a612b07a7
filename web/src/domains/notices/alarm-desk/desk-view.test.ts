import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DESK_ORDERS,
  DESK_WHO,
  deskViewIn,
  filtersOf,
  isSameView,
  LISTED_KINDS,
  LISTED_SEVERITIES,
  viewOf,
  withDesk,
} from "./desk-view.ts";

const filters = fc.record({
  view: fc.constantFrom("open" as const, "mine" as const, "snoozed" as const, "closed" as const),
  project_uids: fc.uniqueArray(fc.uuid(), { maxLength: 5 }),
  severity: fc.option(fc.constantFrom(...LISTED_SEVERITIES)),
  kind: fc.option(fc.constantFrom(...LISTED_KINDS)),
  who: fc.constantFrom(...DESK_WHO),
  filter_by: fc.string({ maxLength: 60 }).map((text) => text.trim()),
  order_by: fc.constantFrom(...DESK_ORDERS),
});

test("a saved view that is opened is what its address says, whatever was shown before", () => {
  fc.assert(
    fc.property(filters, filters, (saved, before) => {
      const address = withDesk(new URLSearchParams("page=3&region=x"), viewOf(before));
      const opened = deskViewIn(withDesk(address, viewOf(saved)));
      expect(isSameView(filtersOf(opened), saved)).toBe(true);
      expect(opened).toMatchObject({ page: 1, region: null, alarm: null });
    }),
  );
});

test("views are the same whatever the order of their projects, and others where anything else differs", () => {
  const saved = filtersOf(deskViewIn(new URLSearchParams("severity=critical")));
  const uids = ["1b4e28ba-2fa1-41d2-883f-0016d3cca427", "1b4e28ba-2fa1-41d2-883f-0016d3cca428"];
  const several = { ...saved, project_uids: uids };
  expect(isSameView(several, { ...saved, project_uids: uids.toReversed() })).toBe(true);
  expect(isSameView(several, saved)).toBe(false);
  expect(isSameView({ ...saved, who: "me" }, saved)).toBe(false);
});
