// What follows when nobody has taken an alarm, and at the end of a person's day (docs/what-runs-when.md).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { sendDigests } from "../digest/send-digests.jobs.ts";
import type { AlarmMailSettings } from "../notifications/alarm-channels.jobs.ts";
import type { NoticeRules } from "../notifications/notices.jobs.ts";
import { escalate } from "./escalate.jobs.ts";

/** In the queue of notices: what is told further has the order of what was told. */
const followUp = task({
  name: "notices.follow-up",
  payload: nothing,
  queue: "notices",
  starts: { everySeconds: 20 },
});

/** Tells the next person of alarms that nobody has taken, and mails the digests that are due. */
export const followUpWork = (told: AlarmMailSettings, rules: NoticeRules): Work =>
  does(followUp, async (_, { db, signal }) => {
    await escalate(db, Date.now(), rules);
    await sendDigests(db, told, Date.now(), () => signal.aborted);
  });
