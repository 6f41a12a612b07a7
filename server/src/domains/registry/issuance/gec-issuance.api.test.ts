// Green certificates from the registration of a plant to the inventory (certificates.md §3.7.5, R3, ISS-012).
import {
  addDays,
  commandIssuance,
  createIssuance,
  daysBetween,
  listInventory,
  readIssuance,
  type DeviceDraft,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../testing/registry/device-calls.ts";
import { deviceApi } from "../../../../testing/registry/device-kit.ts";
import { lastMonth, meterDays } from "../../../../testing/registry/issuance-kit.ts";
import { issuerOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";

const IN_CHINA = {
  registry: "GEC",
  location: "CN",
  province: "浙江",
  latitude: "30.75",
  longitude: "120.69",
};

/** A plant in China with a meter of generation and one at the grid, and the draft that registers it. */
async function plantInChina() {
  const kit = await deviceApi();
  const { db, plant, meter } = kit;
  await sql`update project set timezone = 'Asia/Shanghai' where project_id = ${plant.project_id}`.execute(db);
  const grid = await db
    .insertInto("device")
    .values({
      project_id: plant.project_id,
      gateway_id: plant.gateway_id,
      asset_type: "grid_meter",
      serial: "GM-1",
    })
    .returning(["device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  const sound = soundDraft(plant.project_uid, meter.device_uid);
  const draft: DeviceDraft = { ...sound, fields: { ...sound.fields, ...IN_CHINA } };
  const atGrid: DeviceDraft = {
    ...draft,
    meters: [...draft.meters, { device_uid: grid.device_uid, role: "export" }],
  };
  return { ...kit, grid, draft, atGrid, issuer: await issuerOf(db, "GEC", "CN") };
}

type Plant = Awaited<ReturnType<typeof plantInChina>>;

/** Registers the plant, and has it be registered since the beginning of last year: what is approved today has no last month. */
async function registered({ create, save, uploadAll, consent, act, get, db, ...kit }: Plant) {
  const { record_uid } = await create();
  await save(record_uid, kit.atGrid);
  await uploadAll(record_uid);
  await consent(record_uid);
  expect((await act(record_uid, "submit", kit.trader, { account: kit.mine.account })).status).toBe(200);
  expect((await act(record_uid, "approve", kit.issuer)).body.status).toBe("approved");
  await sql`update registered_device set registered_on = '2025-01-01', valid = '[2025-01-01,2035-01-01)'`.execute(
    db,
  );
  await sql`update device_unit set valid = '[2025-01-01,2035-01-01)'`.execute(db);
  await sql`update unit_binding set valid = '[2025-01-01,)'`.execute(db);
  return (await get(record_uid)).device?.device_uid ?? "";
}

test("DEV-019, DEV-020: an application for GEC without a meter of export is refused, and one that takes the consumers' import off", async () => {
  const plant = await plantInChina();
  const { create, save, uploadAll, consent, act, trader, mine, draft, grid } = plant;
  const { record_uid } = await create();
  await uploadAll(record_uid);
  const refusal = async (asked: DeviceDraft) => {
    await save(record_uid, asked);
    await consent(record_uid);
    const { status, body } = await act(record_uid, "submit", trader, { account: mine.account });
    return [status, body.code, body.message];
  };
  expect(await refusal(draft)).toEqual([
    422,
    "DEV-019",
    "GEC certifies exported electricity alone: choose the meter at the grid that counts it.",
  ]);
  const mixed = {
    ...draft,
    meters: [...draft.meters, { device_uid: grid.device_uid, role: "grid" as const }],
  };
  expect(await refusal(mixed)).toEqual([
    422,
    "DEV-020",
    "With on-site consumption the import of the meter at the grid is no station supply.",
  ]);
});

test("R3, ISS-012: a plant of GEC is registered with its meters, and what it exported of a month becomes green certificates", async () => {
  const plant = await plantInChina();
  const { db, api, trader, mine, issuer, meter, grid } = plant;
  const device_uid = await registered(plant);
  const { project_id } = plant.plant;
  const month = lastMonth("Asia/Shanghai");
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  const each = (wh: number) => Object.fromEntries(days.map((day) => [day, wh]));
  await meterDays(db, { project_id, device_id: meter.device_id }, each(2_400_000));
  await meterDays(db, { project_id, device_id: grid.device_id }, each(700_500), "export");
  const of = { account: mine.account };
  const begun = await api(createIssuance, {
    token: trader.token,
    query: of,
    body: { device_uid, ...month, key: randomUUID() },
  });
  const { record_uid } = begun.body;
  const act = async (action: string, token: string, query: object) => {
    const { version } = await db
      .selectFrom("issuance")
      .select("version")
      .where("record_uid", "=", record_uid)
      .executeTakeFirstOrThrow();
    const body = recordCommandOf({ record_uid, version }, action);
    return (await api(commandIssuance, { token, query: { ...query }, body })).body;
  };
  const shown = (await api(readIssuance, { token: trader.token, query: { ...of, record_uid } })).body;
  expect(shown.checks.find(({ code }: { code: string }) => code === "ISS-012")).toMatchObject({
    outcome: "passed",
  });
  expect(shown.days[0]).toMatchObject({
    wh: 700_500,
    meter_wh: 2_400_000,
    exported_wh: 700_500,
    evidence: "A",
  });
  expect((await act("submit", trader.token, of)).status).toBe("pending");
  expect((await act("approve", issuer.token, {})).status).toBe("approved");
  const quantity = Math.floor(((days.length - 1) * 700_500) / 1_000_000);
  const batches = await db.selectFrom("certificate_batch").select(["code", "quantity"]).execute();
  expect(batches).toEqual([
    { code: `GEC-CN-D000001-${month.from_day.slice(0, 7).replace("-", "")}-0001`, quantity },
  ]);
  const { items } = (await api(listInventory, { token: trader.token, query: { ...of, registry: "GEC" } }))
    .body;
  expect(items).toMatchObject([{ device: "D000001", available: quantity, total: quantity }]);
});

test("ISS-012: a plant of GEC whose export nobody counts is refused", async () => {
  const plant = await plantInChina();
  const { db, api, trader, mine, meter } = plant;
  const device_uid = await registered(plant);
  // As it was registered before points at the grid could be bound.
  await sql`delete from device_unit where role = 'export'`.execute(db);
  const month = lastMonth("Asia/Shanghai");
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  const metered = { project_id: plant.plant.project_id, device_id: meter.device_id };
  await meterDays(db, metered, Object.fromEntries(days.map((day) => [day, 2_400_000])));
  const of = { account: mine.account };
  const begun = await api(createIssuance, {
    token: trader.token,
    query: of,
    body: { device_uid, ...month, key: randomUUID() },
  });
  const body = recordCommandOf({ record_uid: begun.body.record_uid, version: 1 }, "submit");
  const refused = await api(commandIssuance, { token: trader.token, query: of, body });
  expect([refused.body.code, refused.body.message]).toEqual([
    "ISS-012",
    "Self-consumed electricity cannot be certified under GEC.",
  ]);
});
