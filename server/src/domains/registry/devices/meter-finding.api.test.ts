import {
  addDays,
  daysBetween,
  getRegisteredDevice,
  localDay,
  recordMeterFinding,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onDevice } from "../../../../testing/registry/device-kit.ts";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { boundInverter, lastMonth, meterDays } from "../../../../testing/registry/issuance-kit.ts";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import { compareChangedDays } from "../issuance/corrections/corrections.sql.ts";

/** A desk whose meter is silent from the tenth of last month on while its inverter goes on. */
async function silentMeter() {
  const desk = await issuanceDesk();
  const { db, api, plant, issuer } = desk;
  const month = lastMonth();
  const silent_from = addDays(month.from_day, 9);
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  await meterDays(
    db,
    plant,
    Object.fromEntries(days.map((day) => [day, day < silent_from ? 3_000_000 : null])),
  );
  await meterDays(
    db,
    await boundInverter(db, plant),
    Object.fromEntries(days.map((day) => [day, 2_900_000])),
  );
  const unit = await db
    .selectFrom("generating_unit")
    .select(["unit_uid", "serial"])
    .where("unit_id", "=", plant.unit_id)
    .executeTakeFirstOrThrow();
  const find = async (more: object = {}, token = issuer.token, query: object = {}) =>
    api(recordMeterFinding, {
      token,
      query: { ...query },
      body: {
        ...(await onDevice(db, plant.device_uid)),
        unit_uid: unit.unit_uid,
        kind: "dead",
        day: silent_from,
        last_reading_wh: 123_456_000,
        reason: "The display is dark.",
        ...more,
      },
    });
  return { ...desk, month, silent_from, unit, find };
}

test("R5: inverters stand in for a meter from the day on that an issuer found it dead, and not before", async () => {
  const { db, api, begin, read, act, find, month, silent_from, plant, issuer } = await silentMeter();
  const { record_uid } = await begin(month);
  const failed = async () =>
    (await read(record_uid)).checks.filter((check: { outcome: string }) => check.outcome === "failed");
  expect((await failed()).map(({ code }: { code: string }) => code)).toEqual(["ISS-014"]);
  expect((await find()).body).toMatchObject({ status: "in_force", version: 2 });
  await compareChangedDays(db);
  expect(await failed()).toEqual([]);
  const { days } = await read(record_uid);
  const sources = days.map(({ day, source, evidence }: Record<string, string>) => [day, source, evidence]);
  expect(sources.slice(8, 10)).toEqual([
    [addDays(silent_from, -1), "meter", "A"],
    [silent_from, "inverters", "B"],
  ]);
  expect((await act(record_uid, "submit")).status).toBe(200);
  const { body } = await api(getRegisteredDevice, {
    token: issuer.token,
    query: { device_uid: plant.device_uid },
  });
  expect(body.units.map(({ findings }: { findings: object[] }) => findings)).toContainEqual([
    expect.objectContaining({ kind: "dead", day: silent_from, last_reading_wh: 123_456_000 }),
  ]);
});

test("R5: a replacement that an issuer confirms settles the days of a counter that began anew", async () => {
  const { db, plant, begin, read, find, month } = await silentMeter();
  const day = addDays(month.from_day, 2);
  await db
    .insertInto("ledger_event")
    .values({
      project_id: plant.project_id,
      device_id: plant.device_id,
      quantity: "production",
      kind: "reset",
      at: new Date(),
      detail: { since: Date.parse(`${day}T03:00:00Z`) },
    })
    .execute();
  const { record_uid } = await begin({ from_day: month.from_day, to_day: day });
  const settled = async () => (await read(record_uid)).days.at(-1)?.is_settled;
  expect(await settled()).toBe(false);
  expect((await find({ kind: "replaced", day, last_reading_wh: null })).status).toBe(200);
  await compareChangedDays(db);
  expect(await settled()).toBe(true);
});

test("DEV-036, DEV-037, DEV-038: a finding is of a day that the meter had here, a dead meter has its last reading, and each is found once", async () => {
  const { find, silent_from, unit } = await silentMeter();
  const codes = async (more: object) =>
    ((await find(more)).body.errors ?? []).map((one: Record<string, string>) => `${one.code} ${one.message}`);
  const today = localDay("Asia/Ho_Chi_Minh", Date.now());
  const dates = `DEV-036 Choose a day from 2020-01-01 to ${today}.`;
  expect(await codes({ day: addDays(today, 1), last_reading_wh: null })).toEqual([
    dates,
    "DEV-037 Enter the last reading of the meter.",
  ]);
  expect(await codes({ day: "2019-12-31" })).toEqual([dates]);
  const same = { key: randomUUID(), expected_version: 1 };
  expect((await find(same)).status).toBe(200);
  expect((await find(same)).status).toBe(200);
  expect(await codes({})).toEqual([
    `DEV-038 This was already found of meter ${unit.serial} for ${silent_from}.`,
  ]);
  expect((await find({ unit_uid: randomUUID() })).body.code).toBe("GEN-404");
});

test("R5: only an issuer of the device's registry without a part in it finds anything of a meter", async () => {
  const { db, find, trader, of, issuer, plant } = await silentMeter();
  expect((await find({}, trader.token, of)).body.code).toBe("GEN-403");
  const other = await company(db, "Another Company");
  const stranger = await memberOf(db, other, "account_manager");
  expect((await find({}, stranger.token, { account: other.account })).body.code).toBe("GEN-404");
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: issuer.account_id, role: "read_only" })
    .execute();
  expect((await find()).body.code).toBe("AUTH-005");
});
