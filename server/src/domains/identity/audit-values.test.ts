import fc from "fast-check";
import { expect, test } from "vitest";
import { auditValues } from "./audit-values.ts";

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const field = fc.constantFrom("name", "alias", "price", "role", "zone", "bands");
const thing = fc.dictionary(field, value);

test("of a change exactly the fields that differ are kept, in both", () => {
  fc.assert(
    fc.property(thing, thing, (was, is) => {
      const { before, after } = auditValues(was, is);
      const differ = Object.keys({ ...was, ...is })
        .filter((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null))
        .toSorted();
      expect(Object.keys(before ?? {}).toSorted()).toEqual(differ);
      expect(Object.keys(after ?? {}).toSorted()).toEqual(differ);
      for (const name of differ) {
        expect([before?.[name], after?.[name]]).toEqual([was[name] ?? null, is[name] ?? null]);
      }
    }),
  );
});

test("of what was added or removed every field is kept", () => {
  expect(auditValues(null, { name: "Roof", capacity_wp: undefined })).toEqual({
    before: null,
    after: { name: "Roof", capacity_wp: null },
  });
  expect(auditValues({ name: "Roof" }, undefined)).toEqual({ before: { name: "Roof" }, after: null });
  expect(auditValues(undefined, undefined)).toEqual({ before: null, after: null });
});

test("no secret is kept, whoever passes it", () => {
  const secrets = { password: "a", credential_hash: "b", tokens: "c", client_secret: "d" };
  expect(auditValues(secrets, { ...secrets, password: "e", name: "Roof" })).toEqual({
    before: { name: null },
    after: { name: "Roof" },
  });
});

test("an entry stays small however much is passed: long values are cut and say so, and no more than 60 fields are kept", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, "ă".repeat(9_000)]));
  const { after } = auditValues(null, many);
  expect(Object.keys(after ?? {})).toHaveLength(60);
  expect(after?.["f0"]).toBe(`${"ă".repeat(500)}…`);
  expect(
    String(auditValues(null, { bands: Array.from({ length: 500 }, () => 17) }).after?.["bands"]),
  ).toMatch(/^\[17,17.*…$/);
});
