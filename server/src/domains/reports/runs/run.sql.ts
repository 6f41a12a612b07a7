// Runs: long work that people ask for, from its wish to its file.
import type { RunKindName } from "@heliograph/contract";
import { sql, type Selectable } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ReportRun as RunTable } from "../../../platform/tables.ts";

/** A run as it is kept. */
export type RunRow = Selectable<RunTable> & { readonly kind: RunKindName };

/** What is asked for. */
export interface WantedRun {
  readonly account_id: number;
  readonly kind: RunKindName;
  /** What lists name it by: at most 300 letters. */
  readonly title: string;
  /** What the kind's own schema lets pass. */
  readonly request: object;
  /** Ids of all projects that it reads: whoever may no longer see one of them does not see the run. */
  readonly projects: readonly number[];
  readonly cause: "person" | "schedule";
  /** Days for which its file is kept; null: it stays. */
  readonly kept_days: number | null;
}

/** Notes the run; it waits. */
export async function insertRun(tx: Tx, { request, projects, ...row }: WantedRun): Promise<RunRow> {
  const inserted = await tx
    .insertInto("report_run")
    .values({ ...row, request: JSON.stringify(request), projects: [...projects] })
    .returningAll()
    .executeTakeFirstOrThrow();
  return inserted as RunRow; // `kind` is held to the contract's words by the table
}

/** Waits until nobody else has something made for the account: what counts its runs does so after this. */
export async function lockAccount(tx: Tx, account_id: number): Promise<void> {
  await sql`select from account where account_id = ${account_id} for no key update`.execute(tx);
}

/** How many runs of the account wait or are being made. */
export async function openRuns(tx: Tx, account_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from report_run
    where account_id = ${account_id} and state in ('queued', 'running') and cause = 'person'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The run that waits or is being made and was asked for in the same words; undefined: there is none. */
export async function sameOpenRun(
  tx: Tx,
  { account_id, kind, request }: WantedRun,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select * from report_run
    where account_id = ${account_id} and state in ('queued', 'running') and kind = ${kind}
      and request = ${JSON.stringify(request)}::jsonb
    limit 1`.execute(tx);
  return rows[0];
}

/** Runs that the caller of the transaction sees, newest first. */
export async function runsPage(
  tx: Tx,
  { kind, limit, offset }: { kind: RunKindName | undefined; limit: number; offset: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const of = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const { rows } = await sql<RunRow>`
    select * from report_run where ${of} order by run_id desc limit ${limit} offset ${offset}`.execute(tx);
  const counted = await sql<{ n: number }>`select count(*)::int4 as n from report_run where ${of}`.execute(
    tx,
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** The run if the caller of the transaction sees it. */
export async function runByUid(tx: Tx, run_uid: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select * from report_run where run_uid = ${run_uid}`.execute(tx);
  return rows[0];
}

/**
 * Begins to make the run, or goes on where a process ended that did; undefined: it is over. Whoever begins later takes it over, and
 * is told apart by `attempts`.
 */
export async function beginRun(db: Db, run_id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update report_run set state = 'running', started_at = coalesce(started_at, now()), attempts = attempts + 1, progress = 0
    where run_id = ${run_id} and state in ('queued', 'running') returning *`.execute(db);
  return rows[0];
}

type Begun = Pick<RunRow, "run_id" | "attempts">;

const ofAttempt = ({ run_id, attempts }: Begun) =>
  sql`run_id = ${run_id} and attempts = ${attempts} and state = 'running'`;

/** Notes how far the run is; false: it was ended, or somebody else works on it. */
export async function noteProgress(db: Db, begun: Begun, progress: number): Promise<boolean> {
  const { rows } = await sql`
    update report_run set progress = ${progress} where ${ofAttempt(begun)} returning run_id`.execute(db);
  return rows.length > 0;
}

/** The run is made and has its file; false: it was ended meanwhile. */
export async function finishRun(tx: Tx, begun: Begun, document_uid: string): Promise<boolean> {
  const { rows } = await sql`
    update report_run set state = 'done', progress = 1, ended_at = now(), document_uid = ${document_uid}
    where ${ofAttempt(begun)} returning run_id`.execute(tx);
  return rows.length > 0;
}

/** The run has failed for good. */
export async function failRun(db: Db, begun: Begun, error: { code: string; message: string }): Promise<void> {
  await sql`
    update report_run set state = 'failed', ended_at = now(), error_code = ${error.code.slice(0, 100)},
      error = ${error.message.slice(0, 500)}
    where ${ofAttempt(begun)}`.execute(db);
}

/** The run waits again; `counts`: the attempt is one of those that a run has. */
export async function putRunBack(db: Db, begun: Begun, counts: boolean): Promise<void> {
  await sql`
    update report_run set state = 'queued', attempts = attempts - ${counts ? 0 : 1} where ${ofAttempt(begun)}`.execute(
    db,
  );
}

/** Ends the run; undefined: it was over. */
export async function endRun(tx: Tx, run_id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update report_run set state = 'cancelled', ended_at = now()
    where run_id = ${run_id} and state in ('queued', 'running') returning *`.execute(tx);
  return rows[0];
}

/** The run that is over and has no file, or none whose time goes on, waits again; undefined: it is not so. */
export async function restartRun(tx: Tx, run_id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update report_run set state = 'queued', progress = 0, attempts = 0, asked_at = now(), started_at = null, ended_at = null,
      error_code = null, error = null, document_uid = null
    where run_id = ${run_id} and ended_at is not null and not exists (
      select from document d where d.document_uid = report_run.document_uid and (d.expires_at is null or d.expires_at > now()))
    returning *`.execute(tx);
  return rows[0];
}

/** Takes the run away that is over; false: it is not. */
export async function deleteRun(tx: Tx, run_id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from report_run where run_id = ${run_id} and ended_at is not null returning run_id`.execute(tx);
  return rows.length > 0;
}
