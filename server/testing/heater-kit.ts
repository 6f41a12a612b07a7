// A solar water heater with one controller, whose readings go the way of a gateway's: checked, stored, rolled up, summed.
import { expect, onTestFinished } from "vitest";
import { addDevice, heard } from "./performance-kit.ts";
import { apiOf } from "./api-kit.ts";
import { tokenFor } from "./fleet-kit.ts";
import { monitoringRoutes } from "../src/domains/monitoring/index.ts";
import { refreshSummaries } from "../src/domains/kpi/index.ts";
import { startLedger } from "../src/domains/energy/index.ts";
import { checkedBatch } from "../src/domains/telemetry/ingest/reading-batch.ts";
import { storeReadings } from "../src/domains/telemetry/ingest/readings.sql.ts";
import { freshPools, scene } from "./test-kit.ts";

/** A reading as its gateway writes it: `t` in ms since 1970. */
export interface Sent {
  readonly t: number;
  readonly m: Readonly<Record<string, number | null>>;
  readonly x?: object;
}

/** The heater, its calls on a clock that stands at `nowMs`, and the way its readings arrive. */
export async function heaterApi(nowMs: number, project: { timezone?: string } = {}) {
  const pools = await freshPools();
  const { db, pool } = pools;
  const plant = await scene(db, "owner", { ...project, project_type: "swh" });
  const controller = await addDevice(db, plant, { asset_type: "swh_controller", serial: "C-1" });
  const api = await apiOf(db, (serve) => monitoringRoutes(serve, db, () => nowMs));
  const working = startLedger(pools);
  onTestFinished(working.stop);
  await heard(db, plant, new Date(nowMs - 60_000));
  const sender = {
    gateway_uid: plant.gateway_uid,
    project_id: plant.project_id,
    interval_s: 300,
    devices: new Map([[controller.device_uid, controller]]),
    uids: new Map<string, string>(),
    followed_until: 0,
  };
  /** Stores what the controller says; answers the rows as they were stored. */
  const send = async (readings: readonly Sent[]) => {
    const message = readings.map((one) => ({ device_uid: controller.device_uid, ...one }));
    const rows = [];
    for (let at = 0; at < message.length; at += 1000) {
      const sent = { v: 1, seq: at, sent_at: nowMs, readings: message.slice(at, at + 1000) };
      const batch = checkedBatch(sent, sender, nowMs);
      if ("reason" in batch) throw new Error(batch.detail);
      expect(batch.refused).toEqual([]);
      await storeReadings(pool, { lane: 0, rows: batch.rows });
      rows.push(...batch.rows);
    }
    await working.idle();
    await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], nowMs));
    return rows;
  };
  /** What is kept of the project's days. */
  const days = () =>
    db
      .selectFrom("project_day")
      .select(["day", "heat_wh", "heat_source", "auxiliary_wh", "saved_wh", "saving_vnd"])
      .where("project_id", "=", plant.project_id)
      .orderBy("day")
      .execute();
  const refresh = () => db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], nowMs));
  return { db, api, plant, controller, token: await tokenFor(db, plant), send, days, refresh };
}

/** Readings every five minutes from the instant on; `of` tells what each says. */
export function everyFiveMinutes(
  from: string,
  count: number,
  of: (index: number) => Omit<Sent, "t">,
): Sent[] {
  const start = Date.parse(from);
  return Array.from({ length: count }, (_, index) => ({ t: start + (index + 1) * 300_000, ...of(index) }));
}
