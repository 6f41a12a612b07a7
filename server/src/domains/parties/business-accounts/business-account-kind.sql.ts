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
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Effect, RecordKind } from "../records/record-kind.ts";
import { endInvitations } from "../roles/account-invitations.sql.ts";
import { endGrantsIn } from "../roles/grants.sql.ts";
import {
  companyContentOf,
  companyVersions,
  freezeCompany,
  markCompany,
} from "../company-review/company-review.sql.ts";
import { nextTradeAccountId, type BusinessAccountRow } from "./business-account.sql.ts";
import { closingFaults } from "./closing.sql.ts";
import { claimRegistration, registrationFaults, releaseRegistrations } from "./registration.sql.ts";

/** What actions carry: `amend` the new name and number, `return` and `return_amendment` marks, `submit` and `amend` the answers to them. */
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

type AccountEffect = Effect<BusinessAccountRow, CompanyPayload>;

const submit: AccountEffect = async (tx, row, { actor, payload }) => {
  const content = await companyContentOf(tx, row);
  const { answers = [] } = payload;
  refuse([...(await submissionFaults(tx, row, content)), ...(await unanswered(tx, row, content, answers))]);
  await claimRegistration(tx, row, row);
  await freezeCompany(tx, row, { content, answers, submitted_by: actor.account_id });
};

/** A draft that is deleted has nobody any more: whoever acted for it alone acts for none. */
const deleteDraft: AccountEffect = async (tx, { business_account_id }) => {
  await endInvitations(tx, business_account_id);
  await endGrantsIn(tx, business_account_id);
};

const returned: AccountEffect = async (tx, row, { payload }) => {
  const { marks = [] } = payload;
  refuse(returnFaults(marks));
  const [last] = await companyVersions(tx, row.business_account_id, 1);
  if (last === undefined) {
    // It was submitted before submissions were kept.
    const content = await companyContentOf(tx, row);
    await freezeCompany(tx, row, { content, answers: [], submitted_by: row.submitted_by });
  }
  await markCompany(tx, row.business_account_id, marks);
};

const activate: AccountEffect = async (tx, row) => {
  await claimRegistration(tx, row, row);
  if (row.trade_account_id !== null) return;
  const trade_account_id = await nextTradeAccountId(tx);
  await sql`update business_account set trade_account_id = ${trade_account_id}
    where business_account_id = ${row.business_account_id}`.execute(tx);
};

/** What is asked for is a submission; the account keeps what was approved until an operator approves the change. */
const amend: AccountEffect = async (tx, row, { actor, payload }) => {
  const { answers = [], company_name = row.company_name } = payload;
  const registration_number = payload.registration_number ?? row.registration_number;
  const content = await companyContentOf(tx, { ...row, company_name, registration_number });
  const registration = { country: row.country, registration_number };
  refuse([
    ...(await registrationFaults(tx, row, registration)),
    ...(await unanswered(tx, row, content, answers)),
  ]);
  await claimRegistration(tx, row, registration);
  await freezeCompany(tx, row, { content, answers, submitted_by: actor.account_id });
};

const approveAmendment: AccountEffect = async (tx, row) => {
  const [asked] = await companyVersions(tx, row.business_account_id, 1);
  if (asked === undefined) return;
  const { company_name, registration_number } = asked.content;
  const registration = { country: row.country, registration_number };
  await claimRegistration(tx, row, registration);
  await releaseRegistrations(tx, row, registration);
  await sql`update business_account set company_name = ${company_name}, registration_number = ${registration_number}
    where business_account_id = ${row.business_account_id}`.execute(tx);
};

export const businessAccountKind: RecordKind<
  (typeof businessAccountLife.states)[number],
  keyof typeof businessAccountLife.actions,
  BusinessAccountRow,
  CompanyPayload
> = {
  life: businessAccountLife,
  table: "business_account",
  prefix: "BA",
  hidden: ["draft", "deleted"],
  hasIssuer: false,
  effects: {
    submit,
    delete: deleteDraft,
    return: async (tx, row, context) => {
      await returned(tx, row, context);
      await releaseRegistrations(tx, row, null);
    },
    activate,
    amend,
    approve_amendment: approveAmendment,
    return_amendment: async (tx, row, context) => {
      await returned(tx, row, context);
      await releaseRegistrations(tx, row, row);
    },
    // A change that is being reviewed is not approved by being forgotten: it is sent again.
    suspend: (tx, row) => releaseRegistrations(tx, row, row),
    close: async (tx, row) => {
      refuse(await closingFaults(tx, row.business_account_id));
      await releaseRegistrations(tx, row, null);
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

/** What speaks against sending a company for review, but for what was marked of it: ACC-003 and ACC-001. */
export async function submissionFaults(
  db: Db,
  row: BusinessAccountRow,
  content: CompanyContent,
): Promise<GuardError[]> {
  return [...incomplete(content), ...(await registrationFaults(db, row, row))];
}

/** What was marked of the submission before, and neither changed nor answered: ACC-012. */
async function unanswered(
  tx: Tx,
  { business_account_id }: BusinessAccountRow,
  content: CompanyContent,
  answers: readonly CompanyAnswer[],
): Promise<GuardError[]> {
  const [last] = await companyVersions(tx, business_account_id, 1);
  return last === undefined ? [] : resubmissionFaults(last, content, answers);
}
