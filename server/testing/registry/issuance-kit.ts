// What tests of issuance share: a plant with a meter whose registered device is approved, and days of its energy.
import {
  addDays,
  daysBetween,
  localDay,
  type CertificateRegistry,
  type CountedRegister,
  type Day,
  type MeterRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import { scene } from "../test-kit.ts";
import { company } from "./record-kit.ts";

/** Zone of the plants of tests. */
const ZONE = "Asia/Ho_Chi_Minh";

/** The first and last day of the month before this one in the zone. */
export function lastMonth(timezone = ZONE): { from_day: Day; to_day: Day } {
  const to_day = addDays(`${localDay(timezone, Date.now()).slice(0, 7)}-01`, -1);
  return { from_day: `${to_day.slice(0, 7)}-01`, to_day };
}

let serial = 0;

/** A main meter of the plant, bound to a device of the portal. */
async function meter(
  db: Db,
  { project_id, gateway_id }: { project_id: number; gateway_id: number },
  timezone: string,
) {
  serial += 1;
  const { device_id } = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "electric_meter", serial: `PM-${serial}` })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  const { unit_id } = await db
    .insertInto("generating_unit")
    .values({
      maker: "ACME",
      serial: `PM${serial}`,
      timezone,
      latitude: 10.8,
      longitude: 106.7,
    })
    .returning("unit_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("unit_binding")
    .values({ unit_id, device_id, valid: sql<string>`'[2020-01-01,)'` })
    .execute();
  return { device_id, unit_id };
}

interface PlantGiven {
  readonly own?: Awaited<ReturnType<typeof company>>;
  readonly registry?: CertificateRegistry;
  readonly country?: string;
  readonly demonstration?: boolean;
  /** Codes of the fuel and the technology. */
  readonly fuel?: readonly [string, string];
  /** Of the project, its meter and its registered device. */
  readonly timezone?: string;
}

/** A plant of 1 MW whose device was registered at the beginning of 2024 for the company given, or for one of its own. */
export async function registeredPlant(db: Db, given: PlantGiven = {}) {
  const { own, registry = "IREC", country = "VN", demonstration = false } = given;
  const { fuel = ["ES100", "TC110"], timezone = ZONE } = given;
  const owner = own ?? (await company(db, "Solar One", demonstration));
  const { project_id, project_uid, gateway_id, account_id } = await scene(db, "owner", {
    timezone,
  });
  const { device_id, unit_id } = await meter(db, { project_id, gateway_id }, timezone);
  serial += 1;
  const { registered_device_id, device_uid, code } = await db
    .insertInto("registered_device")
    .values({
      code: `D${String(100_000 + serial)}`,
      business_account_id: owner.business_account_id,
      demonstration,
      registry,
      english_name: `Roof ${serial}`,
      local_name: `Mái ${serial}`,
      owner: "Solar One JSC",
      fuel: fuel[0],
      technology: fuel[1],
      country,
      province: "Dong Nai",
      location: "Nhon Trach",
      timezone,
      capacity_w: 1_000_000,
      dc_wp: fuel[0] === "ES100" ? 1_200_000 : null,
      commercial_operation_on: "2023-12-01",
      registered_on: "2024-01-01",
      valid: sql<string>`'[2024-01-01,2034-01-01)'`,
      project_id,
    })
    .returning(["registered_device_id", "device_uid", "code"])
    .executeTakeFirstOrThrow();
  await addUnit(db, { registered_device_id, demonstration }, unit_id);
  return {
    ...owner,
    project_id,
    project_uid,
    gateway_id,
    account_id,
    device_id,
    unit_id,
    registered_device_id,
    device_uid,
    code,
  };
}

/** Makes the unit part of the device, for good. */
async function addUnit(
  db: Db,
  { registered_device_id, demonstration = false }: { registered_device_id: number; demonstration?: boolean },
  unit_id: number,
  role: MeterRole = "main",
): Promise<void> {
  await db.updateTable("generating_unit").set({ demonstration }).where("unit_id", "=", unit_id).execute();
  await db
    .insertInto("device_unit")
    .values({ unit_id, registered_device_id, demonstration, role, valid: sql<string>`'[2020-01-01,)'` })
    .execute();
}

/** Of which kind a point with the role is. */
const KINDS: Readonly<Record<MeterRole, string>> = {
  main: "electric_meter",
  check: "electric_meter",
  sub: "electric_meter",
  inverter: "solar_inverter",
  export: "grid_meter",
  supply: "grid_meter",
  grid: "grid_meter",
};

interface Registered {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly registered_device_id: number;
  readonly demonstration?: boolean;
}

/** An inverter of the plant that is bound to its device. */
export const boundInverter = (db: Db, plant: Registered) => boundPoint(db, plant, "inverter");

/** A point of the plant that is bound to its device in the role. */
export async function boundPoint(
  db: Db,
  plant: Registered,
  role: MeterRole,
): Promise<{ project_id: number; device_id: number; unit_id: number }> {
  const { project_id, gateway_id } = plant;
  serial += 1;
  const { device_id } = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: KINDS[role], serial: `PT-${serial}` })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  const { unit_id } = await db
    .insertInto("generating_unit")
    .values({ maker: "ACME", serial: `PT${serial}`, timezone: ZONE })
    .returning("unit_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("unit_binding")
    .values({ unit_id, device_id, valid: sql<string>`'[2020-01-01,)'` })
    .execute();
  await addUnit(db, plant, unit_id, role);
  return { project_id, device_id, unit_id };
}

interface Metered {
  readonly project_id: number;
  readonly device_id: number;
}

/** What the energy ledger says of the meter's days: Wh of each, whole days covered and closed. A day without Wh gets no row. */
export async function meterDays(
  db: Db,
  { project_id, device_id }: Metered,
  days: Readonly<Record<Day, number | null>>,
  register: CountedRegister = "production",
): Promise<void> {
  for (const [day, wh] of Object.entries(days)) {
    if (wh === null) continue;
    const told = { [`${register}_wh`]: wh };
    const values = { ...told, n: 288, covered_s: 43_200, expected_s: 43_200, closing: "{}" };
    await db
      .insertInto("energy_day")
      .values({ project_id, device_id, day, ...values })
      .onConflict((on) => on.columns(["project_id", "device_id", "day"]).doUpdateSet(values))
      .execute();
  }
}

/** Last month with the same Wh on each day, and the day after it closed, so that all of it is settled. */
export async function meteredMonth(
  db: Db,
  plant: Metered,
  wh: number,
  register: CountedRegister = "production",
): Promise<{ from_day: Day; to_day: Day }> {
  const month = lastMonth();
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  await meterDays(db, plant, Object.fromEntries(days.map((day) => [day, wh])), register);
  return month;
}

/** Half a day's quarter hours from midnight UTC of the day on, each of which makes more than the one before; the same of every plant. */
export async function risingQuarters(
  db: Db,
  { project_id, device_id }: { project_id: number; device_id: number },
  day: Day,
): Promise<void> {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const quarters = Array.from({ length: 48 }, (_, i) => ({
    project_id,
    device_id,
    bin_utc: new Date(midnightMs + i * 900_000),
    production_wh: 60_000 + i * 100,
  }));
  await db.insertInto("energy_quarter").values(quarters).execute();
}

/** The generation accounts, without their keys. */
export async function generationAccounts(db: Db) {
  const rows = await db
    .selectFrom("generation_account")
    .select([
      "vintage",
      "metered_wh",
      "declared_wh",
      "unclaimed_wh",
      "reserved_wh",
      "certified_wh",
      "carry_wh",
      "debt_wh",
      "given_wh",
    ])
    .orderBy("generation_account_id")
    .execute();
  return rows;
}

/** Makes the draft one that was handed in at the instant (ISO 8601), so that the deadline of its days is asked of then. */
export async function handedIn(db: Db, { record_uid }: { record_uid: string }, at: string): Promise<void> {
  await sql`
    insert into issuance_submission (issuance_id, submission, submitted_at, from_day, to_day, statement_version, evidence)
      select issuance_id, 1, ${at}::timestamptz, from_day, to_day, statement_version, '{}' from issuance
      where record_uid = ${record_uid}`.execute(db);
}
