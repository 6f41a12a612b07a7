import { REVIEW_ITEMS, versionContent } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storedAnswers, storedContent, storedMeters } from "./stored-form.ts";

test("a version of whatever form is read as the contract states it, and nothing that it says is lost", () => {
  const part = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), fc.array(fc.jsonValue()));
  const forms = fc.record(
    { fields: part, meters: part, members: part, documents: part, parts: part },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(forms, fc.jsonValue()), (form) => {
      const content = storedContent(JSON.stringify(form));
      expect(versionContent.parse(content)).toEqual(content);
    }),
  );
  const names = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(names, (fields) => {
      const content = storedContent(JSON.stringify({ fields }));
      const shown = [...Object.values(content.fields), ...content.earlier.map(({ value }) => value)];
      expect(shown).toEqual(expect.arrayContaining(Object.values(fields)));
    }),
    { examples: [[{ ["__proto__"]: "kept" }]] },
  );
});

test("what the form of today has stands in its place, other names beside it", () => {
  const document = { document_uid: crypto.randomUUID(), name: "a.pdf", size_bytes: "7", sha256: "aa" };
  const content = storedContent(
    JSON.stringify({
      fields: { capacity: "0.940", owner_named: "yes" },
      meters: [{ device_uid: "m", role: "grid" }, "PM-01"],
      documents: [{ ...document, kind: "ownership_proof" }],
      site: { name: "Roof" },
    }),
  );
  expect(content.fields).toMatchObject({ capacity: "0.940", no_other_certificates: "" });
  expect(content.meters).toEqual([{ device_uid: "m", role: "grid" }]);
  expect(content.members).toEqual([]);
  expect(content.documents).toEqual([{ ...document, size_bytes: 7, kind: "ownership_proof" }]);
  expect(content.earlier).toEqual([
    { name: "owner_named", value: "yes" },
    { name: "site", value: '{"name":"Roof"}' },
    { name: "meters", value: "PM-01" },
  ]);
});

test("a draft keeps what the form of today can save again", () => {
  expect(
    storedMeters([
      { device_uid: "a", role: "main" },
      { device_uid: "b", role: "principal" },
    ]),
  ).toEqual([{ device_uid: "a", role: "main" }]);
  const [item] = REVIEW_ITEMS;
  expect(
    storedAnswers([
      { item, answer: "As before" },
      { item: "ownership_proof", answer: "Enclosed" },
    ]),
  ).toEqual([{ item, answer: "As before" }]);
});
