// Rules R1, R3, R10, R11, R12 and R14 as they bear on devices, groups and folders.
import {
  getDeviceConsent,
  getRegisteredDevice,
  removeDevice,
  removeGateway,
  removeProject,
  replaceDevice,
  setDeviceConsent,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { PDF } from "../../../../testing/file-kit.ts";
import { callsOf, soundDraft } from "../../../../testing/registry/device-calls.ts";
import { deviceApi, meterOn, registeredCode } from "../../../../testing/registry/device-kit.ts";

type Kit = Awaited<ReturnType<typeof deviceApi>>;

test("R1: a meter of one device is in no other: not in another registry, not behind a second gateway", async () => {
  const kit = await deviceApi();
  const { meter, plant, db } = kit;
  expect(await registeredCode(kit, meter.device_uid)).toBe("D000001");
  const bound = `DEV-012 Meter ${meter.serial} is already bound to D000001.`;
  expect(await registeredCode(kit, meter.device_uid, { registry: "TIGR" })).toBe(bound);
  const { gateway_id } = await db
    .insertInto("gateway")
    .values({ project_id: plant.project_id, serial: "GW-second", credential_hash: "none" })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const spelled = `${meter.serial.slice(0, 2)}-${meter.serial.slice(2).toLowerCase()} `;
  const again = await meterOn(db, { project_id: plant.project_id, gateway_id }, spelled);
  expect(await registeredCode(kit, again.device_uid)).toBe(
    `DEV-012 Meter ${spelled} is already bound to D000001.`,
  );
  await db
    .updateTable("device")
    .set({ manufacturer: null })
    .where("device_id", "=", again.device_id)
    .execute();
  expect(await registeredCode(kit, again.device_uid)).toMatch(/^DEV-012/);
});

test("R1: two approvals of the same meter at once make one device", async () => {
  const kit = await deviceApi();
  const { create, save, uploadAll, consent, act, trader, issuer, secondIssuer, mine, meter, plant } = kit;
  const uids = [];
  for (let i = 0; i < 2; i += 1) {
    const { record_uid } = await create();
    await save(record_uid, soundDraft(plant.project_uid, meter.device_uid));
    await uploadAll(record_uid);
    await consent(record_uid);
    expect((await act(record_uid, "submit", trader, { account: mine.account })).status).toBe(200);
    uids.push(record_uid);
  }
  const [a = "", b = ""] = uids;
  const both = await Promise.all([act(a, "approve", issuer), act(b, "approve", secondIssuer)]);
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.body.code).toBe("DEV-012");
  const { count } = await kit.db
    .selectFrom("device_unit")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("R1: the database itself refuses a unit in two devices at a time", async () => {
  const kit = await deviceApi();
  await registeredCode(kit, kit.meter.device_uid);
  const twice = sql`insert into device_unit (unit_id, registered_device_id, demonstration, role, valid)
    select unit_id, registered_device_id, demonstration, role, daterange(current_date + 10, current_date + 20) from device_unit`;
  await expect(twice.execute(kit.db)).rejects.toThrow(/unit_in_one_device/);
});

test("DEV-008: another account is told that a meter is registered, and by which code", async () => {
  const kit = await deviceApi();
  await registeredCode(kit, kit.meter.device_uid);
  const { db, stranger, other, meter, plant } = kit;
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: stranger.account_id, role: "owner" })
    .execute();
  const theirs: Kit = { ...kit, ...callsFor(kit) };
  const refused = await registeredCode(theirs, meter.device_uid);
  expect(refused).toBe("DEV-008 This device is already registered as D000001 in IREC by another account.");
  expect(other.account).not.toBe(kit.mine.account);
});

/** The kit's calls as the stranger of the other company. */
function callsFor(kit: Kit) {
  const { api, other: mine, stranger: trader } = kit;
  return { mine, trader, ...callsOf({ api, mine, trader, pdf: PDF }) };
}

test("R3: of a main, a check and an export meter, a battery and inverters exactly one figure counts, and each says what it is to it", async () => {
  const kit = await deviceApi();
  const { db, plant, meter, create, save, act, trader, issuer, mine, uploadAll, consent, get, api } = kit;
  const check = await meterOn(db, plant);
  const more = await db
    .insertInto("device")
    .values(
      ["grid_meter", "battery"].map((asset_type) => ({
        project_id: plant.project_id,
        gateway_id: plant.gateway_id,
        asset_type,
        serial: asset_type,
      })),
    )
    .returning("device_uid")
    .execute();
  const { record_uid } = await create();
  const draft = soundDraft(plant.project_uid, meter.device_uid);
  const meters = [
    { device_uid: meter.device_uid, role: "main" as const },
    { device_uid: check.device_uid, role: "check" as const },
    { device_uid: plant.device_uid, role: "inverter" as const },
  ];
  await uploadAll(record_uid);
  for (const { device_uid } of more) {
    await save(record_uid, { ...draft, meters: [...meters, { device_uid, role: "main" }] });
    await consent(record_uid);
    const { code, message } = (await act(record_uid, "submit", trader, { account: mine.account })).body;
    const missing = "DEV-011 Select the portal project and meters that measure this device.";
    expect(`${code} ${message}`).toBe(missing);
  }
  await save(record_uid, {
    ...draft,
    meters: [...meters, { device_uid: more[0]?.device_uid ?? "", role: "export" }],
  });
  await act(record_uid, "submit", trader, { account: mine.account });
  expect((await act(record_uid, "approve", issuer)).body.status).toBe("approved");
  const device_uid = (await get(record_uid)).device?.device_uid ?? "";
  const { body } = await api(getRegisteredDevice, {
    token: trader.token,
    query: { account: mine.account, device_uid },
  });
  const units: { serial: string; role: string; parts: string[] }[] = body.units;
  expect(units.map(({ role, parts }) => [role, parts])).toEqual([
    ["check", []],
    ["export", []],
    ["inverter", []],
    ["main", ["counts"]],
  ]);
});

test("R10: only an owner of the plant is asked and consents; a guest and a manager are not, and a project of others is none", async () => {
  const { create, save, get, act, api, consent, db, plant, meter, trader, manager, mine } = await deviceApi();
  const draft = soundDraft(plant.project_uid, meter.device_uid);
  const { record_uid } = await create();
  await save(record_uid, draft);
  expect((await get(record_uid)).facts).toMatchObject({ project: "Roof 1", consent: false });
  for (const role of ["read_only", "managed"] as const) {
    const guest = await accountOn(db, { project_id: plant.project_id, role });
    expect((await api(getDeviceConsent, { token: guest.token, query: { record_uid } })).status).toBe(404);
    expect((await consent(record_uid, { ...trader, token: guest.token })).status).not.toBe(200);
  }
  const { status } = await api(getDeviceConsent, { token: manager.token, query: { record_uid } });
  expect(status).toBe(404);
  const other = await api(setDeviceConsent, {
    token: trader.token,
    body: { record_uid, consents: true, statement: "Something else" },
  });
  expect([other.status, other.body.code]).toEqual([409, "GEN-409"]);
  expect((await consent(record_uid)).body).toMatchObject({
    signed_by: "A trader",
    company: "Xanh Energy JSC",
  });
  expect((await get(record_uid)).facts.consent).toBe(true);
  await db
    .updateTable("project_member")
    .set({ role: "managed" })
    .where("account_id", "=", trader.account_id)
    .execute();
  expect((await get(record_uid)).facts.consent).toBe(false);
  await db.deleteFrom("project_member").where("account_id", "=", trader.account_id).execute();
  const foreign = await create();
  await save(foreign.record_uid, draft);
  expect((await get(foreign.record_uid)).facts).toMatchObject({ project: null, meters: [] });
  const refused = await act(foreign.record_uid, "submit", trader, { account: mine.account });
  expect(refused.body.errors.map(({ code }: { code: string }) => code)).toContain("DEV-011");
});

test("R10: project, gateway and device with a bound point stay, and so does a point that would be replaced", async () => {
  const kit = await deviceApi();
  const { api, db, trader, plant, meter } = kit;
  await registeredCode(kit, meter.device_uid);
  const { project_uid, gateway_uid } = plant;
  const refusals = [
    await api(removeProject, { token: trader.token, query: { project_uid } }),
    await api(removeGateway, { token: trader.token, query: { gateway_uid } }),
    await api(removeDevice, { token: trader.token, query: { project_uid, device_uid: meter.device_uid } }),
    await api(replaceDevice, {
      token: trader.token,
      body: { project_uid, device_uid: meter.device_uid, serial: "NEW-1" },
    }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.code, body.message]).toEqual([
      409,
      "device.bound",
      `Meter ${meter.serial} is bound to the registered device D000001 and cannot be removed`,
    ]);
  }
  const by = sql`update device set removed_at = now() where device_id = ${meter.device_id}`;
  await expect(by.execute(db)).rejects.toThrow(/is bound to a registered device/);
  // A device that nothing is registered of goes.
  const free = await api(removeDevice, {
    token: trader.token,
    query: { project_uid, device_uid: plant.device_uid },
  });
  expect(free.status).toBe(200);
});
