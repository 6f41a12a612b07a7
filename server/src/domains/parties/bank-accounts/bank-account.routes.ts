import {
  addBankAccount,
  bankAccountFaults,
  bankAccountLife,
  listBankAccounts,
  maskedNumber,
  moveBankAccount,
  type BankAccountFields,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { mustBeConfirmed } from "../../identity/index.ts";
import { businessAccountOf } from "../business-accounts/business-account.sql.ts";
import { actorFor, asActor, hasRole, noSuchRecord, type Actor } from "../records/actor.sql.ts";
import { auditRecord } from "../records/audit.sql.ts";
import { recordBegan } from "../records/begin.sql.ts";
import { runRecordCommand } from "../records/command.sql.ts";
import { frameOf } from "../records/frame.sql.ts";
import { once } from "../records/once.sql.ts";
import type { RecordKind, RecordRow } from "../records/record-kind.ts";
import { nextNumber, visibleTo } from "../records/record.sql.ts";

/** Bank accounts that a business account may have, those that are archived not counted. */
const BANK_ACCOUNTS_MAX = 20;

interface BankAccountRow extends RecordRow, BankAccountFields {
  readonly is_default: boolean;
  readonly payouts_from: Date;
}

interface BankAccountChange {
  readonly values?: BankAccountFields | undefined;
}

export const bankAccountKind: RecordKind<
  (typeof bankAccountLife.states)[number],
  keyof typeof bankAccountLife.actions,
  BankAccountRow,
  BankAccountChange
> = {
  life: bankAccountLife,
  table: "bank_account",
  prefix: "BK",
  hidden: [],
  hasIssuer: false,
  effects: {
    edit: async (tx, row, { payload: { values } }) => {
      if (values === undefined) {
        throw new GuardRefusal(422, [{ code: "BNK-011", message: "Say what is changed." }]);
      }
      await mustBeSound(tx, row.business_account_id, values);
      await sql`
        update bank_account set currency = ${values.currency}, bank_name = ${values.bank_name}, account_name = ${values.account_name},
          swift_code = ${values.swift_code}, account_number = ${values.account_number}, comment = ${values.comment},
          is_default = false, payouts_from = now() + interval '48 hours'
        where record_uid = ${row.record_uid}`.execute(tx);
    },
    make_default: async (tx, row) => {
      await sql`update bank_account set is_default = false
        where business_account_id = ${row.business_account_id} and currency = ${row.currency}`.execute(tx);
      await sql`update bank_account set is_default = true where record_uid = ${row.record_uid}`.execute(tx);
    },
    reject: async (tx, row, { reason }) => {
      await sql`update bank_account set comment = ${reason} where record_uid = ${row.record_uid}`.execute(tx);
    },
    archive: async (tx, row) => {
      await sql`update bank_account set is_default = false where record_uid = ${row.record_uid}`.execute(tx);
    },
  },
};

/** Serves bank accounts: to the people of their business account, and to platform operators who verify them. */
export function bankAccountRoutes(serve: Serve, db: Db): void {
  serve(listBankAccounts, ({ query: { account }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      if (account === undefined && !hasRole(actor, "platform_operator")) throw noSuchRecord();
      return { items: await Promise.all((await bankAccounts(tx, actor)).map((row) => item(tx, row, actor))) };
    }),
  );

  serve(addBankAccount, ({ query: { account }, body: { key, ...values }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, {
        action: "adding bank accounts",
        by: ["account_manager"],
      });
      await mustBeConfirmed(tx, session);
      return once(
        tx,
        actor,
        { command: "bank_account.create", key, request: { account, values } },
        async () => {
          const row = await insert(tx, actor, values);
          const detail = { action: "create", status: row.status };
          await auditRecord(tx, { session, origin }, { subject: row.number, detail });
          return { ...row, needs_second_person: false };
        },
      );
    }),
  );

  serve(moveBankAccount, ({ query, body, session, origin }) => {
    const { values, ...command } = body;
    return runRecordCommand(db, bankAccountKind, {
      session,
      origin,
      account: query.account,
      body: command,
      payload: { values },
    });
  });
}

async function insert(tx: Tx, actor: Actor, values: BankAccountFields) {
  const business_account_id = actor.business_account_id ?? 0;
  await mustBeSound(tx, business_account_id, values);
  const { count } = await tx
    .selectFrom("bank_account")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("business_account_id", "=", business_account_id)
    .where("status", "<>", "archived")
    .executeTakeFirstOrThrow();
  if (count >= BANK_ACCOUNTS_MAX) {
    const message = `An account may have ${BANK_ACCOUNTS_MAX} bank accounts.`;
    throw new GuardRefusal(422, [{ code: "BNK-010", message, params: { max: BANK_ACCOUNTS_MAX } }]);
  }
  const row = await tx
    .insertInto("bank_account")
    .values({
      ...values,
      business_account_id,
      number: await nextNumber(tx, bankAccountKind.prefix, actor.at),
      status: "pending_verification",
      created_by: actor.account_id,
      submitted_by: actor.account_id,
    })
    .returning(["record_uid", "number", "status", "version"])
    .executeTakeFirstOrThrow();
  const { record_uid, status } = row;
  await recordBegan(tx, bankAccountKind, { record_uid, business_account_id, status }, { actor });
  return row;
}

/** Refuses values that break a rule of bank accounts: BNK-001 to BNK-003, all that are broken. */
async function mustBeSound(tx: Db, business_account_id: number, values: BankAccountFields): Promise<void> {
  const { company_name, english_name } = await businessAccountOf(tx, business_account_id);
  const [first, ...more] = bankAccountFaults(values, { company_name, english_name: english_name ?? "" });
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

async function bankAccounts(tx: Db, actor: Actor): Promise<(BankAccountRow & { company_name: string })[]> {
  const waiting = actor.business_account_id === null ? sql`and status = 'pending_verification'` : sql``;
  const { rows } = await sql<BankAccountRow & { company_name: string }>`
    select k.*, b.company_name from (select * from bank_account
      where ${visibleTo(bankAccountKind, actor)} and status <> 'archived' ${waiting}) k
    join business_account b using (business_account_id)
    order by k.changed_at desc, k.bank_account_id desc limit 200`.execute(tx);
  return rows;
}

async function item(tx: Db, row: BankAccountRow & { company_name: string }, actor: Actor) {
  const seesNumber = hasRole(actor, "account_manager", "platform_operator");
  return {
    ...(await frameOf(tx, bankAccountKind, row, actor)),
    currency: row.currency,
    bank_name: row.bank_name,
    account_name: row.account_name,
    swift_code: row.swift_code,
    account_number: seesNumber ? row.account_number : maskedNumber(row.account_number),
    comment: row.comment ?? "",
    is_default: row.is_default,
    company_name: row.company_name,
    payouts_from: row.payouts_from.toISOString(),
  };
}
