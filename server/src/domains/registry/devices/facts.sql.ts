// What the guards of an application need that its form does not hold.
import {
  DEVICE_COUNTRIES,
  isDeviceCountry,
  isDeviceDocument,
  localDay,
  degreesOf,
  wattsOfMegawatts,
  type DeviceDocument,
  type DeviceDraft,
  type ApplicationFacts,
  type GroupMember,
  type MeterFact,
  type MeterRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { ApplicationRow } from "./application.sql.ts";
import { heldDocumentsOf } from "./document.sql.ts";
import { storedFields, storedMeters } from "./stored-form.ts";
import { predecessorFacts, predecessorOf } from "./succession.sql.ts";

/** The draft in the form of today, with empty texts where nothing was typed. */
export const applicationDraft = ({ fields, meters, members }: ApplicationRow): DeviceDraft => ({
  fields: storedFields(fields),
  meters: storedMeters(meters),
  members: [...members],
});

interface ProjectRow {
  readonly name: string;
  readonly timezone: string;
  readonly demonstration: boolean;
  readonly consent: boolean;
}

/** What the guards need about the application at the instant. */
export async function applicationFacts(
  db: Db,
  row: ApplicationRow,
  at: Date,
): Promise<ApplicationFacts & { readonly meters: readonly (MeterFact & { name: string })[] }> {
  const project = row.plant_id === null ? null : await plantAsked(db, row.plant_id, row);
  const points = row.plant_id === null ? [] : await pointsOf(db, row.plant_id, row);
  const chosen = new Set(row.meters.map(({ device_uid }) => device_uid));
  const foreign = points.find(
    (point) =>
      chosen.has(point.device_uid) && point.owner_id !== null && point.owner_id !== row.business_account_id,
  );
  const documents: Partial<Record<DeviceDocument, number>> = {};
  for (const { kind } of await heldDocumentsOf(db, row.application_id)) {
    if (isDeviceDocument(kind)) documents[kind] = (documents[kind] ?? 0) + 1;
  }
  const { demonstration } = await db
    .selectFrom("business_account")
    .select("demonstration")
    .where("business_account_id", "=", row.business_account_id)
    .executeTakeFirstOrThrow();
  return {
    type: row.type,
    today: localDay(zoneOf(row, project), at.getTime()),
    registration_date: row.registration_date,
    documents,
    meters: points.map(({ device_uid, serial, name, roles, bound_to }) => ({
      device_uid,
      serial,
      name,
      roles,
      bound_to,
    })),
    registered:
      foreign === undefined ? null : { code: foreign.bound_to ?? "", registry: foreign.registry ?? "" },
    nearby: await deviceNearby(db, row),
    project: project?.name ?? null,
    consent: project?.consent ?? false,
    same_world: project === null || project.demonstration === demonstration,
    predecessor: predecessorFacts(await predecessorOf(db, row), row),
  };
}

/** The time zone of the device: of the project that measures it, else of its country, else that of Viet Nam. */
export const zoneOf = ({ fields }: Pick<ApplicationRow, "fields">, project: { timezone: string } | null) => {
  const { location = "" } = fields;
  return project?.timezone ?? DEVICE_COUNTRIES[isDeviceCountry(location) ? location : "VN"].timezone;
};

/** The project of an application, and whether one who owns it now has signed the consent in force. */
export async function plantAsked(
  db: Db,
  project_id: number,
  { business_account_id }: Pick<ApplicationRow, "business_account_id">,
): Promise<ProjectRow | null> {
  const { rows } = await sql<ProjectRow>`
    select p.name, p.timezone, p.demonstration, exists (
      select from device_consent c join project_member m on m.project_id = c.project_id and m.account_id = c.account_id
      where c.project_id = p.project_id and c.business_account_id = ${business_account_id} and c.withdrawn_at is null
        and m.role = 'owner') as consent
    from project p where p.project_id = ${project_id} and p.removed_at is null`.execute(db);
  return rows[0] ?? null;
}

/** What kinds of devices may be to a registered device. A battery measures neither generation nor the grid. */
const ROLES: Readonly<Record<string, readonly MeterRole[]>> = {
  electric_meter: ["main", "check", "sub"],
  solar_inverter: ["inverter"],
  grid_meter: ["export", "grid", "supply"],
};

interface Point extends MeterFact {
  readonly name: string;
  /** The account of the device that it is bound to, and that device's registry; null: free. */
  readonly owner_id: number | null;
  readonly registry: string | null;
}

/** A serial number as units have it: capitals and digits alone. */
export const canonicalSerial = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");
/** A maker as units have it; where none is known "UNKNOWN". */
export const canonicalMaker = (text: string | null): string =>
  (text ?? "").trim().replace(/\s+/g, " ").toUpperCase().slice(0, 80) || "UNKNOWN";

/** Points of the project's gateways that are there, each with the registered device that its unit is in today, other than the one that is succeeded or its group, which the successor stays in. */
async function pointsOf(
  db: Db,
  project_id: number,
  {
    succeeds_id,
    registry,
    business_account_id,
  }: Pick<ApplicationRow, "succeeds_id" | "registry" | "business_account_id">,
): Promise<Point[]> {
  const { rows } = await sql<Omit<Point, "roles" | "bound_to"> & { asset_type: string; code: string | null }>`
    select d.device_uid, d.serial, coalesce(d.alias, nullif(d.name, ''), d.serial) as name, d.asset_type, r.code,
      r.business_account_id as owner_id, r.registry
    from device d left join lateral (
      select r.code, r.business_account_id, r.registry
      from generating_unit u join device_unit du using (unit_id) join registered_device r using (registered_device_id)
      where u.serial = ${serialColumn} and (u.maker = ${makerColumn} or u.maker = 'UNKNOWN' or ${makerColumn} = 'UNKNOWN')
        and upper(du.valid) > current_date and r.registered_device_id is distinct from ${succeeds_id}
        and not exists (select from device_group_member m where m.group_id = r.registered_device_id and m.member_id = ${succeeds_id}
          and m.valid && daterange(current_date, null) and r.registry = ${registry} and r.business_account_id = ${business_account_id})
      order by lower(du.valid) limit 1) r on true
    where d.project_id = ${project_id} and d.removed_at is null
    order by d.asset_type, d.serial, d.device_id`.execute(db);
  return rows.map(({ asset_type, code, ...row }) => ({
    ...row,
    bound_to: code,
    roles: ROLES[asset_type] ?? [],
  }));
}

const serialColumn = sql<string>`regexp_replace(upper(d.serial), '[^A-Z0-9]', '', 'g')`;
const makerColumn = sql<string>`coalesce(nullif(left(regexp_replace(upper(btrim(coalesce(d.manufacturer, ''))), '\\s+', ' ', 'g'), 80), ''), 'UNKNOWN')`;

/** The code of a registered device of the same capacity within 50 m of the application's place; null: none. */
async function deviceNearby(db: Db, { fields, succeeds_id }: ApplicationRow): Promise<string | null> {
  const latitude = degreesOf(fields.latitude ?? "", 90);
  const longitude = degreesOf(fields.longitude ?? "", 180);
  const watts = wattsOfMegawatts(fields.capacity ?? "");
  if (latitude === null || longitude === null || watts === null) return null;
  const { rows } = await sql<{ code: string }>`
    select code from registered_device
    where latitude between ${latitude - 0.001} and ${latitude + 0.001} and capacity_w = ${watts} and upper(valid) > current_date
      and registered_device_id is distinct from ${succeeds_id}
      and sqrt(power((latitude - ${latitude}) * 111320, 2)
        + power((longitude - ${longitude}) * 111320 * cos(radians(${latitude}::float8)), 2)) <= 50
    order by code limit 1`.execute(db);
  return rows[0]?.code ?? null;
}

/** The registered devices of the account as members of a group from the day on, in the order of their codes; of other accounts none. `except`: groups that do not count. */
export async function membersOfGroup(
  db: Db,
  { business_account_id, members }: Pick<ApplicationRow, "business_account_id" | "members">,
  { from, except = [] }: { from: string; except?: readonly number[] },
): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    select r.device_uid, r.code, r.english_name as name, r.registry, r.country as location, r.province, r.fuel as fuel_type,
      r.technology as device_technology, r.owner, r.capacity_w,
      (select g.code from device_group_member m join registered_device g on g.registered_device_id = m.group_id
        where m.member_id = r.registered_device_id and m.group_id <> all(${[...except]}::int8[])
          and m.valid && daterange(${from}::date, null) limit 1) as group,
      exists (select from certificate_batch b where b.device = r.code and b.to_day >= ${from}::date)
        or exists (select from issuance i where i.registered_device_id = r.registered_device_id and i.to_day >= ${from}::date
          and i.status in ('pending', 'in_progress', 'to_resubmit', 'approved')) as own_issuance,
      case when upper(r.valid) <= ${from}::date then (upper(r.valid) - 1)::text end as ended
    from registered_device r
    where r.business_account_id = ${business_account_id} and r.kind = 'normal' and r.device_uid = any(${[...members]}::uuid[])
    order by r.code`.execute(db);
  return rows;
}

/** The highest power that the application's main points have had in the last twelve months, W, and in how many months; null: no readings. */
export async function peakOfApplication(
  db: Db,
  { meters, plant_id }: ApplicationRow,
): Promise<{ peak_w: number; months: number } | null> {
  const uids = meters
    .filter(({ role }) => role === "main" || role === "inverter")
    .map((one) => one.device_uid);
  if (plant_id === null || uids.length === 0) return null;
  const { rows } = await sql<{ peak_w: number | null; months: number }>`
    select max(q.wh * 4)::float8 as peak_w, count(distinct date_trunc('month', q.bin_utc))::int4 as months from (
      select e.bin_utc, sum(e.production_wh) as wh from energy_quarter e join device d using (device_id)
      where e.project_id = ${plant_id} and d.device_uid = any(${uids}::uuid[]) and e.bin_utc > now() - interval '12 months'
        and e.production_wh is not null
      group by e.bin_utc) q`.execute(db);
  const [row] = rows;
  return row === undefined || row.peak_w === null ? null : { peak_w: row.peak_w, months: row.months };
}
