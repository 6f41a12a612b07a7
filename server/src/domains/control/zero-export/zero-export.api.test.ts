import {
  clearControlNzeLogs,
  controlNzeClient,
  controlNzeLogs,
  setNzeDrills,
  setNzeRule,
  turnNze,
  zeroExportGateways,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { addGridMeter, meterSays, zeroExportPlant } from "../../../../testing/control/zero-export-kit.ts";

async function kit() {
  const at = await zeroExportPlant();
  const { api, plant, token, db } = at;
  const { gateway_uid, project_uid } = plant;
  return {
    ...at,
    turn: (status: boolean, by = token) => api(turnNze, { token: by, body: [{ gateway_uid, status }] }),
    panel: async (by = token) =>
      (await api(zeroExportGateways, { token: by, query: { project_uid } })).body.gateways[0],
    log: async (by = token) => (await api(controlNzeLogs, { token: by, query: { gateway_uid } })).body,
    clear: (by = token) => api(clearControlNzeLogs, { token: by, query: { gateway_uid } }),
    messages: () =>
      db.selectFrom("gateway_message").select(["payload", "sent_at"]).orderBy("message_id").execute(),
    audited: () =>
      db
        .selectFrom("audit_event")
        .select(["action", "subject", "before", "after"])
        .where("action", "like", "gateway.nze%")
        .orderBy("audit_id")
        .execute(),
  };
}

const handOver = (db: Awaited<ReturnType<typeof kit>>["db"], at_ms: number) =>
  db
    .updateTable("gateway_message")
    .set({ sent_at: new Date(at_ms), sent_by: "mqtt" })
    .execute();

test.each([turnNze, controlNzeClient])(
  "$name gives the gateway the command with the limit of its rule, says 'Command sent successfully' and is in the audit log",
  async (call) => {
    const { api, token, plant, messages, audited } = await kit();
    const { gateway_uid } = plant;
    const told = await api(call, { token, body: [{ gateway_uid, status: true }] });
    expect([told.status, told.body.message]).toEqual([200, "Command sent successfully"]);
    const [message] = await messages();
    expect(message?.payload).toMatchObject({
      name: "zero_export",
      on: true,
      export_limit_w: 0,
      device_uid: null,
      command_uid: told.body.commands[0].command_uid,
      revert_after_s: null,
    });
    expect(await audited()).toEqual([
      {
        action: "gateway.nze_turned",
        subject: gateway_uid,
        before: { zero_export: false },
        after: { zero_export: true },
      },
    ]);
  },
);

test("a gateway that is let export goes back to the limited side by itself when the portal falls silent", async () => {
  const { turn, messages } = await kit();
  await turn(false);
  const [message] = await messages();
  expect(message?.payload).toMatchObject({ on: false, revert_after_s: 900, revert_to: "limited" });
});

test("for 3 minutes after it was told a gateway refuses to be told again, with the time, whatever became of the command", async () => {
  const { db, clock, turn, panel, plant } = await kit();
  expect(await panel()).toMatchObject({ gateway_data: { allowToogleNze: true, nze_allowed_at: null } });
  await turn(true);
  const sent = clock.ms;
  await handOver(db, sent);
  await db.updateTable("command").set({ state: "failed" }).execute();
  clock.ms = sent + 46_000;
  const again = await turn(false);
  expect([again.status, again.body.code, again.body.message ?? again.body.detail]).toEqual([
    409,
    "nze.cooldown",
    "Available again in 2:14",
  ]);
  expect(again.body.fields).toEqual({ "body.0.gateway_uid": new Date(sent + 180_000).toISOString() });
  expect(again.headers["retry-after"]).toBe("134");
  expect((await panel()).gateway_data).toMatchObject({
    allowToogleNze: false,
    nze_allowed_at: new Date(sent + 180_000).toISOString(),
  });
  clock.ms = sent + 179_999;
  expect((await turn(false)).status).toBe(409);
  clock.ms = sent + 180_000;
  expect((await panel()).gateway_data).toMatchObject({ allowToogleNze: true, nze_allowed_at: null });
  expect((await turn(false)).status).toBe(200);
  expect(
    await db.selectFrom("command").select("command_id").where("gateway_id", "=", plant.gateway_id).execute(),
  ).toHaveLength(2);
});

test("of two presses at once one is given and one refused", async () => {
  const { turn, messages } = await kit();
  const told = await Promise.all([turn(true), turn(false), turn(true)]);
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await messages()).toHaveLength(1);
});

test("one gateway that cannot be switched refuses all that were named with it", async () => {
  const { db, api, token, plant, messages } = await kit();
  const bare = await db
    .insertInto("gateway")
    .values({ project_id: plant.project_id, serial: "GW-BARE", credential_hash: "none" })
    .returning("gateway_uid")
    .executeTakeFirstOrThrow();
  const body = [plant.gateway_uid, bare.gateway_uid].map((gateway_uid) => ({ gateway_uid, status: true }));
  const told = await api(turnNze, { token, body });
  expect([told.status, told.body.code]).toEqual([409, "nze.no_meter"]);
  expect(await messages()).toEqual([]);
});

test.each([
  ["none", (_: string) => []],
  [
    "one twice",
    (uid: string) => [uid, uid.toUpperCase()].map((gateway_uid) => ({ gateway_uid, status: true })),
  ],
  ["a status that is none", (uid: string) => [{ gateway_uid: uid, status: "on" }]],
  ["an unknown field", (uid: string) => [{ gateway_uid: uid, status: true, force: true }]],
])("a call that names %s is refused and tells nobody", async (_, body) => {
  const { api, token, plant, messages } = await kit();
  const told = await api(turnNze, { token, body: body(plant.gateway_uid) });
  expect([told.status, told.body.code]).toEqual([400, "request.invalid"]);
  expect(await messages()).toEqual([]);
});

test("the log lists what was told and by whom, newest first; clearing hides it from everybody, and what is told later is shown", async () => {
  const { db, clock, turn, log, clear, audited, token } = await kit();
  await turn(true);
  const first = await log();
  expect(first).toMatchObject({
    total_items: 1,
    cleared_at: null,
    items: [{ status: true, state: "queued", cause: "person", by: "Lan Tran" }],
  });
  clock.ms += 200_000;
  const cleared = await clear();
  expect([cleared.status, cleared.body]).toEqual([200, { message: "Clear control nze log successfully" }]);
  expect(await log()).toEqual({ items: [], total_items: 0, cleared_at: new Date(clock.ms).toISOString() });
  // What was told is still known to proof and audit.
  expect(await db.selectFrom("command").select("name").execute()).toHaveLength(1);
  expect((await audited()).map(({ action }) => action)).toEqual([
    "gateway.nze_turned",
    "gateway.nze_log_cleared",
  ]);
  await turn(false);
  await sql`update command set created_at = ${new Date(clock.ms + 1000)} where args ->> 'on' = 'false'`.execute(
    db,
  );
  expect((await log(token)).items.map(({ status }: { status: boolean }) => status)).toEqual([false]);
});

test("to clear a log at least one gateway must be named", async () => {
  const { api, token } = await kit();
  const told = await api(clearControlNzeLogs, { token, query: { gateway_uid: "" } });
  expect([told.status, Object.keys(told.body.fields)]).toEqual([400, ["query.gateway_uid"]]);
});

test("what the portal shows is what the meter says, since when, and not what was asked for", async () => {
  const { db, plant, meter_id, clock, turn, panel } = await kit();
  const meter = { project_id: plant.project_id, device_id: meter_id };
  await turn(true);
  expect(await panel()).toMatchObject({ gateway_data: { nze_status: false }, nze_since: null });
  await meterSays(db, meter, { nze_on: 1, ac_power_w: 100 }, clock.ms - 60_000);
  const since = new Date(clock.ms - 60_000).toISOString();
  expect(await panel()).toMatchObject({ gateway_data: { nze_status: true }, nze_since: since });
  await meterSays(db, meter, { nze_on: 1, ac_power_w: 200 }, clock.ms - 30_000);
  expect((await panel()).nze_since).toBe(since);
  await meterSays(db, meter, { nze_on: 0 }, clock.ms);
  expect(await panel()).toMatchObject({
    gateway_data: { nze_status: false },
    nze_since: new Date(clock.ms).toISOString(),
  });
});

test("the rule of a gateway is kept from its instant on, sent to the gateway, and its limit goes with the next command", async () => {
  const { api, db, token, plant, clock, panel, messages, audited, turn } = await kit();
  const query = { gateway_uid: plant.gateway_uid };
  expect(await panel()).toMatchObject({
    rule: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
    rule_since: null,
  });
  const rule = { export_limit_w: 5000, back_within_s: 45, meter_silent_s: 8, failsafe_w: 1000 };
  expect((await api(setNzeRule, { token, query, body: rule })).status).toBe(200);
  expect(await panel()).toMatchObject({ rule, rule_since: new Date(clock.ms).toISOString() });
  expect((await messages()).map(({ payload }) => payload)).toMatchObject([
    { name: "nze_parameters", ...rule },
  ]);
  clock.ms += 1000;
  await api(setNzeRule, { token, query, body: { ...rule, export_limit_w: 0 } });
  expect(await db.selectFrom("nze_rule").select("export_limit_w").orderBy("since").execute()).toEqual([
    { export_limit_w: 5000 },
    { export_limit_w: 0 },
  ]);
  const [first, second] = await audited();
  expect(first).toMatchObject({
    action: "gateway.nze_rule_set",
    before: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
    after: rule,
  });
  expect(second).toMatchObject({ before: { export_limit_w: 5000 }, after: { export_limit_w: 0 } });
  await api(setNzeRule, { token, query, body: rule });
  await turn(true);
  expect((await messages()).at(-1)?.payload).toMatchObject({ name: "zero_export", export_limit_w: 5000 });
});

test.each([
  ["export_limit_w", -1],
  ["export_limit_w", 1e10],
  ["back_within_s", 0],
  ["back_within_s", 3601],
  ["meter_silent_s", 2.5],
  ["failsafe_w", null],
])("a rule with %s of %s is refused by the field's name", async (field, value) => {
  const { api, token, plant } = await kit();
  const rule = { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0, [field]: value };
  const told = await api(setNzeRule, { token, query: { gateway_uid: plant.gateway_uid }, body: rule });
  expect([told.status, Object.keys(told.body.fields)]).toEqual([400, [`body.${field}`]]);
});

test("who may only look sees switch, rule and log, and is refused every change; for a stranger the gateway is not there", async () => {
  const { api, db, plant, panel, log, token } = await kit();
  const { gateway_uid } = plant;
  const reader = (await accountOn(db, { project_id: plant.project_id, role: "read_only" })).token;
  const manager = (await accountOn(db, { project_id: plant.project_id, role: "managed" })).token;
  const other = await scene(db);
  await addGridMeter(db, other);
  const stranger = await tokenFor(db, other);
  const changes = (by: string) => [
    api(turnNze, { token: by, body: [{ gateway_uid, status: true }] }),
    api(clearControlNzeLogs, { token: by, query: { gateway_uid } }),
    api(setNzeRule, {
      token: by,
      query: { gateway_uid },
      body: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
    }),
    api(setNzeDrills, { token: by, query: { gateway_uid }, body: { weekly: true } }),
  ];
  for (const told of await Promise.all(changes(reader))) {
    expect([told.status, told.body.code]).toEqual([403, "gateway.read_only"]);
  }
  for (const told of await Promise.all(changes(stranger))) {
    expect([told.status, told.body.code]).toEqual([404, "gateway.not_found"]);
  }
  expect((await api(controlNzeLogs, { token: stranger, query: { gateway_uid } })).body.code).toBe(
    "gateway.not_found",
  );
  const mixed = [gateway_uid, other.gateway_uid].map((uid) => ({ gateway_uid: uid, status: true }));
  expect((await api(turnNze, { token, body: mixed })).status).toBe(404);
  expect((await panel(reader)).gateway_info.uid).toBe(gateway_uid);
  expect((await log(reader)).items).toEqual([]);
  for (const told of await Promise.all(changes(manager))) expect(told.status).toBe(200);
});
