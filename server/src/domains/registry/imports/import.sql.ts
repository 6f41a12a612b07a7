// Imports as they are stored: written down, listed, shown.
import {
  formatSerials,
  IMPORT_ORIGINS,
  type IMPORT_ORDERS,
  IMPORT_TABS,
  importLife,
  foreignSeries,
  type ImportDeclaration,
  type listRecImports,
  type RecImportRow,
  type SerialRange,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import {
  businessAccountOf,
  dueOf,
  nextNumber,
  placeInOrder,
  recordsSeen,
  statesByTab,
  tabPage,
  type Actor,
} from "../../parties/index.ts";
import { importKind } from "./import-kind.sql.ts";
import type { ImportRecord } from "./import-rows.ts";

/** Writes an import down, whose declaration breaks no rule. */
export async function insertRecImport(
  tx: Tx,
  actor: Actor,
  declared: ImportDeclaration,
): Promise<ImportRecord> {
  const { first, last, quantity: _same, ...fields } = declared;
  const business_account_id = actor.business_account_id ?? 0;
  const { demonstration } = await businessAccountOf(tx, business_account_id);
  const { record_uid } = await tx
    .insertInto("rec_import")
    .values({
      ...fields,
      series: foreignSeries(declared.series),
      first: first ?? 0,
      last: last ?? 0,
      registry: IMPORT_ORIGINS[declared.origin].registry,
      business_account_id,
      demonstration,
      number: await nextNumber(tx, importKind.prefix, actor.at),
      status: "in_progress",
      created_by: actor.account_id,
      submitted_by: actor.account_id,
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  const { rows } = await sql<ImportRecord>`select * from rec_import where record_uid = ${record_uid}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The import was not written");
  return row;
}

/** What the import's certificates are called here, of row `r`. */
const REC_IDS = sql`(select coalesce(json_agg(json_build_object('code', b.code, 'first', l.first, 'until', l.until) order by l.entry_id, l.leg_no), '[]')
  from rec_import_reception c join journal_leg l using (entry_id) join certificate_batch b using (batch_id) where c.import_id = r.import_id)`;

interface ListedImport extends ImportRecord {
  readonly company_name: string;
  readonly batches: readonly (SerialRange & { readonly code: string })[];
}

/** A row as answers have it, but for whose turn it is. */
function shown({ batches, company_name, ...row }: ListedImport, actor: Actor): Omit<RecImportRow, "next"> {
  return {
    record_uid: row.record_uid,
    number: row.number,
    status: row.status,
    version: row.version,
    registry: row.registry,
    origin: row.origin,
    device_name: row.device_name,
    device_code: row.device_code,
    fuel: row.fuel,
    country: row.country,
    location: row.location,
    province: row.province,
    period_from: row.period_from,
    period_to: row.period_to,
    quantity: row.quantity,
    quantity_received: row.quantity_received,
    rec_id: batches.map(({ code, ...range }) => formatSerials(code, range)),
    created_at: row.created_at.toISOString(),
    company_name: row.business_account_id === actor.business_account_id ? null : company_name,
  };
}

const STATES = statesByTab(importLife, IMPORT_TABS);

/** What the list is sorted by; of equal ones the newest comes first. */
const ORDERS: Readonly<Record<(typeof IMPORT_ORDERS)[number], ReturnType<typeof sql>>> = {
  application_id: sql`r.import_id`,
  status: placeInOrder(importLife.states, sql`r.status`),
  company: sql`lower(b.company_name)`,
  device_name: sql`lower(r.device_name)`,
  registry: sql`r.registry`,
  fuel_type: sql`r.fuel`,
  location: sql`lower(r.location)`,
  province: sql`lower(r.province)`,
  from: sql`r.period_from`,
  to: sql`r.period_to`,
  rec_quantity: sql`r.quantity`,
  rec_quantity_received: sql`r.quantity_received`,
  created_date: sql`r.created_at`,
  next: dueOf(importKind, sql`r.record_uid`),
};

/** A page of the imports that the person may see, with how many each tab has. */
export async function importPage(
  db: Db,
  actor: Actor,
  { search, ...asked }: Omit<z.output<(typeof listRecImports)["query"]>, "account">,
): Promise<z.output<(typeof listRecImports)["answer"]>> {
  const words = anywhere(search);
  const { rows, ...counts } = await tabPage(
    db,
    { kind: importKind, actor, states: STATES },
    {
      columns: sql<ListedImport>`r.*, b.company_name, ${REC_IDS} as batches`,
      from: sql`${recordsSeen(importKind, actor)} r join business_account b using (business_account_id)`,
      where: sql`(${search} = '' or r.number ilike ${words} or r.device_name ilike ${words} or r.transaction_number ilike ${words})`,
      status: sql`r.status`,
      orders: ORDERS,
      ties: sql`r.import_id desc`,
    },
    asked,
  );
  return { items: rows.map((row) => ({ ...shown(row, actor), next: row.next })), ...counts };
}

/** What a page of one import shows beside its own columns. */
export async function importDetail(db: Db, row: ImportRecord, actor: Actor) {
  const { rows } = await sql<Pick<ListedImport, "company_name" | "batches"> & { platform_account: string }>`
    select b.company_name, ${REC_IDS} as batches, o.platform_account from rec_import r join business_account b using (business_account_id)
      join import_origin o using (origin)
    where r.import_id = ${row.import_id}`.execute(db);
  const { company_name = "", batches = [], platform_account = "" } = rows[0] ?? {};
  return {
    ...shown({ ...row, company_name, batches }, actor),
    transaction_number: row.transaction_number,
    series: row.series,
    first: row.first,
    last: row.last,
    platform_account,
  };
}
