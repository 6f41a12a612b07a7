// Copies of readings at meters that nothing was ever frozen of (rule R4): looked for when a request is submitted, taken and approved.
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { risesHash } from "../generation/copied-readings.ts";
import type { MadeStatement } from "../generation/made-statement.sql.ts";
import { keepHashes, quarterRises } from "../generation/readings.sql.ts";

/** Days of other meters that are looked at more closely for one request. */
const CANDIDATES = 400;
/** Days whose energy differs by less may have the same quarter hours, Wh. */
const NEAR_WH = 0.5;

interface Candidate {
  readonly device_id: number;
  readonly project_id: number;
  readonly timezone: string;
  readonly register: "production" | "export" | "import";
  readonly day: Day;
}

/**
 * Looks among all devices of the portal, registered or not, for days with the quarter hours of the statement's, and keeps their hashes,
 * by which the statement made again finds them. A day is looked at where its energy is that of one of the statement's, the day before or after
 * it, as another zone has it.
 */
export async function seekCopies(tx: Tx, { hashes }: Pick<MadeStatement, "hashes">): Promise<void> {
  for (const [device_id, own] of hashes) {
    const wanted = new Set(own.values());
    for (const one of await candidatesOf(tx, device_id, [...own.keys()])) {
      const rises = await quarterRises(tx, one, {
        from_day: one.day,
        to_day: one.day,
        timezone: one.timezone,
      });
      const hash = risesHash(rises.get(one.day) ?? []);
      if (hash !== null && wanted.has(hash)) await keepHashes(tx, one.device_id, new Map([[one.day, hash]]));
    }
  }
}

/** Days of other devices with the energy of one of the days; those that are kept already, and devices that stand for the same unit, are none. */
async function candidatesOf(tx: Tx, device_id: number, days: readonly Day[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with own as (
      select e.day, r.wh from energy_day e, lateral (values (e.production_wh), (e.export_wh), (e.import_wh)) r (wh)
      where e.device_id = ${device_id} and e.day = any(${[...days]}::date[]) and r.wh > 0
    )
    select distinct e.device_id, e.project_id, p.timezone, r.register, e.day
    from energy_day e join project p using (project_id)
      cross join lateral (values ('production', e.production_wh), ('export', e.export_wh), ('import', e.import_wh)) r (register, wh)
      join own on own.day between e.day - 1 and e.day + 1 and abs(own.wh - r.wh) < ${NEAR_WH}
    where e.day between (select min(day) - 1 from own) and (select max(day) + 1 from own) and e.device_id <> ${device_id}
      and not exists (select from point_day k where k.device_id = e.device_id and k.day = e.day)
      and not exists (select from unit_binding mine join unit_binding theirs using (unit_id)
        where mine.device_id = ${device_id} and theirs.device_id = e.device_id)
    order by e.day, e.device_id, r.register limit ${CANDIDATES}`.execute(tx);
  return rows;
}
