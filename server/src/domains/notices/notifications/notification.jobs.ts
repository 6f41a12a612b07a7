// What notifications do without being asked (docs/what-runs-when.md).
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { callOfNotice, mailNotice, type AlarmMailSettings } from "./alarm-channels.jobs.ts";
import { mailChannel, pushChannel, webhookChannel } from "./notice-channels.jobs.ts";
import { alarmNotices, sendDue, takeAlarms, tellNotices, type NoticeRules } from "./notices.jobs.ts";
import { browserPush, pushNotice, pushToBrowser, type PushSettings } from "./push/push.jobs.ts";
import { sweepNotices } from "./sweep-notices.sql.ts";

const sweep = task({ name: "notices.sweep", payload: nothing, starts: { cron: "20 18 * * *" } });

/** Notices are made of alarms, go out, and are swept. */
export const notificationWork = (
  push: PushSettings,
  told: AlarmMailSettings,
  rules: NoticeRules,
): readonly Work[] => [
  does(alarmNotices, (_, { db }) => takeAlarms(db, Date.now(), rules)),
  does(tellNotices, (_, { db }) => sendDue(db)),
  does(pushChannel, (payload, { db }) => pushNotice(db, payload)),
  does(browserPush, (payload, { db }) => pushToBrowser(db, payload, push)),
  does(mailChannel, (payload, { db }) => mailNotice(db, payload, told)),
  does(webhookChannel, (payload, { db }) => callOfNotice(db, payload)),
  does(sweep, (_, { db }) => sweepNotices(db)),
];
