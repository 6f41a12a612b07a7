// Registrations that end soon are told by a draft of their renewal, which waits in the bell and the counters (rule R11); devices follow their plants (R10).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { beginRenewals } from "./begin-succession.sql.ts";
import { followDevices } from "./registered/follow-device.sql.ts";

const renew = task({
  name: "registry.renewals",
  payload: nothing,
  queue: "registry.renewals",
  starts: { cron: "35 * * * *", atStart: true },
});

/** Triggers of the database add it too: whatever ends a consent or changes a bound plant. */
const follow = task({
  name: "registry.devices",
  payload: nothing,
  queue: "registry.devices",
  starts: { atStart: true },
});

/** What devices do by jobs. */
export const deviceWork: readonly Work[] = [
  does(renew, (_, { db }) => beginRenewals(db)),
  does(follow, (_, { db }) => followDevices(db)),
];
