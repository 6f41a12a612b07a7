// What tests of the alarm desk share: a plant with two inverters, alarms written directly, and the desk on a clock that a test moves.
import { alarmDesk, alarmDetail, type DeskAlarm } from "@heliograph/contract";
import { expect } from "vitest";
import { refreshDesk } from "../src/domains/notices/alarm-desk/alarm-costs.jobs.ts";
import { noticesRoutes } from "../src/domains/notices/index.ts";
import { ticketRoutes } from "../src/domains/support/index.ts";
import type { Db } from "../src/platform/db.ts";
import { apiOf } from "./api-kit.ts";
import { tokenFor } from "./fleet-kit.ts";
import { addDevice, addLatest, heard, minutesAgo, NOON } from "./performance-kit.ts";
import { freshPools, scene } from "./test-kit.ts";

/** A plant with two inverters of 50 kW and a price of 2,000 VND, and the desk on a clock that a test may move. */
export async function desk() {
  const { db, url } = await freshPools();
  const plant = await scene(db);
  const second = await addDevice(db, plant, {
    asset_type: "solar_inverter",
    serial: "INV-2",
    ac_nominal_w: 50_000,
  });
  await db
    .insertInto("tariff")
    .values({ project_id: plant.project_id, valid_from: "2026-01-01", vnd_per_kwh: "2000" })
    .execute();
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(1), { ac_power_w: 0 });
  await addLatest(db, second, minutesAgo(1), { ac_power_w: 30_000 });
  const clock = { ms: NOON };
  const api = await apiOf(db, (serve) => {
    noticesRoutes(serve, db, { now: () => clock.ms });
    ticketRoutes(serve, db);
  });
  return { db, url, plant, second, api, clock, token: await tokenFor(db, plant) };
}
export type At = Awaited<ReturnType<typeof desk>>;

interface Raised {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly device_id?: number | null;
  readonly kind?: string;
  readonly severity?: string;
  readonly minutes?: number;
  readonly cause?: object;
  readonly ended?: Date;
}

export async function raise(db: Db, of: Raised): Promise<string> {
  const started_at = minutesAgo(of.minutes ?? 30);
  const { alarm_uid } = await db
    .insertInto("alarm")
    .values({
      project_id: of.project_id,
      gateway_id: of.gateway_id,
      device_id: of.device_id ?? null,
      kind: of.kind ?? "inverter_fault",
      severity: of.severity ?? "critical",
      started_at,
      confirmed_at: started_at,
      ended_at: of.ended ?? null,
      cause: JSON.stringify(of.cause ?? {}),
    })
    .returning("alarm_uid")
    .executeTakeFirstOrThrow();
  return alarm_uid;
}

export const faultOf = ({ plant: { project_id, gateway_id, device_id } }: At): Raised => ({
  project_id,
  gateway_id,
  device_id,
});

/** An alarm of the device that waits for somebody: its uid. */
export async function openAlarm(db: Db, of: Raised & { device_id: number }): Promise<string> {
  const alarm_uid = await raise(db, of);
  const { alarm_id } = await db
    .selectFrom("alarm")
    .select("alarm_id")
    .where("alarm_uid", "=", alarm_uid)
    .executeTakeFirstOrThrow();
  await db.insertInto("alarm_case").values({ alarm_id, project_id: of.project_id }).execute();
  return alarm_uid;
}

export async function shown(at: At, query: Readonly<Record<string, string | number>> = {}, token = at.token) {
  const { status, body } = await at.api(alarmDesk, { token, query });
  expect(status).toBe(200);
  return body;
}
export const groupsOf = (body: { items: DeskAlarm[] }) =>
  body.items.map(({ group, kind }) => `${group} ${kind}`);
export const refresh = (at: At) => refreshDesk(at.db, at.clock.ms);
export const historyOf = async (at: At, alarm_uid: string) => {
  const { body } = await at.api(alarmDetail, { token: at.token, query: { alarm_uid } });
  return body.steps.map((step: { action: string }) => step.action);
};
