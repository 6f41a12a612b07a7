// Groups over time: their renewal, and that of their devices (rule R11, decision 0140).
import {
  changeGroup,
  createDeviceApplication,
  getRegisteredDevice,
  localDay,
  nextMonthStart,
  releaseDevice,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../testing/registry/device-calls.ts";
import {
  deviceApi,
  deviceUidOf,
  meterOn,
  onDevice,
  registeredCode,
} from "../../../../testing/registry/device-kit.ts";
import { issuedDevices } from "../issuance/registered-devices.sql.ts";
import { beginRenewals } from "./begin-succession.sql.ts";

const TODAY = localDay("Asia/Ho_Chi_Minh", Date.now());
const dayFrom = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);
/** The group began with the month before last, its devices two years ago. */
const BEGAN = `${dayFrom(-70).slice(0, 7)}-01`;

/** Two devices and the group of both, that ends in `group` days from today, its devices in `devices` days. */
async function endingGroup({ group, devices }: { group: number; devices: readonly [number, number] }) {
  const kit = await deviceApi();
  const { db, plant, create, save, upload, act, trader, issuer, mine } = kit;
  const meters = [kit.meter, await meterOn(db, plant)];
  for (const { device_uid } of meters) await registeredCode(kit, device_uid);
  const uids = [await deviceUidOf(kit, "D000001"), await deviceUidOf(kit, "D000002")];
  const { record_uid } = await create({ type: "grouped" });
  const sound = soundDraft("", "").fields;
  const { device_english_name, device_local_name, registry, no_other_certificates } = sound;
  const fields = { device_english_name, device_local_name, registry, no_other_certificates };
  await save(record_uid, { fields, meters: [], members: uids } as never);
  await upload(record_uid, "registration_form");
  await upload(record_uid, "owner_declaration");
  await act(record_uid, "submit", trader, { account: mine.account });
  expect((await act(record_uid, "approve", issuer)).body.device_code).toBe("D000003");
  // As if all of it had been registered then.
  for (const [code, from, until] of [
    ["D000001", -730, devices[0]],
    ["D000002", -730, devices[1]],
  ] as const) {
    await sql`update registered_device set registered_on = ${dayFrom(from)}, valid = daterange(${dayFrom(from)}, ${dayFrom(until)})
      where code = ${code}`.execute(db);
    await sql`update device_unit u set valid = daterange(${dayFrom(from)}, ${BEGAN}) from registered_device r
      where r.code = ${code} and u.registered_device_id = r.registered_device_id`.execute(db);
    await sql`update device_unit u set valid = daterange(${BEGAN}, ${dayFrom(until)}) from registered_device g, registered_device r, device_unit own
      where g.code = 'D000003' and u.registered_device_id = g.registered_device_id and r.code = ${code}
        and own.registered_device_id = r.registered_device_id and own.unit_id = u.unit_id`.execute(db);
  }
  await sql`update registered_device set registered_on = ${BEGAN}, valid = daterange(${BEGAN}, ${dayFrom(group)}) where code = 'D000003'`.execute(
    db,
  );
  await sql`update device_group_member set valid = daterange(${BEGAN}, null)`.execute(db);
  return { ...kit, meters, uids, group_uid: await deviceUidOf(kit, "D000003") };
}

type Kit = Awaited<ReturnType<typeof endingGroup>>;

const begin = async ({ api, trader, mine }: Kit, succeeds: string) => {
  const body = { key: randomUUID(), succeeds };
  return (await api(createDeviceApplication, { token: trader.token, query: { account: mine.account }, body }))
    .body;
};

/** Hands in what a renewal lacks and submits it; the answer. */
async function submitted(kit: Kit, record_uid: string) {
  const { get, save, uploadAll, consent, act, trader, mine } = kit;
  const { draft, type } = await get(record_uid);
  const declared = { no_other_certificates: "yes" };
  await save(record_uid, { ...draft, fields: { ...draft.fields, ...declared } });
  await uploadAll(record_uid);
  if (type === "normal") await consent(record_uid);
  return (await act(record_uid, "submit", trader, { account: mine.account })).body;
}

/** Renews the device or group of the code; the code of what succeeds it, or the refusal. */
async function renewed(kit: Kit, code: string): Promise<string> {
  const { record_uid } = await begin(kit, code);
  const sent = await submitted(kit, record_uid);
  if (sent.status !== "pending") return `${sent.code} ${sent.message}`;
  const { body } = await kit.act(record_uid, "approve", kit.issuer);
  return body.device_code ?? `${body.code} ${body.message}`;
}

const plain = (serial: string) => serial.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Of each unit whose it is from when to when, by the order of the devices' meters. */
async function unitsOf({ db, meters }: Kit) {
  const { rows } = await sql<{ serial: string; days: string }>`
    select g.serial, string_agg(r.code || ' ' || lower(u.valid) || ' ' || upper(u.valid), ', ' order by lower(u.valid)) as days
    from device_unit u join registered_device r using (registered_device_id) join generating_unit g using (unit_id)
    group by g.serial`.execute(db);
  return meters.map(({ serial }) => rows.find((row) => row.serial === plain(serial))?.days);
}

/** Which devices belong to which group from when to when. */
async function membershipsOf({ db }: Kit) {
  const { rows } = await sql<{ line: string }>`
    select g.code || ': ' || r.code || ' ' || lower(m.valid) || ' ' || coalesce(upper(m.valid)::text, '') as line
    from device_group_member m join registered_device g on g.registered_device_id = m.group_id
      join registered_device r on r.registered_device_id = m.member_id order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

test("R11: a group is renewed as a whole: its successor has its devices from the day after its last one on, and continues its line", async () => {
  const kit = await endingGroup({ group: 60, devices: [400, 500] });
  const { db, api, trader, mine, group_uid, get } = kit;
  const { record_uid } = await begin(kit, "D000003");
  expect(await get(record_uid)).toMatchObject({
    type: "grouped",
    draft: { members: kit.uids, fields: { no_other_certificates: "", location: "VN" } },
    facts: { predecessor: { code: "D000003", is_own: true } },
  });
  expect(await renewed(kit, "D000003")).toBe("D000004");
  const end = dayFrom(60);
  expect(await unitsOf(kit)).toEqual([
    `D000001 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${end}, D000004 ${end} ${dayFrom(400)}`,
    `D000002 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${end}, D000004 ${end} ${dayFrom(500)}`,
  ]);
  expect(await membershipsOf(kit)).toEqual([
    `D000003: D000001 ${BEGAN} ${end}`,
    `D000003: D000002 ${BEGAN} ${end}`,
    `D000004: D000001 ${end} `,
    `D000004: D000002 ${end} `,
  ]);
  const all = await issuedDevices(db, {});
  const [old, next] = ["D000003", "D000004"].map((code) => all.find((one) => one.code === code));
  expect(next).toMatchObject({
    lineage_id: old?.registered_device_id,
    valid_from: end,
    capacity_w: 1_880_000,
  });
  const query = { account: mine.account, device_uid: group_uid };
  const shown = await api(getRegisteredDevice, { token: trader.token, query });
  expect(shown.body).toMatchObject({ successor: { code: "D000004" }, can_renew: false, actions: [] });
  expect(shown.body.timeline.at(-1)).toMatchObject({ action: "succeed", role: "system", reason: "D000004" });
  const from = nextMonthStart(TODAY);
  const body = { ...(await onDevice(kit.db, group_uid)), from, remove: [kit.uids[0]] };
  const changed = await api(changeGroup, { token: trader.token, query: { account: mine.account }, body });
  expect(changed.body).toMatchObject({ code: "DEV-041", message: "D000003 has been succeeded by D000004." });
});

test("R11: a device that is renewed keeps its place in its group: not one day of its units is anybody else's", async () => {
  const kit = await endingGroup({ group: 900, devices: [30, 500] });
  expect(await renewed(kit, "D000001")).toBe("D000004");
  const [first] = await unitsOf(kit);
  expect(first).toMatch(
    new RegExp(
      `^D000001 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${dayFrom(30)}, D000003 ${dayFrom(30)} `,
    ),
  );
  expect(await membershipsOf(kit)).toEqual([
    `D000003: D000001 ${BEGAN} ${dayFrom(30)}`,
    `D000003: D000002 ${BEGAN} `,
    `D000003: D000004 ${dayFrom(30)} `,
  ]);
  // Who takes it out later gives it its unit.
  const from = nextMonthStart(nextMonthStart(nextMonthStart(TODAY)));
  const third = await registeredCode(kit, (await meterOn(kit.db, kit.plant)).device_uid);
  const body = {
    ...(await onDevice(kit.db, kit.group_uid)),
    from,
    add: [await deviceUidOf(kit, third)],
    remove: [await deviceUidOf(kit, "D000004")],
  };
  const { api, trader, mine } = kit;
  expect(
    (await api(changeGroup, { token: trader.token, query: { account: mine.account }, body })).status,
  ).toBe(200);
  expect((await unitsOf(kit))[0]).toContain(`D000003 ${dayFrom(30)} ${from}, D000004 ${from} `);
});

test("R11: a device that is changed keeps its place in its group from the next month on, with all days of its units", async () => {
  const kit = await endingGroup({ group: 900, devices: [400, 500] });
  const { api, trader, mine } = kit;
  const { record_uid } = (
    await api(createDeviceApplication, {
      token: trader.token,
      query: { account: mine.account },
      body: { key: randomUUID(), succeeds: "D000001", is_change: true },
    })
  ).body;
  expect((await submitted(kit, record_uid)).status).toBe("pending");
  expect((await kit.act(record_uid, "approve", kit.issuer)).body).toMatchObject({ device_code: "D000004" });
  const from = nextMonthStart(TODAY);
  const [first] = await unitsOf(kit);
  expect(first).toMatch(
    new RegExp(`^D000001 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${from}, D000003 ${from} `),
  );
  expect(await membershipsOf(kit)).toEqual([
    `D000003: D000001 ${BEGAN} ${from}`,
    `D000003: D000002 ${BEGAN} `,
    `D000003: D000004 ${from} `,
  ]);
});

test("GRP-008: a group is renewed after those of its devices that end before it begins, which then stand in its draft by themselves", async () => {
  const kit = await endingGroup({ group: 60, devices: [60, 500] });
  const { record_uid } = await begin(kit, "D000003");
  expect((await submitted(kit, record_uid)).errors).toMatchObject([
    {
      code: "GRP-008",
      message: `D000001 is registered until ${dayFrom(59)} only. Renew it or take it out.`,
      params: { device: "D000001", day: dayFrom(59) },
    },
  ]);
  expect(await renewed(kit, "D000001")).toBe("D000004");
  const { draft, members } = await kit.get(record_uid);
  expect(draft.members).toEqual([await deviceUidOf(kit, "D000004"), kit.uids[1]]);
  expect(members.map(({ ended }) => ended)).toEqual([null, null]);
  expect((await submitted(kit, record_uid)).status).toBe("pending");
  expect((await kit.act(record_uid, "approve", kit.issuer)).body.device_code).toBe("D000005");
  expect((await unitsOf(kit))[0]).toMatch(
    new RegExp(`D000003 ${BEGAN} ${dayFrom(60)}, D000005 ${dayFrom(60)} `),
  );
});

test("R11: a group that is renewed late begins with the day of its submission; who leaves has the units again, who is new joins with a month", async () => {
  const kit = await endingGroup({ group: -10, devices: [400, 500] });
  const third = await registeredCode(kit, (await meterOn(kit.db, kit.plant)).device_uid);
  const { record_uid } = await begin(kit, "D000003");
  const { draft } = await kit.get(record_uid);
  const [, second = ""] = kit.uids;
  await kit.save(record_uid, { ...draft, members: [second, await deviceUidOf(kit, third)] });
  expect((await submitted(kit, record_uid)).status).toBe("pending");
  expect((await kit.act(record_uid, "approve", kit.issuer)).body.device_code).toBe("D000005");
  expect(await membershipsOf(kit)).toEqual([
    `D000003: D000001 ${BEGAN} ${TODAY}`,
    `D000003: D000002 ${BEGAN} ${TODAY}`,
    `D000005: D000002 ${TODAY} `,
    `D000005: D000004 ${nextMonthStart(TODAY)} `,
  ]);
  expect(await unitsOf(kit)).toEqual([
    `D000001 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${TODAY}, D000001 ${TODAY} ${dayFrom(400)}`,
    `D000002 ${dayFrom(-730)} ${BEGAN}, D000003 ${BEGAN} ${TODAY}, D000005 ${TODAY} ${dayFrom(500)}`,
  ]);
});

test("a device of a group is renewed, but goes to another registry only after it was taken out (DEV-012)", async () => {
  const kit = await endingGroup({ group: 900, devices: [300, 500] });
  const { record_uid } = await begin(kit, "D000001");
  const { draft } = await kit.get(record_uid);
  await kit.save(record_uid, { ...draft, fields: { ...draft.fields, registry: "TIGR" } });
  const sent = await submitted(kit, record_uid);
  expect(sent.errors.map(({ code }: { code: string }) => code)).toContain("DEV-012");
});

test("GRP-007: a group is released to no other account; the renewal of a group and of its devices is begun in time", async () => {
  const kit = await endingGroup({ group: 80, devices: [90, 500] });
  const { api, manager, mine, group_uid, db } = kit;
  const body = { ...(await onDevice(db, group_uid)), trade_account_id: "TA-000002" };
  const released = await api(releaseDevice, { token: manager.token, query: { account: mine.account }, body });
  expect(released.body).toMatchObject({
    code: "GRP-007",
    message: "A group goes to no other account: its devices do.",
  });
  expect(await beginRenewals(db)).toBe(2);
  const { rows } = await sql<{ type: string }>`
    select type from device_application where succeeds_id is not null order by type`.execute(db);
  expect(rows.map(({ type }) => type)).toEqual(["grouped", "normal"]);
});
