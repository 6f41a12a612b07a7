// What actions on a business account do, and the rules of becoming one.
import { businessAccountLife, type GuardError } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { RecordKind } from "../records/record-kind.ts";
import {
  accountTypesOf,
  leftovers,
  nextTradeAccountId,
  type BusinessAccountRow,
} from "./business-account.sql.ts";

/** What the action `amend` carries. */
interface CompanyAmendment {
  readonly company_name?: string | undefined;
  readonly registration_number?: string | undefined;
}

/** What must be there before an account is reviewed, as refusals name it. */
const REQUIRED = [
  ["english_name", "English name"],
  ["registration_number", "registration number"],
  ["address", "address"],
  ["country", "country"],
  ["province", "province"],
  ["email", "email"],
  ["contact_number", "contact number"],
] as const;

export const businessAccountKind: RecordKind<
  (typeof businessAccountLife.states)[number],
  keyof typeof businessAccountLife.actions,
  BusinessAccountRow,
  CompanyAmendment
> = {
  life: businessAccountLife,
  table: "business_account",
  prefix: "BA",
  hidden: ["draft"],
  inScope: () => false,
  effects: {
    submit: async (tx, row) => {
      const missing: string[] = REQUIRED.filter(([column]) => (row[column] ?? "") === "").map(
        ([, name]) => name,
      );
      const types = Object.keys(await accountTypesOf(tx, row.business_account_id));
      const all = types.length === 0 ? [...missing, "account type"] : missing;
      const faults = all.length === 0 ? [] : [incomplete(all)];
      refuse([...faults, ...(await registeredElsewhere(tx, row, row.registration_number))]);
    },
    activate: async (tx, row) => {
      refuse(await registeredElsewhere(tx, row, row.registration_number));
      if (row.trade_account_id !== null) return;
      const trade_account_id = await nextTradeAccountId(tx);
      await sql`update business_account set trade_account_id = ${trade_account_id}
        where business_account_id = ${row.business_account_id}`.execute(tx);
    },
    amend: async (tx, row, { payload }) => {
      const company_name = payload.company_name ?? row.company_name;
      const registration_number = payload.registration_number ?? row.registration_number;
      refuse(await registeredElsewhere(tx, row, registration_number));
      await sql`update business_account set company_name = ${company_name}, registration_number = ${registration_number}
        where business_account_id = ${row.business_account_id}`.execute(tx);
    },
    close: async (tx, row) => {
      const { certificates, invoices } = await leftovers(tx, row.business_account_id);
      if (certificates === 0 && invoices === 0) return;
      const message = `Move ${certificates} certificates and settle ${invoices} invoices first.`;
      refuse([{ code: "ACC-010", message, params: { certificates, invoices } }]);
    },
  },
};

function refuse([first, ...more]: readonly GuardError[]): void {
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

function incomplete(missing: readonly string[]): GuardError {
  const names = missing.join(", ");
  return { code: "ACC-003", message: `Fill in: ${names}.`, params: { names } };
}

/** One company has one account, but in a demonstration. */
async function registeredElsewhere(
  tx: Tx,
  { business_account_id, country, demonstration }: BusinessAccountRow,
  registration_number: string | null,
): Promise<GuardError[]> {
  if (country === null || registration_number === null || demonstration) return [];
  const { rows } = await sql`select from business_account
    where country = ${country} and upper(registration_number) = upper(${registration_number}) and status <> 'closed'
      and not demonstration and business_account_id <> ${business_account_id}`.execute(tx);
  if (rows.length === 0) return [];
  const message = "A company with this registration number has an account already.";
  return [{ code: "ACC-001", message, field: "body.registration_number" }];
}
