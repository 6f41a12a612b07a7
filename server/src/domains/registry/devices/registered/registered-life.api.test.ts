// What becomes of a registered device: who suspends and resumes it, what its plant does to it, and for whom it waits (rule R10).
import {
  decideOnDevice,
  getDeviceConsent,
  listRegisteredDevices,
  plantCertificates,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../../testing/registry/device-calls.ts";
import {
  anotherPlant,
  deviceApi,
  deviceUidOf,
  onDevice,
  registeredCode,
} from "../../../../../testing/registry/device-kit.ts";
import { issuerOf, person, platformOperator } from "../../../../../testing/registry/record-kit.ts";
import { registeredDevice, said } from "../../../../../testing/registry/registered-kit.ts";

const WITHDRAWN = "The owner of the plant has withdrawn the consent";

test("a registered device has its timeline from its registration on, and its actions are those of its life cycle", async () => {
  const { read, trader, manager, viewer, operator, of } = await registeredDevice();
  expect(await read()).toMatchObject({
    status: "in_force",
    version: 1,
    next: null,
    actions: ["suspend", "ask_change", "find_meter"],
    timeline: [{ action: "register", role: "issuer", from_status: null, to_status: "in_force" }],
  });
  expect((await read(trader.token, of)).actions).toEqual([]);
  expect((await read(manager.token, of)).actions).toEqual(["release"]);
  expect((await read(viewer.token, of)).actions).toEqual([]);
  expect((await read(operator.token)).actions).toEqual(["suspend", "ask_change"]);
});

test("an issuer or a platform operator asks for a change with a reason, which stops nothing and stands in the timeline", async () => {
  const { read, decide, issuer, operator, trader, of } = await registeredDevice();
  expect((await decide(trader.token, "ask_change", of)).body.code).toBe("GEN-403");
  expect((await decide(issuer.token, "ask_change", {}, "No")).body.code).toBe("GEN-423");
  expect((await decide(issuer.token, "ask_change")).body).toMatchObject({ status: "in_force", version: 2 });
  expect((await decide(operator.token, "ask_change")).body).toMatchObject({ status: "in_force", version: 3 });
  const seen = await read(trader.token, of);
  expect(seen).toMatchObject({ status: "in_force", suspended: false, next: null });
  expect(seen.timeline.slice(1)).toMatchObject([
    { action: "ask_change", role: "issuer", reason: expect.stringMatching(/.{10}/) },
    { action: "ask_change", role: "platform_operator" },
  ]);
});

test("an issuer suspends a device and a platform operator resumes it, each with a reason that its timeline tells", async () => {
  const { read, decide, issuer, operator, trader, viewer, stranger, other, of } = await registeredDevice();
  expect((await decide(trader.token, "suspend", of)).body.code).toBe("GEN-403");
  expect((await decide(viewer.token, "suspend", of)).body.code).toBe("GEN-403");
  expect((await decide(stranger.token, "suspend", { account: other.account })).body.code).toBe("GEN-404");
  expect((await decide(issuer.token, "suspend", {}, "No")).body.code).toBe("GEN-423");
  expect((await decide(issuer.token, "suspend")).body).toMatchObject({ status: "suspended", version: 2 });
  expect(said(await decide(issuer.token, "suspend"))).toBe(
    "422 GEN-422 Device D000001 is Suspended; suspend is not possible.",
  );
  const seen = await read(trader.token, of);
  expect(seen).toMatchObject({ status: "suspended", suspended: true, next: { by: "issuer", is_you: false } });
  expect(seen.timeline.at(-1)).toMatchObject({ action: "suspend", role: "issuer", person: null });
  expect((await decide(operator.token, "resume")).body).toMatchObject({ status: "in_force" });
  expect(await read()).toMatchObject({ suspended: false, suspended_because: null, next: null });
});

test("R28: who decides on a device has proved lately who it is", async () => {
  const { db, decide, issuer, read } = await registeredDevice();
  await sql`update account set password_hash = 'x' where account_id = ${issuer.account_id}`.execute(db);
  for (const action of ["suspend", "resume", "confirm_binding"]) {
    await db
      .updateTable("registered_device")
      .set({ status: BEFORE[action] ?? "in_force" })
      .execute();
    expect((await decide(issuer.token, action)).body.code).toBe("confirmation.required");
  }
  expect((await read()).version).toBe(1);
});
const BEFORE: Readonly<Record<string, string>> = {
  suspend: "in_force",
  resume: "suspended",
  confirm_binding: "binding_suspended",
};

test("GEN-409: a decision on what was changed meanwhile is refused", async () => {
  const { api, db, device_uid, decide, issuer } = await registeredDevice();
  const before = await onDevice(db, device_uid);
  await decide(issuer.token, "suspend");
  const body = { ...before, action: "resume", reason: "As it was seen before." };
  expect((await api(decideOnDevice, { token: issuer.token, query: {}, body })).body.code).toBe("GEN-409");
});

test("R26, AUTH-005: whoever has a part in the plant of any device of a group decides nothing about the group", async () => {
  const kit = await deviceApi();
  const { api, db, create, save, upload, act, trader, issuer, operator, mine, plant, meter } = kit;
  const other = await anotherPlant(kit);
  const codes = [
    await registeredCode(kit, meter.device_uid),
    await registeredCode({ ...kit, plant: other.plant }, other.meter.device_uid),
  ];
  const members = [await deviceUidOf(kit, codes[0] ?? ""), await deviceUidOf(kit, codes[1] ?? "")];
  const { record_uid } = await create({ type: "grouped" });
  const { fields } = soundDraft("", "");
  await save(record_uid, { fields: { ...fields, project_uid: "" }, meters: [], members });
  await upload(record_uid, "registration_form");
  await upload(record_uid, "owner_declaration");
  await act(record_uid, "submit", trader, { account: mine.account });
  expect((await act(record_uid, "approve", issuer)).body.status).toBe("approved");
  const device_uid = await deviceUidOf(kit, "D000003");
  const suspend = async (token: string) => {
    const body = { ...(await onDevice(db, device_uid)), action: "suspend", reason: "To be looked at." };
    return api(decideOnDevice, { token, query: {}, body });
  };
  const [one, two] = [await issuerOf(db), await platformOperator(db)];
  await db
    .insertInto("project_member")
    .values([
      { project_id: plant.project_id, account_id: one.account_id, role: "read_only" },
      { project_id: other.plant.project_id, account_id: two.account_id, role: "read_only" },
    ])
    .execute();
  expect((await suspend(one.token)).body.code).toBe("AUTH-005");
  expect((await suspend(two.token)).body.code).toBe("AUTH-005");
  expect((await suspend(operator.token)).body.status).toBe("suspended");
});

test("R10, DEV-015: who withdraws the consent suspends the device, and nobody resumes it until an owner consents again", async () => {
  const kit = await registeredDevice();
  const { record_uid, consent, read, decide, issuer, operator, trader, of, waiting } = kit;
  expect((await consent(record_uid, trader, false)).body.signed_at).toBeNull();
  expect(await read(trader.token, of)).toMatchObject({
    status: "without_consent",
    suspended: true,
    suspended_because: WITHDRAWN,
    next: { by: "trader", is_you: true },
  });
  expect((await waiting(trader.token, of)).yours).toMatchObject([
    { service: "registered", status: "without_consent", number: "D000001" },
  ]);
  expect((await decide(issuer.token, "resume")).body.code).toBe("GEN-422");
  expect((await consent(record_uid)).status).toBe(200);
  const again = await read();
  expect(again).toMatchObject({ status: "suspended", suspended: true, next: { by: "issuer", is_you: true } });
  expect(again.next.until).toMatch(/T15:59:59\.999Z$/);
  expect(again.timeline.map(({ action }: { action: string }) => action)).toEqual([
    "register",
    "lose_consent",
    "find_consent",
  ]);
  await kit.db.updateTable("device_consent").set({ withdrawn_at: new Date() }).execute();
  for (const { token } of [issuer, operator]) {
    expect(said(await decide(token, "resume"))).toBe(
      "422 DEV-015 An owner of the project Roof 1 must consent to this registration.",
    );
  }
  await consent(record_uid);
  expect((await decide(issuer.token, "resume")).body.status).toBe("in_force");
});

test("R10: when the owner who consented leaves the plant, the device is suspended at once, and its record follows", async () => {
  const kit = await registeredDevice();
  const { db, record_uid, consent, read, decide, waiting, followed, trader, manager, issuer, plant } = kit;
  const { project_id } = plant;
  const become = (account_id: number, role: "owner" | "managed") =>
    db
      .insertInto("project_member")
      .values({ project_id, account_id, role })
      .onConflict((on) => on.columns(["account_id", "project_id"]).doUpdateSet({ role }))
      .execute();
  await become(manager.account_id, "owner");
  expect(await read()).toMatchObject({ suspended: false });
  await become(trader.account_id, "managed");
  const reason = "The owner who consented no longer owns the plant";
  expect(await read()).toMatchObject({ suspended: true, suspended_because: reason });
  await followed();
  expect(await read()).toMatchObject({ status: "without_consent", suspended_because: reason });
  expect((await waiting()).others).toMatchObject([{ service: "registered", status: "without_consent" }]);
  expect((await consent(record_uid, manager)).status).toBe(200);
  expect((await waiting()).yours).toMatchObject([{ service: "registered", status: "suspended" }]);
  expect((await decide(issuer.token, "resume")).status).toBe(200);
  await db.deleteFrom("project_member").where("account_id", "=", manager.account_id).execute();
  await followed();
  expect(await read()).toMatchObject({ status: "without_consent", suspended_because: reason });
});

test("R10: a group needs the consent for the plant of each of its devices", async () => {
  const kit = await registeredDevice();
  const { db, api, create, save, upload, act, trader, issuer, of, consent } = kit;
  const other = await anotherPlant(kit);
  const code = await registeredCode({ ...kit, plant: other.plant }, other.meter.device_uid);
  const second = await db
    .selectFrom("device_application")
    .select("record_uid")
    .where("plant_id", "=", other.plant.project_id)
    .executeTakeFirstOrThrow();
  const { record_uid } = await create({ type: "grouped" });
  const { fields } = soundDraft("", "");
  const members = [kit.device_uid, await deviceUidOf(kit, code)];
  await save(record_uid, { fields: { ...fields, project_uid: "" }, meters: [], members });
  await upload(record_uid, "registration_form");
  await upload(record_uid, "owner_declaration");
  await act(record_uid, "submit", trader, of);
  await act(record_uid, "approve", issuer);
  await consent(second.record_uid, trader, false);
  const { items } = (await api(listRegisteredDevices, { token: issuer.token, query: { order_type: "asc" } }))
    .body;
  expect(items.map((one: Record<string, string>) => [one["device_unique_id"], one["status"]])).toEqual([
    ["D000001", "in_force"],
    ["D000002", "without_consent"],
    ["D000003", "without_consent"],
  ]);
  await consent(second.record_uid);
  const group = await deviceUidOf(kit, "D000003");
  const body = { ...(await onDevice(db, group)), action: "resume", reason: "Both owners consent." };
  expect((await api(decideOnDevice, { token: issuer.token, query: {}, body })).body.status).toBe("in_force");
});

test("R10: an owner finds the consent on the plant's page and at the device, with the devices that withdrawing it suspends; nobody else does", async () => {
  const kit = await registeredDevice();
  const { db, api, read, consent, record_uid, trader, manager, issuer, of, plant, decide } = kit;
  const query = { project_uid: plant.project_uid };
  const atPlant = async (token: string) => (await api(plantCertificates, { token, query })).body;
  const mine = [{ record_uid, project: "Roof 1", company: "Xanh Energy JSC" }];
  expect((await atPlant(trader.token)).consents).toEqual(mine);
  expect((await read(trader.token, of)).consents).toEqual(mine);
  // An owner without a role in any business account finds it at the plant too.
  const owner = await person(db);
  const { project_id } = plant;
  const member = { project_id, account_id: owner.account_id, role: "owner" as const };
  await db.insertInto("project_member").values(member).execute();
  expect(await atPlant(owner.token)).toMatchObject({ account: null, device: null, consents: mine });
  await db
    .insertInto("project_member")
    .values({ project_id, account_id: manager.account_id, role: "managed" })
    .execute();
  expect((await atPlant(manager.token)).consents).toEqual([]);
  expect((await read(manager.token, of)).consents).toEqual([]);
  expect((await read()).consents).toEqual([]);
  const asked = await api(getDeviceConsent, { token: owner.token, query: { record_uid } });
  expect(asked.body.devices).toEqual(["D000001"]);
  expect((await consent(record_uid, owner, false)).status).toBe(200);
  // What is withdrawn is found there still, to be given again.
  expect((await atPlant(owner.token)).consents).toEqual(mine);
  expect((await atPlant(trader.token)).device).toMatchObject({
    code: "D000001",
    status: "without_consent",
    suspended_because: WITHDRAWN,
    next: { by: "trader", is_you: true },
  });
  await consent(record_uid, owner);
  await decide(issuer.token, "resume");
  expect((await atPlant(trader.token)).device).toMatchObject({ status: "in_force", next: null });
});

test("what is over waits for nobody", async () => {
  const { db, decide, waiting, issuer } = await registeredDevice();
  await decide(issuer.token, "suspend");
  expect((await waiting()).yours).toHaveLength(1);
  await sql`update registered_device set valid = daterange('2020-01-01', current_date)`.execute(db);
  expect((await waiting()).yours).toEqual([]);
});
