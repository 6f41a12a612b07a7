// Energies that are known by day or month alone: they stand in energy_day and energy_month where readings tell nothing.
// docs/decisions/0075-days-and-months-as-reported.md.
import { addDays, type Day } from "@heliograph/contract";
import type pg from "pg";
import { binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { ids } from "../../telemetry/index.ts";
import { COUNTED } from "../fold/energy-sheet.ts";
import type { ChangedDevice } from "../fold/ledger-job.ts";
import type { DeviceDay, DeviceResult } from "./device-result.ts";

/** Days of a device whose rows may have changed, both included; null: without limit. */
interface DaysOfDevice {
  readonly project_id: number;
  readonly device_id: number;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** The days on which reported energies may be missing after a pass: those that changed, and those that were written. */
export function changedDays(
  changed: readonly ChangedDevice[],
  results: readonly DeviceResult[],
): DaysOfDevice[] {
  const written = new Map(results.map((result) => [result.device_id, result]));
  return changed.map(({ project_id, device_id, since, until }) => {
    const result = written.get(device_id);
    const days = [
      dayOf(since, -1),
      dayOf(until, 1),
      ...(result?.days ?? []).map(({ day }) => day),
    ].toSorted();
    const replaced = result?.replaced ?? null;
    const from = replaced !== null && replaced.daysFrom === null ? null : (days[0] ?? null);
    const to = replaced !== null && replaced.daysBefore === null ? null : (days.at(-1) ?? null);
    return { project_id, device_id, from: earliest(from, replaced?.daysFrom), to: to };
  });
}

const earliest = (a: Day | null, b: Day | null | undefined): Day | null =>
  a === null || b === null || b === undefined || a < b ? a : b;

/** The day in UTC, some days on: local days are at most one apart from it. */
const dayOf = (ms: number, days: number): Day =>
  addDays(new Date(Math.min(Math.max(ms, 0), 8e15)).toISOString().slice(0, 10), days);

const IN_SPAN = `
  w as (
    select project_id, device_id, first::date as first, last::date as last
    from unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) as w (project_id, device_id, first, last)
  ), found as (
    select r.* from w join reported_energy r on r.project_id = w.project_id and r.device_id = w.device_id
      and r.since >= coalesce(date_trunc('month', w.first)::date, '-infinity') and r.since <= coalesce(w.last, 'infinity')
  )`;

const ENERGIES = COUNTED.flatMap((counted) => [`${counted}_wh`, `est_${counted}_wh`]).join(", ");
const VALUES = COUNTED.flatMap((counted) => [
  `f.${counted}_wh`,
  `case when f.${counted}_wh is not null then 0 end`,
]).join(", ");
const NAMES = names((counted) => `f.${counted}_wh is not null`);

function names(holds: (counted: string) => string): string {
  const each = COUNTED.map((counted) => `case when ${holds(counted)} then '${counted}' end`);
  return `array_remove(array[${each.join(", ")}], null)`;
}

/** True where the row `t` has no energy of its own: none at all, or the reported one of before. */
const isOpen = (t: string, counted: string) =>
  `(${t}.${counted}_wh is null or '${counted}' = any(${t}.reported))`;

/** The end of an upsert: what follows from readings stays, what is reported fills the rest; none of it is estimated or integrated. */
function fill(t: string, key: string): string {
  const sets = COUNTED.flatMap((counted) => {
    const open = isOpen(t, counted);
    const reported = [`${counted}_wh`, `est_${counted}_wh`].map(
      (name) => `${name} = case when ${open} then excluded.${name} else ${t}.${name} end`,
    );
    return [...reported, `int_${counted}_wh = case when not ${open} then ${t}.int_${counted}_wh end`];
  });
  const taken = names((counted) => `excluded.${counted}_wh is not null and ${isOpen(t, counted)}`);
  const differs = COUNTED.map(
    (counted) => `(${isOpen(t, counted)} and ${t}.${counted}_wh is distinct from excluded.${counted}_wh)`,
  );
  return `on conflict (project_id, device_id, ${key}) do update set ${sets.join(", ")}, reported = ${taken}
    where ${differs.join(" or ")}`;
}

/**
 * Puts the reported days of the spans where readings tell no energy, in the caller's transaction. Returns the days that
 * changed and the first days of the months that are reported there: those whose months are to be summed. May be repeated.
 */
export async function fillReportedDays(
  client: pg.ClientBase,
  spans: readonly DaysOfDevice[],
): Promise<DeviceDay[]> {
  if (spans.length === 0) return [];
  const { rows } = await client.query<DeviceDay>({
    name: "ledger_reported_days",
    text: `with ${IN_SPAN}, days as (
        insert into energy_day (project_id, device_id, day, ${ENERGIES}, reported)
        select f.project_id, f.device_id, f.since, ${VALUES}, ${NAMES} from found f where f.period = 'day'
        ${fill("energy_day", "day")}
        returning project_id, device_id, day
      )
      select * from days union all select f.project_id, f.device_id, f.since from found f where f.period = 'month'`,
    values: spanArrays(spans),
  });
  return rows;
}

function spanArrays(spans: readonly DaysOfDevice[]): Buffer[] {
  return [
    ids(spans, "project_id"),
    ids(spans, "device_id"),
    binaryTextArray(
      "text",
      spans.map(({ from }) => from),
    ),
    binaryTextArray(
      "text",
      spans.map(({ to }) => to),
    ),
  ];
}

const GONE = `r.reported <> '{}' and not exists (
  select from reported_energy f where f.project_id = r.project_id and f.device_id = r.device_id
    and f.period = 'day' and f.since = r.day)`;
const IN_DAYS = `r.project_id = w.project_id and r.device_id = w.device_id
  and r.day >= coalesce(w.first::date, '-infinity') and r.day <= coalesce(w.last::date, 'infinity')`;
const SPANS =
  "unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) as w (project_id, device_id, first, last)";
const CLEARED = COUNTED.flatMap((counted) =>
  [`${counted}_wh`, `est_${counted}_wh`].map(
    (name) => `${name} = case when '${counted}' = any(r.reported) then null else r.${name} end`,
  ),
).join(", ");

/**
 * Takes away what was reported of days of which nothing is reported any more: days without readings go, others lose it. Returns
 * them, and the first days of months whose reported total is gone. In the caller's transaction; may be repeated.
 */
export async function clearReportedDays(
  client: pg.ClientBase,
  spans: readonly DaysOfDevice[],
): Promise<DeviceDay[]> {
  if (spans.length === 0) return [];
  const values = spanArrays(spans);
  const deleted = await client.query<DeviceDay>(
    `delete from energy_day r using ${SPANS} where ${IN_DAYS} and r.n = 0 and ${GONE}
     returning r.project_id, r.device_id, r.day`,
    values,
  );
  const cleared = await client.query<DeviceDay>(
    `update energy_day r set ${CLEARED}, reported = '{}' from ${SPANS} where ${IN_DAYS} and ${GONE}
     returning r.project_id, r.device_id, r.day`,
    values,
  );
  const months = await client.query<DeviceDay>(
    `select r.project_id, r.device_id, r.month as day from ${SPANS} join energy_month r
       on r.project_id = w.project_id and r.device_id = w.device_id and r.reported <> '{}'
       and r.month >= coalesce(date_trunc('month', w.first::date)::date, '-infinity') and r.month <= coalesce(w.last::date, 'infinity')
     where not exists (select from reported_energy f where f.project_id = r.project_id and f.device_id = r.device_id
       and f.since >= r.month and f.since < r.month + interval '1 month')`,
    values,
  );
  return [...deleted.rows, ...cleared.rows, ...months.rows];
}

/** Fills months (as writeMonths takes them) whose days tell no energy with what is reported of the whole month. */
export const FILL_MONTHS = {
  name: "ledger_reported_months",
  text: `
    insert into energy_month (project_id, device_id, month, ${ENERGIES}, reported)
    select f.project_id, f.device_id, f.since, ${VALUES}, ${NAMES}
    from unnest($1::int4[], $2::int4[], $3::text[]) as w (project_id, device_id, month)
    join reported_energy f on f.project_id = w.project_id and f.device_id = w.device_id and f.since = w.month::date
    where f.period = 'month'
    ${fill("energy_month", "month")}`,
};
