// What the actions of a redemption do.
import {
  plainGmt8Day,
  redemptionAnswerFaults,
  redemptionFaults,
  redemptionLife,
  redemptionReturnFaults,
  type GuardError,
  type RedemptionAction,
  type RedemptionAnswer,
  type RedemptionClaimBody,
  type RedemptionMark,
  type RedemptionStatus,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { addJob } from "../../../platform/jobs/jobs.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { limitEnd, type Effect, type EffectResult, type RecordKind } from "../../parties/index.ts";
import { closeRefusedCalls, liveCalls, partsToRetire, prepareCalls } from "../calls/prepare-calls.sql.ts";
import { projectsOfDevices } from "../devices/device-projects.sql.ts";
import { accountType, needsCountersign } from "./claim.sql.ts";
import { correctBeneficiary, mustBeCorrectable } from "./correction.sql.ts";
import { rangesOf, releaseReserved, reservedRanges, retire } from "./postings.sql.ts";
import { mwhOf, producedIn } from "./redeemable.sql.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";
import { redemptionFeesTask, statementTask } from "./redemption.jobs.ts";
import { retirement } from "./retirement.sql.ts";
import { noteAnswers, noteReturn, returnsOf, wordsOf } from "./returns.sql.ts";

type OfClaim =
  | "beneficiary_name"
  | "beneficiary_registration_number"
  | "is_natural_person"
  | "beneficiary_country"
  | "beneficiary_address"
  | "redeems_for"
  | "period_from"
  | "period_to"
  | "purpose"
  | "acknowledged";
/** What a redemption that was returned may say anew, and one that is completed. */
interface RedemptionChange {
  readonly claim?: Pick<RedemptionClaimBody, OfClaim> | undefined;
  /** Of a return, and of what is submitted again. */
  readonly marks?: readonly RedemptionMark[] | undefined;
  readonly answers?: readonly RedemptionAnswer[] | undefined;
  /** Of a completed one (rule R44). */
  readonly correction?:
    | { readonly beneficiary_name: string; readonly beneficiary_address: string }
    | undefined;
}

type Does = Effect<RedemptionRecord, RedemptionChange>;

/** Refuses with all of them; nothing where there are none. */
export function mustHold(faults: readonly GuardError[]): void {
  const [first, ...more] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

const fault = (code: string, message: string): GuardError => ({ code, message });

const approve: Does = async (tx, row, { actor }) => {
  const faults: GuardError[] = await reservationFaults(tx, row);
  if (actor.account_id === row.submitted_by) {
    faults.push(fault("AUTH-005", "You have a part in this record and cannot decide on it."));
  }
  if (row.needs_countersign && row.countersigned_at === null) {
    faults.push(fault("RED-010", "An account manager must confirm this amount first."));
  }
  mustHold(faults);
  await followFees(tx, row);
  return dueIn(tx, row, { at: actor.at });
};

/** The end of the time to pay, ten business days from the instant. */
async function dueIn(tx: Tx, { record_uid }: RedemptionRecord, { at }: { at: Date }): Promise<EffectResult> {
  const pay_until = await limitEnd(tx, at, { count: 10, unit: "business_days" });
  await tx.updateTable("redemption").set({ pay_until }).where("record_uid", "=", record_uid).execute();
  return { due_at: pay_until };
}

/** What is left of the time to pay, one business day at least. */
const dueAsBefore: Does = async (tx, { pay_until }, { actor }) => {
  const least = await limitEnd(tx, actor.at, { count: 1, unit: "business_days" });
  return { due_at: pay_until === null || pay_until < least ? least : pay_until };
};

const countersign: Does = async (tx, row, { actor }) => {
  const faults: GuardError[] = [];
  if (!row.needs_countersign || row.countersigned_at !== null) {
    faults.push(fault("RED-013", "This redemption needs no confirmation."));
  }
  if (actor.account_id === row.submitted_by) {
    faults.push(fault("AUTH-006", "A second person must confirm this."));
  }
  mustHold(faults);
  await tx
    .updateTable("redemption")
    .set({ countersigned_by: actor.account_id, countersigned_at: sql<Date>`now()` })
    .where("record_uid", "=", row.record_uid)
    .execute();
  // The issuer's time goes on as it was.
  const due = await tx
    .selectFrom("record_deadline")
    .select("due_at")
    .where("record_uid", "=", row.record_uid)
    .where("entity", "=", redemptionLife.entity)
    .executeTakeFirst();
  return due === undefined ? {} : { due_at: due.due_at };
};

const sendBack: Does = async (tx, row, { payload: { marks = [] } }) => {
  mustHold(redemptionReturnFaults(marks));
  await noteReturn(tx, row, marks);
  await followFees(tx, row);
};

const resubmit: Does = async (tx, row, { actor, payload: { claim, answers = [] } }) => {
  const next = { ...row, ...claim };
  const facts = {
    available: row.amount,
    produced: producedIn(await rangesOf(tx, row.number)),
    account_type: await accountType(tx, row.business_account_id, row.registry),
    today: plainGmt8Day(actor.at),
  };
  const last = (await returnsOf(tx, row.redemption_id)).at(-1) ?? { words: wordsOf(row), marks: [] };
  mustHold([
    ...redemptionFaults(next, facts),
    ...(await reservationFaults(tx, row)),
    ...redemptionAnswerFaults(last, wordsOf(next), answers),
  ]);
  await noteAnswers(tx, row, answers);
  if (claim !== undefined && claim.redeems_for !== "") {
    const { acknowledged, redeems_for, ...texts } = claim;
    // What an account manager confirmed is not what is asked for now.
    const needs_countersign = await needsCountersign(tx, actor, row);
    const manager = { needs_countersign, countersigned_by: null, countersigned_at: null };
    await tx
      .updateTable("redemption")
      .set({ ...normalised(texts), redeems_for, acknowledged: [...acknowledged], ...manager })
      .where("record_uid", "=", row.record_uid)
      .execute();
  }
  await followFees(tx, row);
};

const giveBack: Does = async (tx, row, { actor }) => {
  const entry_id = await releaseReserved(tx, row, actor.account_id);
  await followFees(tx, row);
  return { entry_id };
};

const giveBackUnpaid: Does = async (tx, row, context) => {
  const invoices = await tx
    .selectFrom("invoice")
    .select(["currency", "status", "confirmed_cents"])
    .where("redemption_id", "=", row.redemption_id)
    .orderBy("currency")
    .execute();
  const faults: GuardError[] = [];
  for (const { currency, confirmed_cents } of invoices) {
    if (confirmed_cents === 0) continue;
    const received = `${currency} ${(confirmed_cents / 100).toFixed(2)}`;
    const message = `${received} were received. Refund or credit them first.`;
    faults.push({ ...fault("INV-010", message), params: { received } });
  }
  if (invoices.some(({ status }) => status === "waiting_for_confirmation")) {
    faults.push(fault("RED-021", "A payment was reported. Wait until an operator has looked for it."));
  }
  mustHold(faults);
  return giveBack(tx, row, context);
};

/** Nothing is given back while another registry may retire it, or has: what was refused there is closed first. */
async function mustNotBeOut(tx: Tx, { redemption_id }: RedemptionRecord): Promise<void> {
  const live = await liveCalls(tx, redemption_id);
  if (live.every(({ status }) => status === "refused")) return;
  const message = "The other registry may have retired these certificates. Wait for its answer.";
  mustHold([fault("RED-030", message)]);
}

const refund: Does = async (tx, row, context) => {
  await mustNotBeOut(tx, row);
  await closeRefusedCalls(tx, row.redemption_id);
  return giveBack(tx, row, context);
};

const complete: Does = async (tx, row): Promise<EffectResult> => {
  const open = await sql<{ open: number; all: number }>`
    select count(*) filter (where f.status is distinct from 'paid' or f.closed_at is not null)::int4 as open, count(*)::int4 as all
    from redemption_fee r left join fee f using (redemption_id, fee_rule_id)
    where r.redemption_id = ${row.redemption_id}`.execute(tx);
  const faults: GuardError[] = await reservationFaults(tx, row);
  if ((await partsToRetire(tx, row)).length > 0) {
    faults.push(fault("RED-031", "The other registry has not acknowledged the retirement."));
  }
  if (open.rows[0]?.open !== 0) faults.push(fault("RED-014", "Not all fees are paid."));
  mustHold(faults);
  const { key, record, note } = await retirement(tx, row);
  const entry_id = await retire(tx, row, { record, note });
  await tx
    .updateTable("redemption")
    .set({ completed_at: sql<Date>`now()`, status: "completed" })
    .where("record_uid", "=", row.record_uid)
    .execute();
  const { statement_id } = await tx
    .insertInto("redemption_statement")
    .values({ redemption_id: row.redemption_id, key, entry_id })
    .returning("statement_id")
    .executeTakeFirstOrThrow();
  await addJob(tx, statementTask, { statement_id });
  return { entry_id };
};

const extend: Does = async (tx, row, { actor }) => {
  await followFees(tx, row);
  return dueIn(tx, row, { at: actor.at });
};

/** Redemptions as the kernel of records moves them. */
export const redemptionKind: RecordKind<
  RedemptionStatus,
  RedemptionAction,
  RedemptionRecord,
  RedemptionChange
> = {
  life: redemptionLife,
  table: "redemption",
  prefix: "RD",
  hidden: [],
  projectsOf: (tx, { devices }) => projectsOfDevices(tx, { codes: devices }),
  needsFirst: sql<boolean>`needs_countersign and countersigned_at is null`,
  firstGuards: {
    refund: mustNotBeOut,
    correct: (tx, row, { actor, payload: { correction } }) =>
      mustBeCorrectable(tx, row, { actor, correction }),
  },
  effects: {
    correct: (tx, row, { actor, payload: { correction } }) =>
      correctBeneficiary(tx, row, { actor, correction }),
    approve,
    countersign,
    resubmit,
    return: sendBack,
    reject: giveBack,
    cancel: giveBack,
    lapse: giveBack,
    cancel_unpaid: giveBackUnpaid,
    expire: giveBackUnpaid,
    refund,
    retire_elsewhere: (tx, row) => prepareCalls(tx, row),
    extend,
    extend_rest: extend,
    await_payment: dueAsBefore,
    await_rest: dueAsBefore,
    complete,
  },
};

/** Has fees and invoices follow what becomes of the redemption. */
export const followFees = (tx: Tx, { record_uid }: Pick<RedemptionRecord, "record_uid">): Promise<void> =>
  addJob(tx, redemptionFeesTask, { record_uid });

/** What is reserved is what was asked for (rule R17). */
async function reservationFaults(tx: Tx, row: RedemptionRecord): Promise<GuardError[]> {
  const reserved = mwhOf(await reservedRanges(tx, row));
  if (reserved === row.amount) return [];
  return [fault("RED-012", "The certificates are not reserved for this redemption any more.")];
}

/** The object with its texts in normal form C, in which alone they can be hashed (rule R42). */
export function normalised<T extends object>(fields: T): T {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? value.normalize("NFC") : value,
  ]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the same members
  return Object.fromEntries(entries) as T;
}
