// Which readings of an import are there already.
import type pg from "pg";
import { binaryTextArray } from "../../../../platform/postgres/binary-arrays.ts";
import { ids, instants } from "../../ingest/changed-readings.sql.ts";
import type { ReadingRow } from "../../ingest/reading-rows.ts";

/** How many of the rows, each key once, have a reading (or a reported day or month) already. */
export async function countThere(
  pool: pg.Pool,
  rows: readonly ReadingRow[],
  period: "day" | "month" | null,
): Promise<number> {
  // Devices that the import would make have no number yet.
  const known = rows.filter(({ device_id }) => device_id > 0);
  if (known.length === 0) return 0;
  const keys = [ids(known, "project_id"), ids(known, "device_id")];
  const at = known.map(({ ts }) => ts);
  const { rows: found } =
    period === null
      ? await pool.query<{ n: number }>(
          `with w as materialized (select * from unnest($1::int4[], $2::int4[], $3::timestamptz[]) as w (project_id, device_id, ts))
           select count(*)::int4 as n from w join reading r using (project_id, device_id, ts) where r.ts between $4 and $5`,
          [
            ...keys,
            instants(at),
            new Date(at.reduce((a, b) => Math.min(a, b), Infinity)),
            new Date(at.reduce((a, b) => Math.max(a, b), -Infinity)),
          ],
        )
      : await pool.query<{ n: number }>(
          `select count(*)::int4 as n from unnest($1::int4[], $2::int4[], $3::text[]) as w (project_id, device_id, since)
           join reported_energy r on r.project_id = w.project_id and r.device_id = w.device_id and r.since = w.since::date
             and r.period = $4`,
          [
            ...keys,
            binaryTextArray(
              "text",
              at.map((ms) => new Date(ms).toISOString().slice(0, 10)),
            ),
            period,
          ],
        );
  return found[0]?.n ?? 0;
}
