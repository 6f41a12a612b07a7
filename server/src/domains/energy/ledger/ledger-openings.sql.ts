// Where the counters of devices began, as the ledger's worker writes it.
import type pg from "pg";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { ids, instants } from "../../telemetry/index.ts";
import type { LedgerResult } from "../fold/ledger-job.ts";

type Result = Pick<LedgerResult, "openings" | "replaced" | "frontier" | "isEmpty"> & {
  readonly project_id: number;
  readonly device_id: number;
};

/**
 * Writes the openings that folds found. What a fold of all of a device's readings did not find is gone. In the caller's
 * transaction; may be repeated.
 */
export async function writeOpenings(client: pg.ClientBase, results: readonly Result[]): Promise<void> {
  const rows = results.flatMap(({ project_id, device_id, openings }) =>
    openings.map((opening) => ({ ...opening, project_id, device_id })),
  );
  const whole = results.filter(
    ({ replaced, frontier, isEmpty }) =>
      isEmpty || (replaced !== null && replaced.eventsAfter === null && frontier !== null),
  );
  const quantities = binaryTextArray(
    "text",
    rows.map(({ quantity }) => quantity),
  );
  if (whole.length > 0) {
    await client.query(
      `delete from energy_opening o using unnest($1::int4[], $2::int4[]) as w (project_id, device_id)
       where o.project_id = w.project_id and o.device_id = w.device_id
         and (o.device_id, o.quantity) not in (select * from unnest($3::int4[], $4::text[]))`,
      [ids(whole, "project_id"), ids(whole, "device_id"), ids(rows, "device_id"), quantities],
    );
  }
  if (rows.length === 0) return;
  await client.query(
    `insert into energy_opening as o (project_id, device_id, quantity, at, wh)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::timestamptz[], $5::float8[])
     on conflict (project_id, device_id, quantity) do update set at = excluded.at, wh = excluded.wh
     where (o.at, o.wh) is distinct from (excluded.at, excluded.wh)`,
    [
      ids(rows, "project_id"),
      ids(rows, "device_id"),
      quantities,
      instants(rows.map(({ at }) => at)),
      binaryArray(
        "float8",
        rows.map(({ wh }) => wh),
      ),
    ],
  );
}
