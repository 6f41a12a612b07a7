// Months: sums of days. They follow the days at a distance, since a month of a fleet is thirty times the rows of its day.
import type { Day } from "@heliograph/contract";
import type pg from "pg";
import { binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { COUNTED } from "../fold/energy-sheet.ts";
import { ids } from "../../telemetry/index.ts";
import { FILL_MONTHS } from "./reported-energy.sql.ts";

/** A month of a device; `month` is its first day. */
export interface DeviceMonth {
  readonly project_id: number;
  readonly device_id: number;
  readonly month: string;
}

/** The months that the days lie in, each once. */
export function monthsOfDays(
  days: readonly { readonly project_id: number; readonly device_id: number; readonly day: Day }[],
): DeviceMonth[] {
  const months = new Map<string, DeviceMonth>();
  for (const { project_id, device_id, day } of days) {
    const month = `${day.slice(0, 7)}-01`;
    months.set(`${device_id} ${month}`, { project_id, device_id, month });
  }
  return [...months.values()];
}

const SUMMED = [
  ...COUNTED.flatMap((counted) => [`${counted}_wh`, `est_${counted}_wh`, `int_${counted}_wh`]),
  "power_wh",
  "insolation_wh_m2",
  "n",
  "covered_s",
  "expected_s",
];
const COLUMNS = [...SUMMED, "power_max_w"];
const of = (table: string) => COLUMNS.map((name) => `${table}.${name}`).join(", ");

/**
 * Sums the months anew from their days; where those tell no energy, the reported total of the month stands. A month
 * without either goes. May be repeated.
 */
export async function writeMonths(client: pg.ClientBase, months: readonly DeviceMonth[]): Promise<void> {
  if (months.length === 0) return;
  const values = [
    ids(months, "project_id"),
    ids(months, "device_id"),
    binaryTextArray(
      "text",
      months.map(({ month }) => month),
    ),
  ];
  const given = `(select project_id, device_id, month::date as month
    from unnest($1::int4[], $2::int4[], $3::text[]) as given(project_id, device_id, month))`;
  await client.query(
    `delete from energy_month m using ${given} w
     where m.project_id = w.project_id and m.device_id = w.device_id and m.month = w.month
       and not exists (select from energy_day r where r.project_id = w.project_id and r.device_id = w.device_id
         and r.day >= w.month and r.day < w.month + interval '1 month')`,
    values,
  );
  await client.query({
    name: "ledger_months",
    text: `
      insert into energy_month (project_id, device_id, month, ${COLUMNS.join(", ")})
      select w.project_id, w.device_id, w.month, s.*
      from ${given} w cross join lateral (
        select ${SUMMED.map((name) => `sum(r.${name})`).join(", ")}, max(r.power_max_w)
        from energy_day r where r.project_id = w.project_id and r.device_id = w.device_id
          and r.day >= w.month and r.day < w.month + interval '1 month'
        having count(*) > 0
      ) s
      on conflict (project_id, device_id, month) do update set
        ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(", ")}, reported = '{}'
      where (${of("energy_month")}) is distinct from (${of("excluded")}) or energy_month.reported <> '{}'`,
    values,
  });
  await client.query({ ...FILL_MONTHS, values });
}
