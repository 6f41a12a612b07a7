import { deviceFieldNames, type DeviceDraft } from "@heliograph/contract/registry/devices/device-form";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SOUND_FIELDS } from "../../../../testing/device-fakes.ts";
import { mergeTyped, unsavedItems, withTheirs, type Typed } from "./draft-parts.ts";

const A = "0190d3a4-0000-7000-8000-00000000000a";
const B = "0190d3a4-0000-7000-8000-00000000000b";
const BASE: Typed = {
  draft: { fields: SOUND_FIELDS, meters: [{ device_uid: A, role: "main" }], members: [] },
  answers: [],
  note: "",
};
const withFields = (fields: Partial<DeviceDraft["fields"]>, base = BASE): Typed => ({
  ...base,
  draft: { ...base.draft, fields: { ...base.draft.fields, ...fields } },
});
const merged = (mine: Typed, theirs: Typed) => mergeTyped({ mine, sent: BASE, saved: BASE, theirs });

test("what two people changed in different parts stands together, and nothing clashes", () => {
  const mine: Typed = { ...withFields({ capacity: "1.200" }), note: "See the plate." };
  const theirs: Typed = {
    ...withFields({ province: "Hue" }),
    answers: [{ item: "owner", answer: "The name is that of the deed." }],
  };
  const { typed, clashes } = merged(mine, theirs);
  expect(clashes).toEqual([]);
  expect(typed).toEqual({
    ...withFields({ capacity: "1.200", province: "Hue" }),
    note: "See the plate.",
    answers: theirs.answers,
  });
});

test("of a part that both changed mine stays, and what the other made of it can be taken instead", () => {
  const { typed, clashes } = merged(withFields({ capacity: "1.200" }), withFields({ capacity: "1.300" }));
  expect(typed.draft.fields.capacity).toBe("1.200");
  expect(clashes).toEqual([{ part: "field capacity", item: "capacity", theirs: "1.300" }]);
  const [clash] = clashes;
  expect(clash && withTheirs(typed, clash).draft.fields.capacity).toBe("1.300");
});

test("meters that one adds and the other takes out are added and taken out", () => {
  const added: Typed = {
    ...BASE,
    draft: { ...BASE.draft, meters: [...BASE.draft.meters, { device_uid: B, role: "check" }] },
  };
  const without: Typed = { ...BASE, draft: { ...BASE.draft, meters: [] } };
  expect(merged(added, without).typed.draft.meters).toEqual([{ device_uid: B, role: "check" }]);
  expect(merged(without, added).typed.draft.meters).toEqual([{ device_uid: B, role: "check" }]);
  const other: Typed = { ...BASE, draft: { ...BASE.draft, meters: [{ device_uid: A, role: "sub" }] } };
  const { typed, clashes } = merged(other, without);
  expect(typed.draft.meters).toEqual([{ device_uid: A, role: "sub" }]);
  expect(clashes).toEqual([{ part: `meters ${A}`, item: "meters", theirs: "" }]);
  const [clash] = clashes;
  expect(clash && withTheirs(typed, clash).draft.meters).toEqual([]);
});

test("what the server wrote into the form by itself is not taken for something typed here", () => {
  const saved = withFields({ province: "Can Tho", location: "VN" });
  const sent = withFields({ province: "", location: "" });
  const theirs = withFields({ province: "Hue", location: "VN" });
  const { typed, clashes } = mergeTyped({ mine: { ...sent, note: "a" }, sent, saved, theirs });
  expect(clashes).toEqual([]);
  expect(typed.draft.fields).toMatchObject({ province: "Hue", location: "VN" });
});

const fields = fc.record(
  Object.fromEntries(deviceFieldNames.map((name) => [name, fc.constantFrom("", "a", "b")])),
) as fc.Arbitrary<DeviceDraft["fields"]>;
const typedArbitrary: fc.Arbitrary<Typed> = fc.record({
  draft: fc.record({
    fields,
    meters: fc.uniqueArray(
      fc.record({
        device_uid: fc.constantFrom(A, B),
        role: fc.constantFrom("main" as const, "check" as const),
      }),
      { selector: ({ device_uid }) => device_uid },
    ),
    members: fc.uniqueArray(fc.constantFrom(A, B)),
  }),
  answers: fc.uniqueArray(
    fc.record({
      item: fc.constantFrom("owner" as const, "capacity" as const),
      answer: fc.constantFrom("a", "b"),
    }),
    { selector: ({ item }) => item },
  ),
  note: fc.constantFrom("", "a", "b"),
});

test("nothing typed here is ever lost, and without changes here all is as the other left it", () => {
  fc.assert(
    fc.property(typedArbitrary, typedArbitrary, typedArbitrary, (base, mine, theirs) => {
      const { typed } = mergeTyped({ mine, sent: base, saved: base, theirs });
      // Whatever differs from what was typed here was not changed here.
      const changed = new Set(unsavedItems({ mine, sent: base }));
      for (const name of deviceFieldNames) {
        const wanted = mine.draft.fields[name] === base.draft.fields[name] ? theirs : mine;
        expect(typed.draft.fields[name]).toBe(wanted.draft.fields[name]);
      }
      if (!changed.has("note")) expect(typed.note).toBe(theirs.note);
      const idle = mergeTyped({ mine: base, sent: base, saved: base, theirs });
      expect(unsavedItems({ mine: idle.typed, sent: theirs })).toEqual([]);
      expect(idle.clashes).toEqual([]);
    }),
  );
});
