// What is here already of what somebody brings: certificates by the serial numbers of another registry, and what was generated.
import { alreadyHere, type GuardError, type SerialRange } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Certificates of a batch that are here by serial numbers of another registry. Half-open. */
export interface KnownPiece extends SerialRange {
  readonly batch_id: number;
  readonly sub_account: string;
  readonly reference: string | null;
}

/** Serial numbers of a series at another registry, half-open. */
interface ForeignRange extends SerialRange {
  readonly origin: string;
  readonly series: string;
}

/**
 * The certificates that the serial numbers name, in serial order: those that were imported under them, and those that were issued here and
 * keep their own numbers elsewhere. Empty: none are here.
 */
export async function knownPieces(db: Db, range: ForeignRange): Promise<KnownPiece[]> {
  const { origin, series, first, until } = range;
  const wanted = sql`int8range(${first}, ${until})`;
  const { rows } = await sql<KnownPiece>`
    with placed as (
      select batch_id, registry, series, range, (sum(upper(range) - lower(range)) over (partition by batch_id
        order by registry, series, lower(range)) - (upper(range) - lower(range)) + 1)::int8 as begins
      from foreign_serial where batch_id in (
        select batch_id from foreign_serial where registry = ${origin} and series = ${series} and range && ${wanted})
    ), named as (
      select batch_id, begins + lower(range * ${wanted}) - lower(range) as first,
        begins + upper(range * ${wanted}) - lower(range) as until
      from placed where registry = ${origin} and series = ${series} and range && ${wanted}
      union all
      select batch_id, ${first}::int8, least(${until}, quantity + 1) from certificate_batch
        where code = ${series} and quantity >= ${first}
    )
    select n.batch_id, greatest(h.first, n.first) as first, least(h.until, n.until) as until, h.sub_account, h.reference
    from named n join certificate_holding h on h.batch_id = n.batch_id and h.first < n.until and h.until > n.first
    order by n.batch_id, 2`.execute(db);
  return rows;
}

/**
 * What was exported from here under the serial numbers, to be restored; empty: nothing of them is here, so that they begin anew. The refusal IMP-003: some of them are
 * somewhere here.
 */
export async function returning(db: Db, range: ForeignRange): Promise<KnownPiece[] | GuardError> {
  const pieces = await knownPieces(db, range);
  const amount = pieces.reduce((sum, { first, until }) => sum + until - first, 0);
  const away = pieces.every(({ sub_account }) => sub_account === "external");
  if (pieces.length === 0 || (away && amount === range.until - range.first)) return pieces;
  return alreadyHere({ first: range.first, last: range.until - 1 });
}

/** The refusal IMP-005 where certificates were issued here for the device, or a unit of it is claimed, for any of the days; null: nothing was. */
export async function certifiedHere(
  db: Db,
  { device_code, period_from, period_to }: { device_code: string; period_from: string; period_to: string },
): Promise<GuardError | null> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from certificate_batch b where b.manifest_root is not null and b.from_day <= ${period_to} and b.to_day >= ${period_from}
        and b.device in (
          select ${device_code}::text union
          select other.code from registered_device d join device_unit u using (registered_device_id)
            join device_unit same on same.unit_id = u.unit_id
            join registered_device other on other.registered_device_id = same.registered_device_id
          where d.code = ${device_code})
    ) or exists (
      select from registered_device d join device_unit u using (registered_device_id) join generation_claim c using (unit_id)
      where d.code = ${device_code} and c.state <> 'released' and c.span && tstzrange(
        ${period_from}::date::timestamp at time zone d.timezone, (${period_to}::date + 1)::timestamp at time zone d.timezone)
    ) as found`.execute(db);
  if (rows[0]?.found !== true) return null;
  const params = { device: device_code, period: `${period_from} – ${period_to}` };
  const message = `Generation of ${params.device} in ${params.period} is already certified here.`;
  return { code: "IMP-005", message, params, field: "body.device_code" };
}
