// Reports whose time has come.
import { nextSending, periodDays } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { accessToMany } from "../../fleet/index.ts";
import { addRun } from "../runs/add-run.jobs.ts";
import { insertEdition, wasDue, type Deliver } from "./edition.sql.ts";
import { reportBy, type KeptReport } from "./report.sql.ts";

/** Reports that are seen to in one transaction. */
const AT_ONCE = 50;

/**
 * Asks for a run of each report that is due at `now` and notes when it is due next. Of several times that were missed the last one is made
 * up for. Returns how many runs were asked for. Any number of processes may do so at once; `ended` lets it stop between transactions.
 */
export async function askDueReports(db: Db, now: Date, ended: () => boolean = () => false): Promise<number> {
  let asked = 0;
  while (!ended()) {
    const seen = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ report_id: number; account_id: number }>`
        select report_id, account_id from report where next_run_at <= ${now} and removed_at is null
        order by next_run_at limit ${AT_ONCE} for update skip locked`.execute(tx);
      for (const row of rows) asked += await seeTo(tx, row, now);
      return rows.length;
    });
    if (seen === 0) return asked;
  }
  return asked;
}

async function seeTo(
  tx: Tx,
  { report_id, account_id }: { report_id: number; account_id: number },
  now: Date,
): Promise<number> {
  const report = await reportBy(tx, account_id, { report_id });
  if (report === undefined || report.next_day === null || report.next_run_at === null) {
    // Whoever added it may no longer see one of its projects: it waits until somebody changes it.
    await setNext(tx, report_id, null);
    return 0;
  }
  const { due_on, next } = lastMissed(report, report.next_day, report.next_run_at, now);
  await setNext(tx, report_id, next);
  if (await wasDue(tx, report_id, due_on)) return 0;
  await askFor(tx, report, { account_id, due_on, deliver: "all", ...periodDays(report, due_on) });
  return 1;
}

/** The last time that is over, by its day, and the first that is to come. */
// oxlint-disable-next-line max-params -- the report, when it was due, and now
function lastMissed(report: KeptReport, day: string, at: Date, now: Date) {
  let due_on = day;
  let next = nextSending(report, report.timezone, at.getTime());
  while (next !== null && next.at_ms <= now.getTime()) {
    due_on = next.local_date;
    next = nextSending(report, report.timezone, next.at_ms);
  }
  return { due_on, next };
}

async function setNext(tx: Tx, report_id: number, next: ReturnType<typeof nextSending>): Promise<void> {
  await tx
    .updateTable("report")
    .set({
      next_run_at: next === null ? null : new Date(next.at_ms),
      next_day: next === null ? null : next.local_date,
    })
    .where("report_id", "=", report_id)
    .execute();
}

interface Asked {
  readonly account_id: number;
  /** Null: somebody asks. */
  readonly due_on: string | null;
  readonly deliver: Deliver;
  readonly from_date: string;
  readonly to_date: string;
}

/** Has the report made of the days, and returns the run's uid. The caller has proven that the account may see the report. */
export async function askFor(tx: Tx, report: KeptReport, asked: Asked): Promise<string> {
  const { account_id, due_on, deliver, from_date, to_date } = asked;
  const proofs = await accessToMany(tx, { account_id }, report.project_uids, { to: "look", noun: "report" });
  const { report_id, title, lang, blocks } = report;
  const request = {
    title,
    lang,
    blocks,
    project_uids: report.project_uids,
    from_date,
    to_date,
    report_id,
    deliver,
  };
  const run = await addRun(tx, {
    account_id,
    kind: "report",
    title: `${title}, ${report.project_names.join(", ")}`,
    request,
    projects: proofs.map(({ project_id }) => project_id),
    cause: due_on === null ? "person" : "schedule",
    kept_days: null,
  });
  await insertEdition(tx, {
    run_id: run.run_id,
    report_id,
    due_on,
    from_day: from_date,
    to_day: to_date,
    lang,
    deliver,
  });
  return run.run_uid;
}

/**
 * Computes anew when each report is due that is not due yet: zones may have changed their clocks with a new version of the runtime.
 * What was due while nobody worked stays due.
 */
export async function recomputeNext(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ report_id: number; account_id: number }>`
      select report_id, account_id from report where next_run_at > ${now} and removed_at is null for update`.execute(
      tx,
    );
    for (const { report_id, account_id } of rows) {
      const report = await reportBy(tx, account_id, { report_id });
      if (report !== undefined) {
        await setNext(tx, report_id, nextSending(report, report.timezone, now.getTime()));
      }
    }
  });
}
