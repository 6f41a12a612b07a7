// Registrations that end soon are told by a draft of their renewal, which waits in the bell and the counters (rule R11).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { beginRenewals } from "./begin-succession.sql.ts";

const renew = task({
  name: "registry.renewals",
  payload: nothing,
  queue: "registry.renewals",
  starts: { cron: "35 * * * *", atStart: true },
});

/** What devices do by jobs. */
export const deviceWork: readonly Work[] = [does(renew, (_, { db }) => beginRenewals(db))];
