// An application from its draft to the registered device, by the people that the life cycle names.
import {
  actOnDeviceApplication,
  getRegisteredDevice,
  listRegisteredDevices,
  saveDeviceApplication,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PDF } from "../../../../testing/file-kit.ts";
import { deviceApi, readyApplication } from "../../../../testing/registry/device-kit.ts";

const MARKS = [
  { item: "capacity", reason: "The diagram shows 0.880 MW." },
  { item: "single_line_diagram", reason: "Stamp and date are missing." },
  { item: "owner_declaration", reason: "It names another owner." },
];
const REASON = "Capacity, owner and diagram do not fit together.";

test("a draft is saved as it was typed, whatever is missing or wrong, and a second writer is told", async () => {
  const { create, get, save, api, trader, mine } = await deviceApi();
  const { record_uid, number } = await create();
  expect(number).toMatch(/^DR-\d{4}-000001$/);
  const fields = { device_english_name: "Roof", capacity: "not a number", location: "XX" };
  const saved = await save(record_uid, { fields, meters: [], members: [] } as never);
  expect(saved.body).toMatchObject({ status: "draft", version: 2 });
  expect((await get(record_uid)).draft.fields).toMatchObject({ ...fields, registry: "" });
  const late = await api(saveDeviceApplication, {
    token: trader.token,
    query: { account: mine.account, record_uid },
    body: { expected_version: 1, draft: { fields } },
  });
  expect([late.status, late.body.code]).toEqual([409, "GEN-409"]);
  expect(late.body.message).toMatch(
    /^This record was changed by someone else at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(GMT\+8\)\. Reload and try again\.$/,
  );
  const long = { device_english_name: "x".repeat(101) };
  expect((await save(record_uid, { fields: long } as never)).status).toBe(400);
});

test("what is missing is refused all at once, each with its code and message, and stays a draft", async () => {
  const { create, act, get, trader, mine } = await deviceApi();
  const { record_uid } = await create();
  const refused = await act(record_uid, "submit", trader, { account: mine.account });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: "DEV-001", message: "Enter the device name in English." });
  const errors: { code: string; message: string }[] = refused.body.errors;
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "DEV-001 Enter the device name in English.",
    "DEV-001 Enter the device name in the local language.",
    "DEV-002 Choose a registry.",
    "DEV-004 Fuel type and technology do not belong together.",
    "DEV-005 Capacity must be between 0.001 and 5,000 MW with at most 6 decimals.",
    "DEV-006 Enter the commercial operation date.",
    "DEV-007 Enter a valid latitude and longitude.",
    "DEV-009 Upload: registration form, owner's declaration, single-line diagram, commissioning certificate, grid connection or PPA, 2–3 photos, metering evidence.",
    "DEV-014 Confirm that no other certificates are issued for this generation.",
    "DEV-013 Say whether there is on-site consumption or an auxiliary energy source.",
    "DEV-017 Enter the owner of the device.",
    "DEV-018 Enter the province.",
  ]);
  expect(await get(record_uid)).toMatchObject({ status: "draft", version: 1, versions: [] });
});

test("from To Re-Submit to Approved: marks, a change, an answer, a diff, a device with its code, validity and units", async () => {
  const kit = await readyApplication();
  const { record_uid, act, get, save, upload, trader, issuer, mine, draft } = kit;
  const submit = () => act(record_uid, "submit", trader, { account: mine.account });
  expect((await submit()).body).toMatchObject({ status: "pending", needs_second_person: false });
  const pending = await get(record_uid);
  expect(pending.versions).toMatchObject([{ submission: 1, marks: [], reason: null }]);
  expect(pending.next).toMatchObject({ by: "issuer", is_you: false });
  expect(pending.versions[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect((await submit()).body.code).toBe("GEN-422");

  expect((await act(record_uid, "open", issuer)).body).toMatchObject({ status: "pending" });
  const short = await act(record_uid, "refer", issuer, { marks: MARKS, reason: "No." });
  expect([short.status, short.body.code, short.body.message]).toEqual([
    422,
    "DEV-030",
    "Give a reason of at least 10 characters and mark at least one field or document.",
  ]);
  expect((await act(record_uid, "refer", issuer, { reason: REASON })).body.code).toBe("DEV-030");
  const referred = await act(record_uid, "refer", issuer, { marks: MARKS, reason: REASON });
  expect(referred.body).toMatchObject({ status: "to_resubmit" });
  expect((await get(record_uid)).next).toMatchObject({ by: "trader", is_you: true });

  const resubmit = () => act(record_uid, "resubmit", trader, { account: mine.account });
  const nothing = await resubmit();
  expect([nothing.body.code, nothing.body.message]).toEqual([
    "DEV-031",
    "Change the marked items before you submit again.",
  ]);
  const fields = { ...draft.fields, capacity: "0.880", owner: "Xay xat Can Tho Co., Ltd" };
  const answers = [{ item: "owner_declaration", answer: "The device named the operator." }];
  await save(record_uid, { ...draft, fields }, { answers });
  await upload(record_uid, "single_line_diagram", "sld-stamped.pdf", Buffer.concat([PDF, PDF]));
  const outside = await resubmit();
  expect([outside.body.code, outside.body.message]).toEqual([
    "DEV-031",
    "Give a reason for the changes outside the marked items.",
  ]);
  await save(record_uid, { ...draft, fields }, { answers, note: "The owner field says so now." });
  expect((await resubmit()).body).toMatchObject({ status: "pending" });
  const again = await get(record_uid);
  expect(again.versions.map(({ submission, marks, note }) => [submission, marks.length, note])).toEqual([
    [1, 3, ""],
    [2, 0, "The owner field says so now."],
  ]);
  expect(again.versions.map(({ content }) => content.fields.capacity)).toEqual(["0.940", "0.880"]);
  expect(again.timeline.map(({ action }) => action)).toEqual([
    "create",
    "submit",
    "open",
    "refer",
    "resubmit",
  ]);
  expect((await act(record_uid, "approve", issuer)).body).toMatchObject({
    status: "approved",
    device_code: "D000001",
  });
});

test("an approved device has its code, its units, five years of validity, and is in the lists of its account and its issuer", async () => {
  const { record_uid, act, get, api, trader, issuer, mine, meter } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "approve", issuer);
  const { device } = await get(record_uid);
  const asked = {
    token: trader.token,
    query: { account: mine.account, device_uid: device?.device_uid ?? "" },
  };
  const { body } = await api(getRegisteredDevice, asked);
  expect(body).toMatchObject({
    device_unique_id: "D000001",
    capacity_w: 940_000,
    registry: "IREC",
    device_type: "normal",
    demonstration: false,
    suspended: false,
    units: [{ serial: meter.serial, role: "main", parts: ["counts"], suspended_because: null }],
  });
  const [year = 0, ...day] = body.registered_on.split("-");
  const end = new Date(`${Number(year) + 5}-${day.join("-")}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() - 1);
  expect(body.valid_to).toBe(end.toISOString().slice(0, 10));
  const list = await api(listRegisteredDevices, { token: issuer.token, query: {} });
  expect(list.body.items.map((one: { device_unique_id: string }) => one.device_unique_id)).toEqual([
    "D000001",
  ]);
});

test("an issuer declines with a reason, the record is final, and its copy is a new draft without documents", async () => {
  const { record_uid, act, get, create, issuer, trader, mine } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  const short = await act(record_uid, "decline", issuer, { reason: "No" });
  expect([short.status, short.body.code]).toEqual([422, "GEN-423"]);
  const declined = await act(record_uid, "decline", issuer, { reason: "The plant does not exist." });
  expect(declined.body).toMatchObject({ status: "declined" });
  expect((await act(record_uid, "submit", trader, { account: mine.account })).body.code).toBe("GEN-422");
  const copy = await get((await create({ copy_of: record_uid })).record_uid);
  expect(copy).toMatchObject({ status: "draft", documents: [] });
  expect(copy.draft.fields).toMatchObject({
    device_english_name: "Rice Mill Rooftop",
    no_other_certificates: "",
    project_uid: "",
  });
});

test("an account manager recalls what no issuer has opened, and is told to ask once one has", async () => {
  const { record_uid, act, manager, trader, issuer, mine } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  expect((await act(record_uid, "recall", trader, { account: mine.account })).status).toBe(403);
  expect((await act(record_uid, "recall", manager, { account: mine.account })).body.status).toBe("draft");
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "open", issuer);
  const refused = await act(record_uid, "recall", manager, { account: mine.account });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "DEV-032",
    "Review has started; ask the issuer to return it.",
  ]);
});

test("what was referred back is open to its account already, and is not recalled", async () => {
  const { record_uid, act, get, manager, trader, issuer, mine } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  const marks = [{ item: "capacity", reason: "The diagram shows 0.880 MW." }];
  await act(record_uid, "refer", issuer, { reason: "The capacity differs.", marks });
  const refused = await act(record_uid, "recall", manager, { account: mine.account });
  expect([refused.status, refused.body.code]).toEqual([422, "GEN-422"]);
  expect((await get(record_uid)).actions).toEqual(["resubmit"]);
});

test("more than 5 MW is approved by two issuers, and one alone does not do", async () => {
  const kit = await readyApplication();
  const { record_uid, act, save, draft, trader, issuer, secondIssuer, mine, get } = kit;
  await save(record_uid, { ...draft, fields: { ...draft.fields, capacity: "5.000001" } });
  await act(record_uid, "submit", trader, { account: mine.account });
  const alone = await act(record_uid, "approve", issuer);
  expect([alone.status, alone.body.code, alone.body.message]).toEqual([
    422,
    "DEV-035",
    "A device of more than 5 MW is approved by two issuers.",
  ]);
  expect((await act(record_uid, "approve_large", issuer)).body).toMatchObject({
    status: "pending",
    needs_second_person: true,
  });
  expect((await act(record_uid, "approve_large", issuer)).body.code).toBe("AUTH-006");
  expect((await get(record_uid)).device).toBeNull();
  expect((await act(record_uid, "approve_large", secondIssuer)).body).toMatchObject({ status: "approved" });
});

test("the same key does a command once, and an approval that comes twice makes one device", async () => {
  const { record_uid, act, get, api, trader, issuer, mine } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  const { version } = await get(record_uid);
  const body = {
    record_uid,
    action: "approve",
    expected_version: version,
    key: randomUUID(),
    owner_named: true,
  };
  const twice = await Promise.all(
    [0, 1].map(() => api(actOnDeviceApplication, { token: issuer.token, query: {}, body })),
  );
  expect(twice.map((one) => one.body.device_code)).toEqual(["D000001", "D000001"]);
  const list = await api(listRegisteredDevices, { token: trader.token, query: { account: mine.account } });
  expect(list.body.total_items).toBe(1);
});
