// Records that were submitted under an earlier form of the application, with names that the form of today does not have.
import { downloadDeviceDocument, getDeviceApplication, listDeviceApplications } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readyApplication } from "../../../../testing/registry/device-kit.ts";

const MARKS = [
  { item: "capacity", reason: "The diagram shows 0.880 MW." },
  { item: "single_line_diagram", reason: "Stamp and date are missing." },
];

/** The column with the names of an earlier form. */
const older = (
  text: string,
) => sql`replace(replace(replace(${sql.raw(text)}, '"no_other_certificates"', '"owner_named"'),
  '"single_line_diagram"', '"wiring_diagram"'), '"main"', '"principal"')`;

/** An application that was referred back, made to look as an earlier form would have left it: the declaration and a kind of document had other names. */
async function ofEarlierForm() {
  const kit = await readyApplication();
  const { db, act, trader, issuer, mine, record_uid } = kit;
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "refer", issuer, { reason: "Capacity and diagram differ.", marks: MARKS });
  await sql`update device_version set content = ${older("content")}, marks = ${older("marks::text")}::jsonb`.execute(
    db,
  );
  await sql`update device_application set fields = ${older("fields::text")}::jsonb,
    answers = '[{"item": "wiring_diagram", "answer": "It is stamped now"}]', meters = ${older("meters::text")}::jsonb`.execute(
    db,
  );
  await sql`update device_document set kind = 'wiring_diagram' where kind = 'single_line_diagram'`.execute(
    db,
  );
  return kit;
}

test("a version of an earlier form is shown as it was submitted: what the form has no longer stands beside it under its old name", async () => {
  const { api, get, record_uid, issuer, trader, mine } = await ofEarlierForm();
  const { versions, draft, answers, facts, documents } = await get(record_uid);
  const [{ content, marks } = expect.fail("no version")] = versions;
  expect(content.fields).toMatchObject({ capacity: "0.940", no_other_certificates: "" });
  expect(content.earlier).toEqual([{ name: "owner_named", value: "yes" }]);
  expect(content.meters).toMatchObject([{ role: "principal" }]);
  expect(marks.map(({ item }) => item)).toEqual(["capacity", "wiring_diagram"]);
  const diagram = content.documents.find(({ kind }) => kind === "wiring_diagram");
  expect(documents).toContainEqual(diagram);
  const file = { query: { account: mine.account, document_uid: diagram?.document_uid ?? "" } };
  expect((await api(downloadDeviceDocument, { token: trader.token, ...file })).status).toBe(200);
  // The draft is what the form of today can save; what it does not know is neither sent back nor asked for.
  expect(draft).toMatchObject({ fields: { no_other_certificates: "" }, meters: [] });
  expect(answers).toEqual([]);
  expect(Object.keys(facts.documents)).not.toContain("wiring_diagram");
  for (const [token, query] of [
    [trader.token, { account: mine.account }],
    [issuer.token, {}],
  ] as const) {
    expect((await api(listDeviceApplications, { token, query })).body.items).toHaveLength(1);
    expect((await api(getDeviceApplication, { token, query: { ...query, record_uid } })).status).toBe(200);
  }
});

test("what was begun under an earlier form is completed under that of today, up to the registered device", async () => {
  const { get, save, upload, act, trader, issuer, mine, record_uid, meter, create } = await ofEarlierForm();
  const { draft } = await get(record_uid);
  const fields = { ...draft.fields, capacity: "0.880", no_other_certificates: "yes" };
  const meters = [{ device_uid: meter.device_uid, role: "main" as const }];
  const note = "The form asks for the declaration anew.";
  expect((await save(record_uid, { ...draft, fields, meters }, { note })).status).toBe(200);
  await upload(record_uid, "single_line_diagram");
  // The mark of a kind of document that is not asked for any more needs no answer.
  const sent = await act(record_uid, "resubmit", trader, { account: mine.account });
  expect(sent.body).toMatchObject({ status: "pending" });
  const done = await act(record_uid, "approve", issuer);
  expect(done.body).toMatchObject({ device_code: "D000001" });
  expect((await get(record_uid)).versions.map(({ submission }) => submission)).toEqual([1, 2]);
  const copy = await create({ copy_of: record_uid });
  expect((await get(copy.record_uid)).draft.fields.capacity).toBe("0.880");
  const renewal = await create({ succeeds: "D000001" });
  expect((await get(renewal.record_uid)).draft.meters).toEqual(meters);
});
