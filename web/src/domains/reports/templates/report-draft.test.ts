import { blocksWith } from "@heliograph/contract/reports/templates/blocks";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changesIn, moved, newDraft } from "./report-draft.ts";

const draft = newDraft(
  { template_uid: "t", name: null, kind: "weekly", blocks: blocksWith(["cover", "table"]), reports: 0 },
  { title: "Weekly", lang: "vi", project_uid_list: ["a"] },
);

test("a new report by the weekly template is of the week before; what is changed in it is counted", () => {
  expect([draft.schedule, draft.period, changesIn(draft, draft)]).toEqual(["weekly", "previous_week", 0]);
  expect(changesIn({ ...draft, title: "Other", lang: "en" }, draft)).toBe(2);
  expect(changesIn({ ...draft, project_uid_list: ["b", "a"] }, draft)).toBe(1);
  const blocks = draft.blocks.map((block) => (block.kind === "cover" ? { ...block, on: false } : block));
  expect(changesIn({ ...draft, blocks }, draft)).toBe(1);
  expect(changesIn({ ...draft, blocks: moved(blocks, 0, 1) }, draft)).toBe(2);
});

test("moving keeps every item and puts the one where it is wanted, at most at an end", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 13 }),
      fc.nat(12),
      fc.integer({ min: -3, max: 16 }),
      (list, index, to) => {
        const from = index % list.length;
        const next = moved(list, from, to);
        expect(next.toSorted((a, b) => a - b)).toEqual(list.toSorted((a, b) => a - b));
        expect(next.indexOf(list[from] ?? 0)).toBe(Math.min(list.length - 1, Math.max(0, to)));
      },
    ),
  );
});
