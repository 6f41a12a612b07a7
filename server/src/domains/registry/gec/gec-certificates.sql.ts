// Certificate numbers of redemptions of green certificates: which are held here, which are used, and whose they are.
import { gecNumbersUsed, foreignSeries, type GecLot, type GuardError } from "@heliograph/contract";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { certifiedHere } from "../imports/known.sql.ts";
import type { GecRedemptionRecord } from "./gec-rows.ts";

/** What stands for the national system among other registries, in codes of batches and foreign serials. */
export const NATIONAL_SYSTEM = "CNGEC";

const EXCLUDED = "23P01";

/** Certificate numbers with the batch that is held here; null: they are of the national system alone. */
export interface PlacedLot extends GecLot {
  readonly batch_id: number | null;
}

/** The named numbers in one spelling of their series; those of a batch that is held here with its month. */
export async function placedLots(db: Db, lots: readonly GecLot[]): Promise<PlacedLot[]> {
  const spelled = lots.map((lot) => ({ ...lot, series: foreignSeries(lot.series) }));
  const batches = await db
    .selectFrom("certificate_batch")
    .select(["batch_id", "code", "month"])
    .where("registry", "=", "GEC")
    .where("code", "in", ["", ...spelled.map(({ series }) => series)])
    .execute();
  const batchOf = new Map(batches.map((batch) => [batch.code, batch]));
  return spelled.map((lot) => {
    const batch = batchOf.get(lot.series);
    return { ...lot, month: batch?.month ?? lot.month, batch_id: batch?.batch_id ?? null };
  });
}

/** The rules that need to look: GEC-003 for numbers that are used or not the seller's, ORD-017, GEC-005. */
export async function placedLotFaults(
  tx: Tx,
  row: GecRedemptionRecord,
  { lots, device_code }: { lots: readonly PlacedLot[]; device_code: string },
): Promise<GuardError[]> {
  const faults: GuardError[] = [];
  for (const lot of lots) {
    faults.push(...(lot.batch_id === null ? await numberFaults(tx, lot) : await holdingFaults(tx, row, lot)));
  }
  const months = new Set(lots.filter(({ batch_id }) => batch_id === null).map(({ month }) => month));
  for (const month of months) {
    const days = { period_from: `${month}-01`, period_to: lastDay(month) };
    if ((await certifiedHere(tx, { device_code, ...days })) === null) continue;
    faults.push({
      code: "GEC-005",
      message: `Generation of ${month} is already certified here.`,
      params: { month },
      field: "body.certificates.lots",
    });
  }
  return faults;
}

/** The last day of the month, YYYY-MM-DD. */
export function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

async function numberFaults(tx: Tx, lot: PlacedLot): Promise<GuardError[]> {
  const { series, first, until } = lot;
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from foreign_serial where registry = ${NATIONAL_SYSTEM} and series = ${series}
        and range && int8range(${first}, ${until}))
      or exists (select from gec_certificate where series = ${series} and range && int8range(${first}, ${until})) as used`.execute(
    tx,
  );
  return rows[0]?.used === true ? [gecNumbersUsed(lot)] : [];
}

async function holdingFaults(
  tx: Tx,
  { seller_account_id }: GecRedemptionRecord,
  lot: PlacedLot,
): Promise<GuardError[]> {
  const { rows } = await sql<{ held: number; sold: boolean }>`
    select coalesce(sum(least(h.until, ${lot.until}) - greatest(h.first, ${lot.first})), 0)::int8 as held,
      coalesce(bool_or(t.channel not in ('issued', 'import')), false) as sold
    from certificate_holding h join certificate_lot t using (lot_id)
    where h.batch_id = ${lot.batch_id} and h.first < ${lot.until} and h.until > ${lot.first}
      and h.business_account_id = ${seller_account_id} and h.sub_account = 'available'`.execute(tx);
  const { held = 0, sold = false } = rows[0] ?? {};
  if (held !== lot.until - lot.first) return [gecNumbersUsed(lot)];
  return sold ? [soldOnce] : [];
}

export const soldOnce: GuardError = {
  code: "ORD-017",
  message: "Green certificates can be sold only once.",
  field: "body.certificates.lots",
};

/** Writes the numbers down as this redemption's. Refuses with GEC-003 what another took meanwhile. */
export async function takeLots(
  tx: Tx,
  { gec_redemption_id }: GecRedemptionRecord,
  lots: readonly PlacedLot[],
): Promise<void> {
  for (const lot of lots) {
    try {
      await sql`insert into gec_certificate (gec_redemption_id, month, series, range, batch_id)
        values (${gec_redemption_id}, ${lot.month}, ${lot.series}, int8range(${lot.first}, ${lot.until}), ${lot.batch_id})`.execute(
        tx,
      );
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== EXCLUDED) throw error;
      throw new GuardRefusal(422, [gecNumbersUsed(lot)]);
    }
  }
}

/** The redemption's numbers, by month. */
export async function lotsOf(
  db: Db,
  { gec_redemption_id }: Pick<GecRedemptionRecord, "gec_redemption_id">,
): Promise<PlacedLot[]> {
  const { rows } = await sql<PlacedLot>`
    select month, series, lower(range) as first, upper(range) as until, batch_id
    from gec_certificate where gec_redemption_id = ${gec_redemption_id} order by month, series, range`.execute(
    db,
  );
  return rows;
}

/** Keeps the numbers that go back to the seller, in the place of those that went back before; where none do, those stay. */
export async function keepReturnedLots(tx: Tx, row: GecRedemptionRecord): Promise<void> {
  const lots = (await lotsOf(tx, row)).map(({ batch_id: _here, ...lot }) => lot);
  if (lots.length === 0) return;
  await tx
    .updateTable("gec_redemption")
    .set({ returned_lots: JSON.stringify(lots) })
    .where("gec_redemption_id", "=", row.gec_redemption_id)
    .execute();
}

/** Gives the numbers free. */
export async function freeLots(tx: Tx, { gec_redemption_id }: GecRedemptionRecord): Promise<void> {
  await tx.deleteFrom("gec_certificate").where("gec_redemption_id", "=", gec_redemption_id).execute();
}
