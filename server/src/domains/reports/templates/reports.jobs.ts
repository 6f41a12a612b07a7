// What reports do by themselves (docs/what-runs-when.md).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { askDueReports, recomputeNext } from "./due-reports.jobs.ts";
import { previewWork } from "./preview.jobs.ts";
import type { ReportMaking } from "./report-making.jobs.ts";

const due = task({
  name: "reports.due",
  payload: nothing,
  queue: "reports-due",
  starts: { everySeconds: 15 },
});
const start = task({ name: "reports.due-start", payload: nothing, starts: { atStart: true } });

/** The background work of reports beside their runs. */
export const templateWork = (making: ReportMaking): readonly Work[] => [
  does(due, (_, { db, signal }) => askDueReports(db, new Date(making.now()), () => signal.aborted)),
  does(start, (_, { db }) => recomputeNext(db, new Date(making.now()))),
  previewWork(making),
];
