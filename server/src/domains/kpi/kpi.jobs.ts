// What keeps the figures of projects true by itself (docs/what-runs-when.md).
import { addJob, does, nothing, task } from "../../platform/jobs/jobs.ts";
import { checkStrings, refreshKeyFigures } from "./ratios/key-figures.jobs.ts";
import { replayWork } from "./alarm-rules/replay.jobs.ts";
import { judgeLateReadings } from "./alarms/late-alarms.jobs.ts";
import { outdateOldVersions } from "./ratios/kpi-days.sql.ts";
import { refreshOutdated } from "./summaries/status-refresh.jobs.ts";
import { forgetSums } from "./summaries/status-refresh.sql.ts";

/** One after the other: two of them would lock the same summaries, and none takes long. */
const queue = "kpi";

const recount = task({ name: "kpi.recount", payload: nothing, queue, starts: { atStart: true } });
const statuses = task({ name: "kpi.statuses", payload: nothing, queue, starts: { everySeconds: 15 } });
const days = task({ name: "kpi.days", payload: nothing, queue, starts: { everySeconds: 15 } });
/** What readings that came late tell of the past. */
const late = task({ name: "kpi.late", payload: nothing, queue, starts: { everySeconds: 30 } });
/** Strings deviate slowly, and comparing them reads every inverter. */
const strings = task({ name: "kpi.strings", payload: nothing, queue, starts: { cron: "*/5 * * * *" } });

/** The background work of the key figures. */
export const kpiWork = [
  // A new version may count otherwise than the one before.
  does(recount, (_, { db }) =>
    db.transaction().execute(async (tx) => {
      await forgetSums(tx);
      await outdateOldVersions(tx);
      await addJob(tx, statuses, {}, { key: statuses.name });
    }),
  ),
  does(statuses, (_, { db, signal }) => refreshOutdated(db, Date.now(), () => signal.aborted)),
  does(days, (_, { db, signal }) => refreshKeyFigures(db, Date.now(), () => signal.aborted)),
  does(late, (_, { db, signal }) => judgeLateReadings(db, Date.now(), () => signal.aborted)),
  does(strings, (_, { db }) => checkStrings(db)),
  replayWork,
];
