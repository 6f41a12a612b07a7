// Which certificates of a redemption live at another registry: those that were imported, by the serial numbers that they have there.
import type { ForeignSerials, ImportOrigin } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

interface Range extends ForeignSerials {
  readonly origin: ImportOrigin;
}

/** Certificates of one other registry: how many, and their serial numbers there in order, those that touch as one. */
export interface ForeignPart {
  readonly origin: ImportOrigin;
  readonly quantity: number;
  readonly serials: readonly ForeignSerials[];
}

/** What is reserved for the redemption and lives elsewhere, a part for each other registry; empty: all of it was issued here. `number`: of the redemption. */
export async function foreignParts(db: Db, number: string): Promise<ForeignPart[]> {
  // A batch's serial numbers are placed in the order of these columns (decision 0131).
  const { rows } = await sql<Range>`
    with held as (
      select batch_id, first, until from certificate_holding where reference = ${number} and sub_account = 'redemption_pending'
    ), placed as (
      select batch_id, registry, series, lower(range) as there, upper(range) - lower(range) as width,
        (sum(upper(range) - lower(range)) over (partition by batch_id order by registry, series, lower(range))
          - (upper(range) - lower(range)) + 1)::int8 as begins
      from foreign_serial where batch_id in (select batch_id from held)
    )
    select p.registry as origin, p.series, p.there + greatest(h.first, p.begins) - p.begins as first,
      p.there + least(h.until, p.begins + p.width) - p.begins as until
    from held h join placed p on p.batch_id = h.batch_id and h.first < p.begins + p.width and h.until > p.begins
    order by 1, 2, 3`.execute(db);
  const parts = new Map<ImportOrigin, { quantity: number; serials: ForeignSerials[] }>();
  for (const { origin, series, first, until } of rows) {
    const part = parts.get(origin) ?? { quantity: 0, serials: [] };
    parts.set(origin, part);
    part.quantity += until - first;
    const last = part.serials.at(-1);
    if (last?.series === series && last.until === first) {
      part.serials[part.serials.length - 1] = { series, first: last.first, until };
    } else part.serials.push({ series, first, until });
  }
  return [...parts].map(([origin, part]) => ({ origin, ...part }));
}
