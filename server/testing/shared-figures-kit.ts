// Plants of every kind with some days of history, written through the ingest path, for tests that compare figures.
import { randomUUID } from "node:crypto";
import { addDays, startOfDay } from "@heliograph/contract";
import type { AssetType } from "../src/domains/monitoring/device-data.ts";
import type { LedgerReading } from "../src/domains/energy/fold/ledger-reading.ts";
import type { Pools } from "../src/platform/db.ts";
import { send } from "./ledger-db-kit.ts";
import { reading, type Measured } from "./ledger-test-kit.ts";

/** A Monday noon in Ho Chi Minh City, five days into a year. */
export const SEEDED_NOW = Date.parse("2026-01-05T12:00:00+07:00");
const FIRST_DAY = "2025-12-25";
const DAYS = 12;

interface DeviceSpec {
  readonly type: AssetType;
  /** Share of the plant's power. */
  readonly share?: number;
  /** Which gateway it stands behind; 0 when left out. */
  readonly gateway?: 0 | 1;
  /** Count of its counter at the beginning, Wh; null: it has none. */
  readonly counter?: number | null;
  /** The day, from 0, on which it first reports. */
  readonly from?: number;
  /** Days and local hours in which it says nothing. */
  readonly silent?: { readonly day: number; readonly from: number; readonly to: number };
  /** The day on which its counter begins at nothing again. */
  readonly reset?: number;
  /** A production meter that counts what it exports. */
  readonly exports?: boolean;
}

interface PlantSpec {
  readonly name: string;
  readonly timezone?: string;
  readonly type?: "pv" | "swh";
  readonly commissioned_on?: string | null;
  readonly run_nze?: boolean;
  readonly interval?: number;
  readonly tariff?: boolean;
  readonly devices: readonly DeviceSpec[];
}

const inverter = (counter: number | null, more: Partial<DeviceSpec> = {}): DeviceSpec => ({
  type: "solar_inverter",
  counter,
  ...more,
});
const sensor: DeviceSpec = { type: "sensor_radiation" };

/** One of every kind that counts otherwise. */
const PLANTS: readonly PlantSpec[] = [
  {
    name: "Inverters with counters",
    commissioned_on: "2023-06-15",
    interval: 300,
    devices: [inverter(40_000_000, { share: 0.6 }), inverter(25_000_000, { share: 0.4 }), sensor],
  },
  {
    name: "Meter, inverters and grid",
    tariff: true,
    devices: [
      inverter(9_000_000, { share: 0.5 }),
      inverter(8_000_000, { share: 0.5 }),
      { type: "electric_meter", counter: 16_500_000 },
      { type: "grid_meter", counter: 3_000_000 },
      sensor,
    ],
  },
  { name: "No counters", devices: [inverter(null), sensor] },
  {
    name: "A meter that came later",
    commissioned_on: "2025-12-20",
    devices: [inverter(700_000), { type: "electric_meter", counter: 0, from: 5 }, sensor],
  },
  {
    name: "A gateway that fell silent",
    commissioned_on: "2024-01-01",
    devices: [
      inverter(5_000_000, { share: 0.5 }),
      inverter(5_000_000, { share: 0.3, gateway: 1, silent: { day: 4, from: 9, to: 33 } }),
      inverter(6_000_000, { share: 0.2, gateway: 1, silent: { day: 11, from: 8, to: 24 } }),
      sensor,
    ],
  },
  {
    name: "A counter that began again",
    commissioned_on: "2024-01-01",
    devices: [inverter(77_000_000, { reset: 6 }), { type: "electric_meter", counter: 50_000, exports: true }],
  },
  {
    name: "Another clock",
    timezone: "America/Santiago",
    commissioned_on: "2025-12-31",
    devices: [inverter(1_000), { type: "grid_meter", counter: 0 }, sensor],
  },
  { name: "Water heater", type: "swh", devices: [{ type: "swh_controller" }] },
];

export interface SeededPlant {
  readonly name: string;
  readonly project_id: number;
  readonly project_uid: string;
  readonly timezone: string;
  readonly type: "pv" | "swh";
}

const CAPACITY_WP = 60_000;

/** Share of the capacity that the sun gives at the local hour of the day, under its own clouds. */
function sunShare(day: number, hour: number): number {
  const arch = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
  const clouds = 0.75 + 0.25 * Math.sin(day * 2.1 + Math.floor(hour * 2) * 1.7);
  return arch * clouds;
}

/** What the device says over its days. */
function readingsOf(spec: DeviceSpec, timezone: string, interval: number): LedgerReading[] {
  const found: LedgerReading[] = [];
  const { share = 1, counter = null, from = 0, silent, reset } = spec;
  let count = counter ?? 0;
  for (let day = from; day < DAYS; day += 1) {
    const midnight = startOfDay(timezone, addDays(FIRST_DAY, day));
    if (reset === day) count = 0;
    for (let second = interval; second <= 86_400; second += interval) {
      const at = midnight + second * 1000;
      if (at > SEEDED_NOW) return found;
      const hour = (second - interval / 2) / 3600;
      const watts = 0.8 * CAPACITY_WP * share * sunShare(day, hour);
      count += (watts * interval) / 3600;
      const since = silent === undefined ? -1 : (day - silent.day) * 24 + hour;
      if (silent !== undefined && since >= silent.from && since < silent.to) continue;
      // Inverters and their meters sleep in the dark.
      if (spec.type !== "grid_meter" && spec.type !== "swh_controller" && (hour < 5 || hour > 19)) continue;
      found.push(reading(at, { interval, ...said(spec, { watts, count: Math.round(count), hour }) }));
    }
  }
  return found;
}

function said(spec: DeviceSpec, now: { watts: number; count: number; hour: number }): Measured {
  const { watts, count, hour } = now;
  const power = Math.round(watts);
  const known = (spec.counter ?? null) !== null;
  if (spec.type === "sensor_radiation") return { irradiance: Math.round(watts / 48) };
  if (spec.type === "swh_controller") {
    return { tank: Math.round(30 + 25 * Math.max(0, Math.sin((hour - 7) / 4))) };
  }
  if (spec.type === "grid_meter") {
    return { import: Math.round(hour * 100 + count * 0.2), export: Math.round(count * 0.3), power: -power };
  }
  if (spec.exports === true) return { export: count, power };
  return known ? { production: count, power } : { power };
}

/** Writes the plants for the account, each with its history. */
export async function seedPlants(pools: Pools, account_id: number): Promise<SeededPlant[]> {
  const seeded: SeededPlant[] = [];
  for (const spec of PLANTS) seeded.push(await seedPlant(pools, account_id, spec));
  return seeded;
}

async function seedPlant(pools: Pools, account_id: number, spec: PlantSpec): Promise<SeededPlant> {
  const { db } = pools;
  const { name, timezone = "Asia/Ho_Chi_Minh", type = "pv", interval = 900, run_nze = false } = spec;
  const { project_id, project_uid } = await db
    .insertInto("project")
    .values({
      name,
      timezone,
      run_nze,
      latitude: timezone.startsWith("America") ? -33.4 : 10.7769,
      longitude: timezone.startsWith("America") ? -70.6 : 106.7009,
      project_type: type,
      capacity_wp: CAPACITY_WP,
      commissioned_on: spec.commissioned_on ?? null,
      ...(type === "swh" ? { tank_volume_l: 300 } : {}),
    })
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  await db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  await db.insertInto("project_summary").values({ project_id }).execute();
  if (spec.tariff === true) {
    const bands = JSON.stringify([{ from: "09:30", to: "11:30", days: [1, 2, 3], vnd_per_kwh: "3000" }]);
    const tariff = { vnd_per_kwh: "1500", export_vnd_per_kwh: "700", bands };
    await db
      .insertInto("tariff")
      .values({ project_id, valid_from: "2025-12-28", ...tariff })
      .execute();
  }
  const gateways = await addGateways(pools, project_id, spec);
  for (const [index, device] of spec.devices.entries()) {
    const gateway_id = gateways[device.gateway ?? 0] ?? 0;
    const { device_id } = await db
      .insertInto("device")
      .values({ project_id, gateway_id, asset_type: device.type, serial: `D-${index}`, ac_nominal_w: 60_000 })
      .returning("device_id")
      .executeTakeFirstOrThrow();
    await send(pools, { project_id, device_id }, readingsOf(device, timezone, interval), device.gateway ?? 0);
  }
  return { name, project_id, project_uid, timezone, type };
}

async function addGateways({ db }: Pools, project_id: number, { devices, interval = 900 }: PlantSpec) {
  const count = 1 + Math.max(...devices.map(({ gateway = 0 }) => gateway));
  const rows = await db
    .insertInto("gateway")
    .values(
      Array.from({ length: count }, () => ({
        project_id,
        serial: `GW-${randomUUID().slice(0, 8)}`,
        credential_hash: "none",
        interval_s: interval,
        last_contact_at: new Date(SEEDED_NOW - 60_000),
      })),
    )
    .returning("gateway_id")
    .execute();
  return rows.map(({ gateway_id }) => gateway_id);
}
