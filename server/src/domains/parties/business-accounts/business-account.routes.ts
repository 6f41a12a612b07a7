import {
  accountTypes,
  businessAccountLife,
  createBusinessAccount,
  getBusinessAccount,
  getSeats,
  listBusinessAccounts,
  moveBusinessAccount,
  saveBusinessAccount,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import {
  actorOf,
  asActor,
  hasRole,
  mustAllow,
  mustHaveRole,
  noSuchRecord,
  systemActor,
} from "../records/actor.sql.ts";
import { auditRecord } from "../records/audit.sql.ts";
import { recordBegan } from "../records/begin.sql.ts";
import { runRecordCommand } from "../records/command.sql.ts";
import { changedByOther, notPossible } from "../records/may-act.sql.ts";
import { frameOf } from "../records/frame.sql.ts";
import { once } from "../records/once.sql.ts";
import { findRecord, nextNumber } from "../records/record.sql.ts";
import { grantRole } from "../roles/grants.sql.ts";
import { businessAccountKind, submissionFaults } from "./business-account-kind.sql.ts";
import { companyContentOf, companyVersions } from "../company-review/company-review.sql.ts";
import {
  businessAccountsPage,
  seatsOf,
  setAccountTypes,
  type BusinessAccountRow,
} from "./business-account.sql.ts";
import { claimRegistration, releaseRegistrations } from "./registration.sql.ts";

/** Business accounts that a person may begin and not submit. */
const DRAFTS_MAX = 5;

/** Serves business accounts: to their people, and to platform operators who review them. */
export function businessAccountRoutes(serve: Serve, db: Db): void {
  serveBeginning(serve, db);
  serveCompany(serve, db);
  serveReview(serve, db);
}

function serveBeginning(serve: Serve, db: Db): void {
  serve(getSeats, async ({ session }) => {
    const seats = await seatsOf(db, session.account_id);
    return {
      accounts: seats
        .filter((one) => one.class === "market")
        .map(({ account, company_name, status, trade_account_id, role, demonstration }) => ({
          account,
          company_name,
          status,
          trade_account_id,
          role,
          demonstration,
        })),
      issuer_of: seats
        .filter((one) => one.class === "issuer")
        .map(({ registry, country }) => ({ registry, country })),
      is_platform_operator: seats.some((one) => one.class === "operator"),
    };
  });

  serve(createBusinessAccount, ({ body: { company_name, key }, session, origin }) =>
    db.transaction().execute((tx) =>
      once(tx, session, { command: "business_account.create", key, request: { company_name } }, async () => {
        const made = await begin(tx, session, company_name);
        const detail = { action: "create", status: "draft" };
        await auditRecord(tx, { session, origin }, { subject: made.number, detail });
        return made;
      }),
    ),
  );
}

function serveCompany(serve: Serve, db: Db): void {
  serve(getBusinessAccount, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const uid = account ?? record_uid ?? missing();
      const row = await findRecord(tx, businessAccountKind, { actor, record_uid: uid, lock: false });
      return {
        ...(await frameOf(tx, businessAccountKind, row, actor)),
        ...(await companyOf(tx, row, hasRole(actor, "account_manager"))),
      };
    }),
  );

  serve(saveBusinessAccount, ({ query: { account }, body, session, origin }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, businessAccountKind, { actor, record_uid: account, lock: true });
      mustHaveRole(actor, CHANGING.action, "account_manager");
      mustAllow(row, CHANGING);
      await mustBeConfirmed(tx, session);
      const { expected_version, account_types = {}, ...values } = body;
      if (row.version !== expected_version) throw changedByOther(row);
      mustBeFree(row, values);
      await moveRegistration(tx, row, values.country);
      const set = given(values);
      if (Object.keys(set).length > 0) {
        await tx
          .updateTable("business_account")
          .set(set)
          .where("business_account_id", "=", row.business_account_id)
          .execute();
      }
      await setAccountTypes(tx, row.business_account_id, account_types);
      const { version } = await tx
        .updateTable("business_account")
        .set({ version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
        .where("business_account_id", "=", row.business_account_id)
        .returning("version")
        .executeTakeFirstOrThrow();
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "company.changed",
        subject: row.number,
        after: set,
      });
      return { version };
    }),
  );

  serve(moveBusinessAccount, ({ query, body, session, origin }) => {
    const { company_name, registration_number, marks, answers, ...command } = body;
    return runRecordCommand(db, businessAccountKind, {
      session,
      origin,
      account: query.account,
      body: command,
      payload: { company_name, registration_number, marks, answers },
    });
  });
}

function serveReview(serve: Serve, db: Db): void {
  serve(listBusinessAccounts, ({ query, session }) =>
    db.transaction().execute(async (tx) => {
      mustBeOperator(await actorOf(tx, session, undefined));
      const { rows, total, counts } = await businessAccountsPage(tx, query);
      const items = rows.map(
        ({ record_uid, number, company_name, country, trade_account_id, status, version, changed_at }) => ({
          record_uid,
          number,
          company_name,
          country,
          trade_account_id,
          status,
          version,
          changed_at: changed_at.toISOString(),
        }),
      );
      return { items, total_items: total, tab_counts: counts };
    }),
  );
}

function mustBeOperator({ roles }: { roles: readonly string[] }): void {
  if (!roles.includes("platform_operator")) throw noSuchRecord();
}

function missing(): never {
  throw noSuchRecord();
}

/** Writes a draft, its first account manager and the records that go with it. Throws ACC-002 beyond the limit, AUTH-003 and AUTH-004 for people of another class. */
async function begin(
  tx: Tx,
  session: Session,
  company_name: string,
): Promise<{ account: string; number: string }> {
  const actor = await systemActor(tx);
  const { account_id } = session;
  const { drafts } = await tx
    .selectFrom("business_account")
    .select((eb) => eb.fn.countAll<number>().as("drafts"))
    .where("created_by", "=", account_id)
    .where("status", "=", "draft")
    .executeTakeFirstOrThrow();
  if (drafts >= DRAFTS_MAX) {
    const message = `You have ${DRAFTS_MAX} drafts of business accounts already.`;
    throw new GuardRefusal(422, [{ code: "ACC-002", message, params: { max: DRAFTS_MAX } }]);
  }
  const number = await nextNumber(tx, businessAccountKind.prefix, actor.at);
  const row = await tx
    .insertInto("business_account")
    .values({ company_name, number, created_by: account_id })
    .returning(["business_account_id", "business_account_uid"])
    .executeTakeFirstOrThrow();
  await grantRole(tx, {
    account_id,
    class: "market",
    role: "account_manager",
    business_account_id: row.business_account_id,
    granted_by: account_id,
  });
  const { business_account_id, business_account_uid: account } = row;
  await recordBegan(
    tx,
    businessAccountKind,
    { record_uid: account, business_account_id, status: "draft" },
    { actor: { ...actor, account_id, roles: ["account_manager"] } },
  );
  const selling = await tx
    .insertInto("gec_selling")
    .values({ business_account_id, number: await nextNumber(tx, "GS", actor.at), status: "disabled" })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("status_event")
    .values({
      entity: "gec_selling",
      record_uid: selling.record_uid,
      business_account_id,
      to_status: "disabled",
      action: "create",
      actor_role: "system",
    })
    .execute();
  return { account, number };
}

const CHANGING = { action: "changing the company", deed: "profile" } as const;

/** Name and registration number of an account that was reviewed change by its life cycle alone. */
function mustBeFree(
  row: BusinessAccountRow,
  values: { company_name?: string | undefined; registration_number?: string | undefined },
): void {
  const { status, company_name, registration_number } = row;
  if (status === "draft") return;
  const isChanged =
    (values.company_name ?? company_name) !== company_name ||
    (values.registration_number ?? registration_number) !== registration_number;
  if (isChanged) throw notPossible(businessAccountLife, row, "changing name or registration number");
}

/** A company that was reviewed and says another country takes its registration number there. Refuses with ACC-001 where another account has it. */
async function moveRegistration(
  tx: Tx,
  row: BusinessAccountRow,
  country: string | null | undefined,
): Promise<void> {
  if (row.status === "draft" || country === undefined || country === null || country === row.country) return;
  const registration = { country, registration_number: row.registration_number };
  await claimRegistration(tx, row, registration);
  await releaseRegistrations(tx, row, registration);
}

/** Submissions that an answer has: the last, and the one before, from which it differs. */
const VERSIONS_SHOWN = 2;

/** Company information as people see it. `judges`: with what speaks against submitting a draft. */
async function companyOf(db: Db, row: BusinessAccountRow, judges: boolean) {
  const now = await companyContentOf(db, row);
  const { account_types: types, country: _code, ...content } = now;
  return {
    ...content,
    account: row.business_account_uid,
    country: row.country,
    trade_account_id: row.trade_account_id,
    demonstration: row.demonstration,
    account_types: accountTypes.parse({ IREC: null, TIGR: null, GEC: null, ...types }),
    versions: await companyVersions(db, row.business_account_id, VERSIONS_SHOWN),
    faults: judges && row.status === "draft" ? await submissionFaults(db, row, now) : [],
  };
}
