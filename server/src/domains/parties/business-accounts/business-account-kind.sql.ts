// What actions on a business account do, and the rules of becoming one.
import {
  businessAccountLife,
  COMPANY_DOCUMENTS_NEEDED,
  resubmissionFaults,
  returnFaults,
  type CompanyAnswer,
  type CompanyContent,
  type CompanyMark,
  type GuardError,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { RecordKind } from "../records/record-kind.ts";
import {
  companyContentOf,
  companyVersions,
  freezeCompany,
  markCompany,
} from "../company-review/company-review.sql.ts";
import { leftovers, nextTradeAccountId, type BusinessAccountRow } from "./business-account.sql.ts";

/** What actions carry: `amend` the new name and number, `return` marks, `submit` the answers to them. */
interface CompanyPayload {
  readonly company_name?: string | undefined;
  readonly registration_number?: string | undefined;
  readonly marks?: readonly CompanyMark[] | undefined;
  readonly answers?: readonly CompanyAnswer[] | undefined;
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
  CompanyPayload
> = {
  life: businessAccountLife,
  table: "business_account",
  prefix: "BA",
  hidden: ["draft"],
  hasIssuer: false,
  effects: {
    submit: async (tx, row, { actor, payload }) => {
      const content = await companyContentOf(tx, row);
      const { answers = [] } = payload;
      const [last] = await companyVersions(tx, row.business_account_id, 1);
      refuse([
        ...incomplete(content),
        ...(last === undefined ? [] : resubmissionFaults(last, content, answers)),
        ...(await registeredElsewhere(tx, row, row.registration_number)),
      ]);
      await freezeCompany(tx, row, { content, answers, submitted_by: actor.account_id });
    },
    return: async (tx, row, { payload }) => {
      const { marks = [] } = payload;
      refuse(returnFaults(marks));
      const [last] = await companyVersions(tx, row.business_account_id, 1);
      if (last === undefined) {
        // It was submitted before submissions were kept.
        const content = await companyContentOf(tx, row);
        await freezeCompany(tx, row, { content, answers: [], submitted_by: row.submitted_by });
      }
      await markCompany(tx, row.business_account_id, marks);
    },
    activate: async (tx, row) => {
      refuse(await registeredElsewhere(tx, row, row.registration_number));
      if (row.trade_account_id !== null) return;
      const trade_account_id = await nextTradeAccountId(tx);
      await sql`update business_account set trade_account_id = ${trade_account_id}
        where business_account_id = ${row.business_account_id}`.execute(tx);
    },
    amend: async (tx, row, { actor, payload }) => {
      const company_name = payload.company_name ?? row.company_name;
      const registration_number = payload.registration_number ?? row.registration_number;
      refuse(await registeredElsewhere(tx, row, registration_number));
      await sql`update business_account set company_name = ${company_name}, registration_number = ${registration_number}
        where business_account_id = ${row.business_account_id}`.execute(tx);
      const content = await companyContentOf(tx, { ...row, company_name, registration_number });
      await freezeCompany(tx, row, { content, answers: [], submitted_by: actor.account_id });
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

/** What is missing before an account can be reviewed: ACC-003. */
function incomplete(content: CompanyContent): GuardError[] {
  const fields: string[] = REQUIRED.filter(([field]) => content[field] === "").map(([, name]) => name);
  const hasType = Object.values(content.account_types).some((type) => type !== null);
  const documents = COMPANY_DOCUMENTS_NEEDED.filter((kind) =>
    content.documents.every((held) => held.kind !== kind),
  ).map((kind) => `${kind} document`);
  const missing = [...fields, ...(hasType ? [] : ["account type"]), ...documents];
  if (missing.length === 0) return [];
  const names = missing.join(", ");
  return [{ code: "ACC-003", message: `Fill in: ${names}.`, params: { names } }];
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
