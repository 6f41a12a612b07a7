// Rule R11: renewal of registrations, and their change of account or registry.
import {
  createDeviceApplication,
  getRegisteredDevice,
  listWaiting,
  localDay,
  nextMonthStart,
  releaseDevice,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PDF } from "../../../../testing/file-kit.ts";
import { callsOf, soundDraft } from "../../../../testing/registry/device-calls.ts";
import { deviceApi, deviceUidOf, onDevice, registeredCode } from "../../../../testing/registry/device-kit.ts";
import { issuerOf, memberOf } from "../../../../testing/registry/record-kit.ts";
import { issuedDevices } from "../issuance/registered-devices.sql.ts";
import { beginRenewals } from "./begin-succession.sql.ts";

type Kit = Awaited<ReturnType<typeof deviceApi>>;
const TODAY = () => localDay("Asia/Ho_Chi_Minh", Date.now());

/** A registered device that was registered two years ago and ends so many days from today. */
async function endingDevice(days: number) {
  const kit = await deviceApi();
  const code = await registeredCode(kit, kit.meter.device_uid);
  const valid = sql`daterange(${TODAY()}::date - 730, ${TODAY()}::date + ${days}::int4)`;
  await sql`update registered_device set registered_on = ${TODAY()}::date - 730, valid = ${valid}`.execute(
    kit.db,
  );
  await sql`update device_unit set valid = ${valid}`.execute(kit.db);
  return { ...kit, code, device_uid: await deviceUidOf(kit, code) };
}

const begin = (
  { api, trader, mine }: Pick<Kit, "api" | "trader" | "mine">,
  succeeds: string,
  token = trader.token,
  account = mine.account,
) => api(createDeviceApplication, { token, query: { account }, body: { key: randomUUID(), succeeds } });

const beginChange = ({ api, trader, mine }: Pick<Kit, "api" | "trader" | "mine">, succeeds: string) =>
  api(createDeviceApplication, {
    token: trader.token,
    query: { account: mine.account },
    body: { key: randomUUID(), succeeds, is_change: true },
  });

/** Hands in what a renewal lacks, submits it and has it approved; the new code, or the refusal. */
async function renewed(kit: Kit, record_uid: string, by = kit.issuer, change: object = {}): Promise<string> {
  const { get, save, uploadAll, consent, act, trader, mine } = kit;
  const { draft } = await get(record_uid);
  const declared = { no_other_certificates: "yes", ...change };
  await save(record_uid, { ...draft, fields: { ...draft.fields, ...declared } });
  await uploadAll(record_uid);
  await consent(record_uid);
  const sent = await act(record_uid, "submit", trader, { account: mine.account });
  if (sent.status !== 200) return `${sent.body.code} ${sent.body.message}`;
  const done = await act(record_uid, "approve", by);
  return done.body.device_code ?? `${done.body.code} ${done.body.message}`;
}

/** Of each device its account, how it follows on others, and from when to when it and its unit count, days from today. */
async function devicesOf({ db }: Pick<Kit, "db">) {
  const { rows } = await sql<Record<string, unknown>>`
    select r.code, p.code as before, r.registry, lower(r.valid)::text as from, upper(r.valid)::text as until,
      lower(u.valid)::text as unit_from, upper(u.valid)::text as unit_until
    from registered_device r left join registered_device p on p.registered_device_id = r.predecessor_id
      left join device_unit u on u.registered_device_id = r.registered_device_id order by r.registered_device_id`.execute(
    db,
  );
  return rows;
}

const dayFrom = (days: number) =>
  new Date(Date.parse(TODAY()) + days * 86_400_000).toISOString().slice(0, 10);

test("R11: a renewal counts from the day after its predecessor's last one on, takes over its units, and continues its line", async () => {
  const kit = await endingDevice(60);
  const { db, api, trader, mine, code, device_uid, get } = kit;
  const { body } = await begin(kit, code);
  expect((await begin(kit, code)).body).toEqual(body);
  expect((await get(body.record_uid)).facts.predecessor).toMatchObject({ code, is_own: true });
  expect((await get(body.record_uid)).draft.fields).toMatchObject({
    device_english_name: "Rice Mill Rooftop",
    no_other_certificates: "",
  });
  const next = await renewed(kit, body.record_uid);
  expect(next).toMatch(/^D\d{6}$/);
  const [old, successor] = await devicesOf(kit);
  expect(old).toMatchObject({ code, until: dayFrom(60), unit_until: dayFrom(60) });
  expect(successor).toMatchObject({ code: next, before: code, from: dayFrom(60), unit_from: dayFrom(60) });
  const [first, second] = await issuedDevices(db, {});
  expect(second?.lineage_id).toBe(first?.registered_device_id);
  const query = { account: mine.account, device_uid };
  const shown = await api(getRegisteredDevice, { token: trader.token, query });
  expect(shown.body).toMatchObject({ successor: { code: next }, can_renew: false, actions: [] });
  expect((await begin(kit, code)).body).toMatchObject({
    code: "DEV-041",
    message: `${code} has been succeeded by ${next}.`,
  });
});

test("R11: a change of what is registered counts from the month after its approval on, until then the device as it was, and no day is lost or twice", async () => {
  const kit = await endingDevice(600);
  const { api, db, trader, mine, code, device_uid, get } = kit;
  const query = { account: mine.account, device_uid };
  const shown = async () => (await api(getRegisteredDevice, { token: trader.token, query })).body;
  expect(await shown()).toMatchObject({ can_renew: true, can_change: true });
  const { body } = await beginChange(kit, code);
  expect((await get(body.record_uid)).facts.predecessor).toMatchObject({
    code,
    is_own: true,
    is_change: true,
  });
  expect(await shown()).toMatchObject({ renewal: { number: body.number } });
  const next = await renewed(kit, body.record_uid, kit.issuer, {
    device_english_name: "Rice Mill, extended",
  });
  expect(next).toMatch(/^D\d{6}$/);
  const from = nextMonthStart(TODAY());
  expect(await devicesOf(kit)).toMatchObject([
    { code, until: from, unit_until: from },
    { code: next, before: code, from, unit_from: from },
  ]);
  const [first, second] = await issuedDevices(db, {});
  expect(second?.lineage_id).toBe(first?.registered_device_id);
  expect(await shown()).toMatchObject({ successor: { code: next }, can_renew: false, can_change: false });
});

test("what has ended, and what belongs to another account, is renewed or taken over and not changed", async () => {
  const kit = await endingDevice(0);
  const { api, trader, mine, code, device_uid } = kit;
  const query = { account: mine.account, device_uid };
  const { body } = await api(getRegisteredDevice, { token: trader.token, query });
  expect(body).toMatchObject({ can_renew: true, can_change: false });
  expect(await beginChange(kit, code)).toMatchObject({ status: 404, body: { code: "GEN-404" } });
  expect((await begin(kit, code)).status).toBe(200);
});

test("a change that was given up does not keep the renewal from beginning in time", async () => {
  const kit = await endingDevice(60);
  const { act, mine, trader, code, db } = kit;
  const { body } = await beginChange(kit, code);
  expect(await beginRenewals(db)).toBe(0);
  expect((await act(body.record_uid, "delete", trader, { account: mine.account })).status).toBe(200);
  expect(await beginRenewals(db)).toBe(1);
  expect(await beginRenewals(db)).toBe(0);
});

test("R11: who renews after the end gets nothing for the days between, and who submits before it loses none", async () => {
  const late = await endingDevice(-10);
  const { body } = await begin(late, late.code);
  await renewed(late, body.record_uid);
  expect((await devicesOf(late))[1]).toMatchObject({ from: TODAY(), unit_from: TODAY() });
  const slow = await endingDevice(-10);
  const draft = await begin(slow, slow.code);
  const { record_uid } = draft.body;
  const { act, get, save, uploadAll, consent, trader, mine, issuer, db } = slow;
  const before = (await get(record_uid)).draft;
  await save(record_uid, {
    ...before,
    fields: { ...before.fields, no_other_certificates: "yes" },
  });
  await uploadAll(record_uid);
  await consent(record_uid);
  await act(record_uid, "submit", trader, { account: mine.account });
  // It was submitted while its predecessor counted; the issuer took that long.
  await sql`update device_application set registration_date = ${TODAY()}::date - 30 where succeeds_id is not null`.execute(
    db,
  );
  expect((await act(record_uid, "approve", issuer)).status).toBe(200);
  expect((await devicesOf(slow))[1]).toMatchObject({ from: dayFrom(-10), unit_from: dayFrom(-10) });
});

test("R11: a change of registry takes effect at the beginning of the next month, without a gap or a day twice", async () => {
  const kit = await endingDevice(400);
  const { body } = await begin(kit, kit.code);
  const tigr = await issuerOf(kit.db, "TIGR");
  const next = await renewed(kit, body.record_uid, tigr, { registry: "TIGR" });
  const month = nextMonthStart(TODAY());
  expect(await devicesOf(kit)).toMatchObject([
    { code: kit.code, registry: "IREC", until: month, unit_until: month },
    { code: next, before: kit.code, registry: "TIGR", from: month, unit_from: month },
  ]);
});

/** The calls of the kit as the account manager of the other company makes them. */
const asOther = (kit: Kit) => {
  const of = { api: kit.api, mine: kit.other, trader: kit.stranger, pdf: PDF };
  return { ...kit, ...of, ...callsOf(of) };
};

/** Releases the device to the other company, or takes it back. */
async function release(
  { api, mine, manager, other, db }: Kit,
  device_uid: string,
  { to, token = manager.token }: { to?: string | null; token?: string } = {},
) {
  const { trade_account_id: id } = await db
    .selectFrom("business_account")
    .select("trade_account_id")
    .where("business_account_id", "=", other.business_account_id)
    .executeTakeFirstOrThrow();
  return api(releaseDevice, {
    token,
    query: { account: mine.account },
    body: { ...(await onDevice(db, device_uid)), trade_account_id: to === undefined ? id : to },
  });
}

test("R11: a device goes to another account once its account manager released it, that of the other submitted, the owner consented and an issuer approved", async () => {
  const kit = await endingDevice(400);
  const { code, device_uid, stranger, other, plant, db, meter, issuer, manager, trader } = kit;
  const theirs = asOther(kit);
  const ask = () => begin(kit, code, stranger.token, other.account);
  expect((await ask()).body.code).toBe("GEN-404");
  expect((await release(kit, device_uid, { token: trader.token })).body.code).toBe("GEN-403");
  expect((await release(kit, device_uid, { to: "TA-nobody" })).body).toMatchObject({
    code: "DEV-042",
    message: "There is no other active account TA-nobody.",
  });
  expect((await release(kit, device_uid)).status).toBe(200);
  const { record_uid } = (await ask()).body;
  const member = { project_id: plant.project_id, account_id: stranger.account_id, role: "owner" };
  await db.insertInto("project_member").values(member).execute();
  const { fields } = soundDraft(plant.project_uid, meter.device_uid);
  const meters = [{ device_uid: meter.device_uid, role: "main" as const }];
  await theirs.save(record_uid, { fields, meters, members: [] });
  await theirs.uploadAll(record_uid);
  const submit = () => theirs.act(record_uid, "submit", stranger, { account: other.account });
  expect((await submit()).body.errors.map((one: { code: string }) => one.code)).toEqual(["DEV-015"]);
  await theirs.consent(record_uid, stranger);
  expect((await submit()).status).toBe(200);
  await release(kit, device_uid, { to: null, token: manager.token });
  expect((await theirs.act(record_uid, "approve", issuer)).body).toMatchObject({
    code: "DEV-039",
    message: `An account manager of the account that ${code} belongs to must release it to yours.`,
  });
  await release(kit, device_uid);
  expect((await theirs.act(record_uid, "approve", issuer)).status).toBe(200);
  const month = nextMonthStart(TODAY());
  expect(await devicesOf(kit)).toMatchObject([
    { code, until: month },
    { before: code, from: month },
  ]);
  // Older days belong to the old account, and what the line owes or carries goes with it.
  const [old, successor] = await issuedDevices(db, {});
  expect(old?.business_account_id).toBe(kit.mine.business_account_id);
  expect(successor).toMatchObject({
    business_account_id: other.business_account_id,
    lineage_id: old?.registered_device_id,
  });
});

test("R11: a trader submits no takeover: account managers of both accounts sign it (DEV-040)", async () => {
  const kit = await endingDevice(400);
  const someone = await memberOf(kit.db, kit.other, "trader");
  await release(kit, kit.device_uid);
  const { body } = await begin(kit, kit.code, someone.token, kit.other.account);
  const sent = await asOther(kit).act(body.record_uid, "submit", someone, { account: kit.other.account });
  expect(sent.body).toMatchObject({
    code: "DEV-040",
    message: "An account manager submits what takes over a device of another account.",
  });
});

test("R11: 90 days before its end a device's renewal is begun once, for an account that may act, and waits for its account until then", async () => {
  const early = await endingDevice(91);
  expect(await beginRenewals(early.db)).toBe(0);
  const kit = await endingDevice(90);
  const { db, api, trader, mine, act } = kit;
  await sql`update business_account set status = 'suspended'`.execute(db);
  expect(await beginRenewals(db)).toBe(0);
  await sql`update business_account set status = 'active'`.execute(db);
  expect(await beginRenewals(db)).toBe(1);
  expect(await beginRenewals(db)).toBe(0);
  const waiting = async () =>
    (await api(listWaiting, { token: trader.token, query: { account: mine.account } })).body;
  const { yours, services } = await waiting();
  expect(yours).toMatchObject([
    { service: "devices", title: "Rice Mill Rooftop", status: "draft", next: { is_you: true } },
  ]);
  expect(services.find((one: { service: string }) => one.service === "devices").waiting).toBe(1);
  // Midnight in Viet Nam at the end of its last day.
  expect(yours[0].next.until).toBe(`${dayFrom(89)}T17:00:00.000Z`);
  expect((await act(yours[0].record_uid, "delete", trader, { account: mine.account })).status).toBe(200);
  expect(await beginRenewals(db)).toBe(0);
  expect((await waiting()).yours).toEqual([]);
  // A draft that renews nothing rests, and waits for nobody.
  await kit.create();
  expect((await waiting()).yours).toEqual([]);
});

test("R11: the database gives a device one successor", async () => {
  const kit = await endingDevice(60);
  await renewed(kit, (await begin(kit, kit.code)).body.record_uid);
  await expect(
    sql`insert into registered_device (code, business_account_id, demonstration, registry, english_name, local_name, fuel, technology,
        country, province, location, timezone, capacity_w, commercial_operation_on, registered_on, valid, predecessor_id)
      select 'D999999', business_account_id, demonstration, registry, english_name, local_name, fuel, technology, country, province,
        location, timezone, capacity_w, commercial_operation_on, registered_on, valid, predecessor_id
      from registered_device where predecessor_id is not null`.execute(kit.db),
  ).rejects.toThrow("registered_device_successor");
});
