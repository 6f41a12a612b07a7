// What the overview of one project reads besides its charts.
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { DeviceRecord } from "../device-data.ts";
import type { ProjectRow } from "../project-figures.ts";
import { PROJECT_COLUMNS } from "../portfolio/project-list.sql.ts";

/** The project with its summary and the caller's role. */
export async function projectOf(tx: Tx, access: ProjectAccess): Promise<ProjectRow> {
  const { rows } = await sql<ProjectRow>`${prepared("project_row")}
    select ${PROJECT_COLUMNS}
    from project p join project_summary s on s.project_id = p.project_id
    cross join (select ${access.role}::text as role) m
    where p.project_id = ${access.project_id}`.execute(tx);
  const [row] = rows;
  // Every project has one from its beginning.
  if (row === undefined) throw new RangeError(`project ${access.project_id} has no summary`);
  return row;
}

/** The Energies of a device from the columns of the named table. */
const energies = (from: string) => sql`jsonb_build_object(
  'production_wh', ${sql.ref(`${from}.production_wh`)}, 'import_wh', ${sql.ref(`${from}.import_wh`)},
  'export_wh', ${sql.ref(`${from}.export_wh`)}, 'charge_wh', ${sql.ref(`${from}.charge_wh`)},
  'discharge_wh', ${sql.ref(`${from}.discharge_wh`)}, 'insolation_wh_m2', ${sql.ref(`${from}.insolation_wh_m2`)})`;

/**
 * The project's devices by gateway in the order they were added, with their newest readings, their energies of `day`, and
 * the sums of all months.
 */
export function deviceRecordsOf(tx: Tx, access: ProjectAccess, day: string): Promise<DeviceRecord[]> {
  return devicesWhere(tx, access, day, { name: "device_records", where: sql`true` });
}

/** The device of the project, and how many stand behind its gateway; undefined: the project has no such device. */
export async function deviceRecordOf(
  tx: Tx,
  access: ProjectAccess,
  of: { readonly device_uid: string; readonly day: string },
): Promise<(DeviceRecord & { readonly gateway_devices: number }) | undefined> {
  const [device] = await devicesWhere(tx, access, of.day, {
    name: "device_record",
    where: sql`d.device_uid = ${of.device_uid}::uuid`,
  });
  if (device === undefined) return undefined;
  const { gateway_devices } = await tx
    .selectFrom("device")
    .select(({ fn }) => fn.countAll<number>().as("gateway_devices"))
    .where("project_id", "=", access.project_id)
    .where("gateway_id", "=", device.gateway_id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return { ...device, gateway_devices };
}

/** An alarm below this says nothing about the device as a whole. */
const LEAST_SEVERITY = "minor";

/** Which of a project's devices `d` are read, and the name of the statement that reads them. */
interface DeviceChoice {
  readonly name: string;
  readonly where: RawBuilder<unknown>;
}

async function devicesWhere(
  tx: Tx,
  access: ProjectAccess,
  day: string,
  { name, where }: DeviceChoice,
): Promise<DeviceRecord[]> {
  const { rows } = await sql<SummedDevice>`${prepared(name)}
    select d.device_id, d.device_uid, d.asset_type, d.serial, d.name, d.alias, d.manufacturer, d.model, d.ac_nominal_w,
      d.dc_capacity_wp, d.battery_capacity_wh, d.mppt_count, d.warranty_begin, d.warranty_end, d.firmware_version,
      g.gateway_id, g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name, g.alias as gateway_alias,
      g.interval_s, l.ts, l.m,
      exists (select from alarm a where a.project_id = d.project_id and a.device_id = d.device_id
        and a.ended_at is null and a.confirmed_at is not null and a.severity <> ${LEAST_SEVERITY}) as alarmed,
      ${energies("r")} as today, ${energies("t")} as total, coalesce(o.opening, '{}') as opening, t.integrated,
      d.replaces_id, (o.at at time zone ${access.timezone})::date as opened_on, f.measured_since, d.energy_before_wh::float8 as energy_before_wh
    from device d
    join gateway g on g.gateway_id = d.gateway_id and g.project_id = d.project_id
    left join latest l on l.project_id = d.project_id and l.device_id = d.device_id
    left join energy_day r on r.project_id = d.project_id and r.device_id = d.device_id and r.day = ${day}::date
    left join lateral (
      select sum(production_wh) as production_wh, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
        sum(charge_wh) as charge_wh, sum(discharge_wh) as discharge_wh, sum(insolation_wh_m2) as insolation_wh_m2,
        jsonb_build_object('production_wh', sum(int_production_wh), 'import_wh', sum(int_import_wh),
          'export_wh', sum(int_export_wh), 'charge_wh', sum(int_charge_wh), 'discharge_wh', sum(int_discharge_wh)) as integrated
      from energy_month q where q.project_id = d.project_id and q.device_id = d.device_id
    ) t on true
    left join lateral (
      select min(e.at) as at, jsonb_object_agg(e.quantity || '_wh', e.wh) as opening
      from energy_opening e where e.project_id = d.project_id and e.device_id = d.device_id
    ) o on true
    left join lateral (
      select e.day as measured_since from energy_day e where e.project_id = d.project_id and e.device_id = d.device_id
      order by e.day limit 1
    ) f on true
    where d.project_id = ${access.project_id} and (d.removed_at is null and g.removed_at is null and ${where}
      or d.device_id in (${replacedBefore(access, where)}))
    order by g.gateway_id, d.device_id`.execute(tx);
  return withReplaced(rows.map(withOpening));
}

/** The devices whose place one of these took, and theirs. */
const replacedBefore = ({ project_id }: ProjectAccess, which: RawBuilder<unknown>) => sql`
  with recursive chain as (
    select d.replaces_id from device d
    where d.project_id = ${project_id} and d.removed_at is null and d.replaces_id is not null and ${which}
    union
    select b.replaces_id from chain join device b on b.device_id = chain.replaces_id where b.replaces_id is not null
  ) select replaces_id from chain`;

/** The devices that are there; the total of one goes on from that of the device whose place it took. */
function withReplaced(records: readonly ChainedDevice[]): DeviceRecord[] {
  const byId = new Map(records.map((record) => [record.device_id, record]));
  const replaced = new Set(records.map(({ replaces_id }) => replaces_id));
  const before = ({ replaces_id }: ChainedDevice): number | null => {
    const old = replaces_id === null ? undefined : byId.get(replaces_id);
    return old === undefined ? null : sumOf([old.total.production_wh, before(old)]);
  };
  return records
    .filter(({ device_id }) => !replaced.has(device_id))
    .map((record) => {
      const { replaces_id: _, ...device } = record;
      const wh = before(record);
      if (wh === null) return device;
      const production_wh = sumOf([device.total.production_wh, wh]);
      return {
        ...device,
        total: { ...device.total, production_wh },
        energy_before_wh: sumOf([device.energy_before_wh, wh]),
      };
    });
}

/** Of what is known; null: nothing is. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((wh) => wh !== null);
  return known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0);
}

const COUNTERS = ["production_wh", "import_wh", "export_wh", "charge_wh", "discharge_wh"] as const;

/** The device with totals that begin with its counters, and not with their first readings here. */
function withOpening({ integrated, ...device }: SummedDevice): ChainedDevice {
  const { total, energy_before_wh } = device;
  const opening = openingOf(device, integrated);
  const whole = COUNTERS.map((name) => {
    const before = [total[name], opening[name] ?? null, name === "production_wh" ? energy_before_wh : null];
    return [name, sumOf(before)] as const;
  });
  return {
    ...device,
    opening: { ...NOTHING, ...opening },
    total: { ...total, ...Object.fromEntries(whole) },
  };
}

type Counts = Partial<Record<(typeof COUNTERS)[number], number | null>>;
interface ChainedDevice extends DeviceRecord {
  /** The device whose place it took; null: none. */
  readonly replaces_id: number | null;
}
interface SummedDevice extends ChainedDevice {
  /** What was integrated from power, before its counters were seen. */
  readonly integrated: Counts;
}

/** What its counters had counted before what the ledger has of it, Wh. A production meter without a total counts what it exports. */
function openingOf({ asset_type, opening }: DeviceRecord, integrated: Counts): Counts {
  const first: Counts = opening;
  const isExport = asset_type === "electric_meter" && (first.production_wh ?? null) === null;
  const told =
    (integrated.production_wh ?? null) === null || !isExport
      ? first
      : { ...first, production_wh: first.export_wh ?? null };
  return Object.fromEntries(
    COUNTERS.map((name) => {
      const wh = told[name] ?? null;
      return [name, wh === null ? null : Math.max(0, wh - (integrated[name] ?? 0))];
    }),
  );
}

const NOTHING = {
  production_wh: null,
  import_wh: null,
  export_wh: null,
  charge_wh: null,
  discharge_wh: null,
  insolation_wh_m2: null,
};
