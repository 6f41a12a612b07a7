// What keeps an account from being closed (design 2.17), in the tables of the domains above.
import {
  DEVICE_LIFE,
  gecRedemptionLife,
  importLife,
  invoiceLife,
  ISSUANCE_LIFE,
  redemptionLife,
  type GuardError,
  type RecordLife,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** States in which a record that was sent still waits for somebody, or for something. */
function openStates({ states, state, actions }: RecordLife): string[] {
  const leads = new Set(Object.values(actions).flatMap(({ from, to }) => from.filter((at) => at !== to)));
  return states.filter((at) => leads.has(at) && state[at]?.label !== "Draft");
}

/** Of a table of records: those in such a state. */
const isOpen = (life: RecordLife) => sql<boolean>`status = any(${openStates(life)}::text[])`;

/** What speaks against closing the account: ACC-010 while it holds certificates or owes, ACC-014 while something that it asked for is open. */
export async function closingFaults(db: Db, business_account_id: number): Promise<GuardError[]> {
  const { rows } = await sql<{ certificates: number; invoices: number; requests: number }>`
    select
      (select coalesce(sum(until - first), 0)::int8 from certificate_holding where business_account_id = ${business_account_id}) as certificates,
      (select count(*)::int8 from invoice where business_account_id = ${business_account_id} and ${isOpen(invoiceLife)}) as invoices,
      (select count(*)::int8 from device_application where business_account_id = ${business_account_id} and ${isOpen(DEVICE_LIFE)})
      + (select count(*)::int8 from issuance where business_account_id = ${business_account_id} and ${isOpen(ISSUANCE_LIFE)})
      + (select count(*)::int8 from rec_import where business_account_id = ${business_account_id} and ${isOpen(importLife)})
      + (select count(*)::int8 from redemption where business_account_id = ${business_account_id} and ${isOpen(redemptionLife)})
      + (select count(*)::int8 from gec_redemption
          where ${business_account_id} in (business_account_id, seller_account_id) and ${isOpen(gecRedemptionLife)}) as requests`.execute(
    db,
  );
  const { certificates = 0, invoices = 0, requests = 0 } = rows[0] ?? {};
  const faults: GuardError[] = [];
  if (certificates > 0 || invoices > 0) {
    const message = `Move ${certificates} certificates and settle ${invoices} invoices first.`;
    faults.push({ code: "ACC-010", message, params: { certificates, invoices } });
  }
  if (requests > 0) {
    const message = `Withdraw or finish the open requests first: ${requests}.`;
    faults.push({ code: "ACC-014", message, params: { requests } });
  }
  return faults;
}
