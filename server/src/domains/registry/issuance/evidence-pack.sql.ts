// The evidence of a request by day in one text that its hash is of (certificates.md §3.7, 1 and 4).
import { canonicalText, needsEvidence, type CanonicalValue, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { availabilitiesOf, expectedWh, kpiDays, kpiDaysWithDevices, kpiProject } from "../../kpi/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import type { RequestState } from "./issuance-facts.sql.ts";
import { nowOf } from "./issuance-facts.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import type { MadeDay, MadeStatement } from "../generation/made-statement.sql.ts";
import type { BoundUnit, IssuedDevice } from "./registered-devices.sql.ts";

/** How packs are made; a reader of them asks for it. */
const VERSION = "1";

/**
 * What the statement says of each day, beside what the plant's key figures and the energy ledger say of it, and the documents with their
 * hashes: RFC 8785, energies in Wh, shares in tenths of a percent, "" where nothing is known.
 */
export async function evidencePack(
  db: Db,
  row: IssuanceRow,
  { device, made, carried, debt_wh }: RequestState,
): Promise<string> {
  const plant = await plantDays(db, device, made.days);
  const events = await eventsOf(db, device, row, made.units);
  const documents = await evidenceOf(db, row.record_uid);
  const stated = await statedDays(db, row);
  return canonicalText({
    v: VERSION,
    request: row.number,
    registry: device.registry,
    device: device.code,
    name: nfc(device.english_name),
    timezone: device.timezone,
    from_day: row.from_day,
    to_day: row.to_day,
    capacity_w: String(device.capacity_w),
    dc_wp: known(device.dc_wp),
    statement: { version: String(row.statement_version), sha256: made.hash },
    counted_wh: String(made.wh),
    declared_wh: String(made.declared_wh),
    carried_in_wh: String(carried.reduce((sum, { wh }) => sum + wh, 0)),
    debt_wh: String(debt_wh),
    meters: metersIn(made),
    documents: documents.map(({ evidence_uid, name, sha256 }) => ({
      name: nfc(name),
      sha256,
      days: stated.filter((one) => one.evidence_uid === evidence_uid).map(({ day }) => day),
    })),
    days: made.days.map((day) => packDay(day, plant.get(day.day), events.get(day.day) ?? [])),
  });
}

const nfc = (text: string): string => text.normalize("NFC");
const known = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(Math.round(value));

/** The meters whose registers are in the figure, and what they are to it. */
const metersIn = ({ counted }: Pick<MadeStatement, "counted">): CanonicalValue[] =>
  counted.map(({ unit: { maker, serial, role }, parts }) => ({
    maker: nfc(maker),
    serial: nfc(serial),
    role,
    parts,
  }));

function packDay(day: MadeDay, plant: PlantDay | undefined, events: readonly string[]): CanonicalValue {
  const flags = [
    ...(day.is_settled ? [] : ["not_settled"]),
    ...(day.is_copy ? ["equals_another_meter"] : []),
    ...(needsEvidence(day.meter_wh, day.inverter_wh) ? ["meter_and_inverters_differ"] : []),
    ...events,
  ];
  return {
    day: day.day,
    counted_wh: known(day.wh),
    meter_wh: known(day.meter_wh),
    inverter_wh: known(day.inverter_wh),
    exported_wh: known(day.exported_wh),
    supply_wh: known(day.supply_wh),
    maximum_wh: String(day.maximum_wh),
    source: day.source,
    class: day.evidence ?? "",
    complete_permille: String(day.complete_permille),
    availability_permille: known(plant?.availability_permille),
    insolation_wh_m2: known(plant?.insolation_wh_m2),
    expected_wh: known(plant?.expected_wh),
    flags,
  };
}

/** What the key figures of the plant say of a day; null: nothing. */
interface PlantDay {
  readonly availability_permille: number | null;
  readonly insolation_wh_m2: number | null;
  readonly expected_wh: number | null;
}

/** By day; without a plant of the portal there are none. */
async function plantDays(
  db: Db,
  { project_id }: IssuedDevice,
  days: readonly { readonly day: Day }[],
): Promise<ReadonlyMap<Day, PlantDay>> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (project_id === null || first === undefined || last === undefined) return new Map();
  const project = await kpiProject(db, project_id);
  const now_ms = await nowOf(db);
  const named = days.map(({ day }) => day);
  const rated = new Map(
    (await kpiDaysWithDevices(db, project, named, now_ms)).map(({ day, devices }) => [
      day,
      availabilitiesOf(devices).technical,
    ]),
  );
  const figures = await kpiDays(db, project, { from: first, to: last }, now_ms);
  return new Map(
    figures.map(({ day, insolation_wh_m2, expected_wh }) => {
      const share = rated.get(day) ?? null;
      return [
        day,
        {
          availability_permille: share === null ? null : share * 1000,
          insolation_wh_m2,
          expected_wh: expected_wh ?? expectedWh(insolation_wh_m2, project.plant.capacity_wp),
        },
      ];
    }),
  );
}

/** What the energy ledger noted of the units' devices, by day: kinds of events, each once. */
async function eventsOf(
  db: Db,
  { timezone }: IssuedDevice,
  { from_day, to_day }: IssuanceRow,
  units: readonly BoundUnit[],
): Promise<ReadonlyMap<Day, readonly string[]>> {
  const bound = units.flatMap(({ device_id, project_id }) =>
    device_id === null || project_id === null ? [] : [{ device_id, project_id }],
  );
  const { rows } = await sql<{ day: Day; kinds: string[] }>`
    select day, array_agg(distinct kind order by kind) as kinds from (
      select (at at time zone ${timezone})::date as day, kind from ledger_event
      where project_id = any(${bound.map(({ project_id }) => project_id)}::int4[])
        and device_id = any(${bound.map(({ device_id }) => device_id)}::int4[])
        and at >= ${from_day}::timestamp at time zone ${timezone} and at < (${to_day}::date + 1)::timestamp at time zone ${timezone}
    ) e group by day`.execute(db);
  return new Map(rows.map(({ day, kinds }) => [day, kinds]));
}

async function statedDays(
  db: Db,
  { issuance_id }: IssuanceRow,
): Promise<{ readonly day: Day; readonly evidence_uid: string | null }[]> {
  return db
    .selectFrom("declared_day")
    .select(["day", "evidence_uid"])
    .where("issuance_id", "=", issuance_id)
    .orderBy("day")
    .execute();
}
