// What notifications do without being asked (docs/what-runs-when.md).
import { RECORD_NOTICES_KEPT_DAYS } from "@heliograph/contract";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { callOfNotice, mailNotice, type AlarmMailSettings } from "./alarm-channels.jobs.ts";
import { mailChannel, pushChannel, webhookChannel } from "./notice-channels.jobs.ts";
import { alarmNotices, sendDue, takeAlarms, tellNotices, type NoticeRules } from "./notices.jobs.ts";
import type { RecordSource } from "../../parties/index.ts";
import { sweepRecordNotices } from "../records/record-notices.sql.ts";
import { recordNotices, takeRecords } from "../records/tell-records.jobs.ts";
import { browserPush, pushNotice, pushToBrowser, type PushSettings } from "./push/push.jobs.ts";
import { sweepNotices } from "./sweep-notices.sql.ts";

const sweep = task({ name: "notices.sweep", payload: nothing, starts: { cron: "20 18 * * *" } });

/** Notices are made of alarms and of what happens to records of the sources, go out, and are swept. */
// oxlint-disable-next-line max-params -- what goes out how, when, and of what
export const notificationWork = (
  push: PushSettings,
  told: AlarmMailSettings,
  rules: NoticeRules,
  records: readonly RecordSource[],
): readonly Work[] => [
  does(alarmNotices, (_, { db }) => takeAlarms(db, Date.now(), rules)),
  does(recordNotices, (_, { db }) => takeRecords(db, records, Date.now(), rules)),
  does(tellNotices, (_, { db }) => sendDue(db)),
  does(pushChannel, (payload, { db }) => pushNotice(db, payload)),
  does(browserPush, (payload, { db }) => pushToBrowser(db, payload, push)),
  does(mailChannel, (payload, { db }) => mailNotice(db, payload, told)),
  does(webhookChannel, (payload, { db }) => callOfNotice(db, payload)),
  does(sweep, async (_, { db }) => {
    await sweepNotices(db);
    await sweepRecordNotices(db, RECORD_NOTICES_KEPT_DAYS);
  }),
];
