// Judges the days of zero export: each once it is over, and anew when readings or reports of it come late.
import { startOfDay, addDays } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { isDaylight } from "../../energy/index.ts";
import { kpiProject } from "../../kpi/index.ts";
import { givenUpOn } from "./given-up.sql.ts";
import { contradicts, coverageOf, figuresMeasured, figuresOf, verdictOf } from "./nze-day.ts";
import {
  nzeDaysDue,
  noteMissingDays,
  nzeDayFacts,
  storeNzeDay,
  takeDayReports,
  takeDueDay,
  type DueDay,
  type JudgedNzeDay,
  type NzeDayFacts,
} from "./nze-days.sql.ts";

/** Between rounds; the ledger's and the key figures' work goes on beside. */
const EVERY_S = 15;
/** A round ends after so long; what is left waits for the next. */
const ROUND_MS = 3000;
const AT_ONCE = 100;

const daysTask = task({
  name: "control.nze-days",
  payload: nothing,
  queue: "nze-days",
  starts: { everySeconds: EVERY_S },
});
const missingTask = task({
  name: "control.nze-missing",
  payload: nothing,
  queue: "nze-days",
  starts: { atStart: true, cron: "7 * * * *" },
});

/** The work on days of zero export. */
export const nzeDayWork: readonly Work[] = [
  does(missingTask, (_, { db }) => noteMissingDays(db, Date.now())),
  does(daysTask, async (_, { db, signal }) => {
    await takeDayReports(db);
    const until = Date.now() + ROUND_MS;
    await judgeNzeDays(db, Date.now(), () => signal.aborted || Date.now() >= until);
  }),
];

/** Judges the days that wait and are over, newest first, until none is left or `ended`. Returns how many. May be repeated. */
export async function judgeNzeDays(db: Db, nowMs: number, ended: () => boolean): Promise<number> {
  let judged = 0;
  for (;;) {
    const due = await nzeDaysDue(db, nowMs, AT_ONCE);
    if (due.length === 0) return judged;
    for (const day of due) {
      if (ended()) return judged;
      await db.transaction().execute(async (tx) => {
        if (await takeDueDay(tx, day)) await storeNzeDay(tx, day, await judgedDay(tx, day, nowMs));
      });
      judged += 1;
    }
  }
}

async function judgedDay(tx: Tx, due: DueDay, nowMs: number): Promise<JudgedNzeDay> {
  const project = await kpiProject(tx, due.project_id);
  const span = {
    from_ms: startOfDay(project.timezone, due.day),
    to_ms: startOfDay(project.timezone, addDays(due.day, 1)),
  };
  const facts = await nzeDayFacts(tx, due, span);
  const place = project.plant;
  const read = figuresOf(facts.samples);
  const coverage = coverageOf(facts.samples, {
    ...span,
    on_at_first: facts.on_at_first,
    is_daylight: (at) => isDaylight(place, at),
  });
  const told = measuredDay(facts, coverage, read);
  const known = told ?? {
    figures: read,
    coverage,
    source: facts.samples.length === 0 ? null : ("readings" as const),
    resolution_s: facts.resolution_s,
  };
  const { on_s, due_s } = known.coverage;
  const given = on_s + due_s > 0 ? await givenUpOn(tx, project, due, nowMs) : null;
  return {
    ...known.figures,
    ...known.coverage,
    source: known.source,
    resolution_s: known.resolution_s,
    rule: facts.rule,
    measured: facts.measured,
    verdict: verdictOf({ ...known.figures, ...known.coverage, back_within_s: facts.rule.back_within_s }),
    given_up_wh: given?.wh ?? null,
    given_up_vnd: given?.vnd ?? null,
  };
}

type Read = ReturnType<typeof figuresOf>;
type Covered = ReturnType<typeof coverageOf>;

/** The day as the gateway measured it; null: it has not, or its meter's readings say otherwise. */
function measuredDay({ measured, resolution_s }: NzeDayFacts, coverage: Covered, read: Read) {
  if (measured === null) return null;
  const figures = figuresMeasured(measured);
  if (contradicts(figures, read)) return null;
  const on_s = Math.round(measured.on_s);
  // A gateway that was off for a while knows nothing of it: what the readings say was due counts, too.
  const due_s = Math.max(on_s, coverage.due_s);
  return {
    figures,
    coverage: { on_s, due_s, seen_s: Math.max(0, Math.round(on_s - measured.meter_silent_s)) },
    source: "gateway" as const,
    resolution_s: Math.max(1, Math.ceil(Math.min(measured.sample_s, resolution_s ?? Infinity))),
  };
}
