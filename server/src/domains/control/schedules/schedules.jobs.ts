// What runs schedules (docs/what-runs-when.md).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { reconsiderAll, reconsiderReverted, runSchedules } from "./due.sql.ts";

const due = task({
  name: "control.schedules",
  payload: nothing,
  queue: "schedules",
  starts: { everySeconds: 1 },
});
const start = task({ name: "control.schedules-start", payload: nothing, starts: { atStart: true } });
const again = task({ name: "control.schedules-again", payload: nothing, starts: { everySeconds: 15 } });

/** The background work of schedules. */
export const scheduleWork: readonly Work[] = [
  does(due, (_, { db, signal }) => runSchedules(db, new Date(), () => signal.aborted)),
  does(start, (_, { db }) => reconsiderAll(db, new Date())),
  does(again, (_, { db }) => reconsiderReverted(db, new Date())),
];
