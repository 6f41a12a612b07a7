// A plant of which something is known for five days, for tests of data quality: the 2nd of February as told, the others complete.
import { dataQuality } from "@heliograph/contract";
import { expect } from "vitest";
import { addDay, addHours, heard, minutesAgo, NOON, performanceApi } from "./performance-kit.ts";
import type { Db } from "../src/platform/db.ts";
import { refreshSummaries } from "../src/domains/kpi/index.ts";

const DAYS = ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02", "2026-02-03"] as const;
/** Of the twelve hours from 6 of a day, each with a kWh; null: silent, and the counter stood still. */
export const hoursOfDay = (silent: readonly number[], spread: readonly number[] = []) =>
  Array.from({ length: 12 }, (_, index) => {
    const hour = index + 6;
    if (silent.includes(hour)) return null;
    return spread.includes(hour)
      ? { production_wh: 1000, est_production_wh: 1000, covered_s: 0 }
      : { production_wh: 1000 };
  });

/** The sun is up in the middle of 47 quarter hours of these days. */
export const DUE_S = 47 * 900;
type Device = { project_id: number; device_id: number };

/** Five days of 12 kWh each, and all of today's morning; the 2nd as told. */
export async function addFiveDays(
  db: Db,
  device: Device,
  second: { silent?: number[]; spread?: number[] } = {},
) {
  const { silent = [], spread = [] } = second;
  for (const day of DAYS) {
    const isSecond = day === "2026-02-02";
    const missing = isSecond ? silent.length + spread.length : 0;
    await addHours(db, device, day, hoursOfDay(isSecond ? silent : [], isSecond ? spread : []));
    await addDay(db, device, day, {
      production_wh: 12_000 - (isSecond ? 1000 * silent.length : 0),
      covered_s: DUE_S - 3600 * missing,
      expected_s: DUE_S,
    });
  }
  await addDay(db, device, "2026-02-04", { production_wh: 6000, covered_s: 22_000, expected_s: DUE_S });
}

export const ledgerNote = (quantity: string, at: string, kind: string, detail: object) => ({
  quantity,
  at,
  kind,
  detail: JSON.stringify(detail),
});

export async function qualityPlant(second: { silent?: number[]; spread?: number[] } = {}) {
  const made = await performanceApi();
  const { db, plant } = made;
  await addFiveDays(db, plant, second);
  await heard(db, plant, minutesAgo(1));
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  const query = { project_uid: plant.project_uid, from_date: "2026-01-29", to_date: "2026-02-04" };
  const ask = async (rest: object = {}) => {
    const { status, body } = await made.api(dataQuality, { token: made.token, query: { ...query, ...rest } });
    expect(status).toBe(200);
    return body;
  };
  return { ...made, query, ask };
}
