// The head of the certificate log goes to every account manager each day, and what is wrong with the ledger to every platform operator (rule R41).
import { addDays, plainGmt8Day } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { headOfDay, lastCheck, latePublications, ledgerHold } from "../../registry/index.ts";
import { queueMail } from "../mail/mail-queue.jobs.ts";
import type { AlarmMailSettings } from "../notifications/alarm-channels.jobs.ts";
import { ledgerAlarmMail, headMail, type LedgerAlarm } from "./head-mails.ts";
import { logReaders } from "./readers.sql.ts";

const tell = task({
  name: "notices.log-heads",
  payload: nothing,
  queue: "notices.log-heads",
  starts: { cron: "10 * * * *", atStart: true },
});

/** Mails heads and alarms of the log. */
export const headMailWork = (told: AlarmMailSettings): Work =>
  does(tell, async (_, { db }) => {
    await tellHeads(db, told, Date.now());
    await tellAlarms(db, told, Date.now());
  });

/**
 * Mails the head of yesterday in GMT+8 to everybody who manages a business account, each head once: where nothing was written since, the one before still
 * says all. `now`: ms since 1970.
 */
export async function tellHeads(db: Db, told: AlarmMailSettings, now: number): Promise<void> {
  const day = addDays(plainGmt8Day(now), -1);
  const head = await headOfDay(db, day);
  if (head === undefined) return;
  for (const { account_id, language } of await logReaders(db, "account_manager")) {
    const key = `log head ${head.size} ${account_id}`;
    const mail = headMail({ language, ...told }, day, head);
    await db.transaction().execute((tx) => queueMail(tx, { key, to: { account_id }, language, ...mail }));
  }
}

/** Mails what is wrong to everybody who operates the platform, each fault once. `now`: ms since 1970. */
export async function tellAlarms(db: Db, { product }: AlarmMailSettings, now: number): Promise<void> {
  const alarms = await alarmsOf(db, now);
  if (alarms.length === 0) return;
  for (const { account_id, language } of await logReaders(db, "platform_operator")) {
    for (const { name, ...alarm } of alarms) {
      const key = `log alarm ${name} ${account_id}`;
      const mail = ledgerAlarmMail({ language, product }, alarm);
      await db.transaction().execute((tx) => queueMail(tx, { key, to: { account_id }, language, ...mail }));
    }
  }
}

/** What is wrong now, under a name that is another for each time. */
async function alarmsOf(db: Db, now: number): Promise<(LedgerAlarm & { readonly name: string })[]> {
  const [late, hold, check] = [await latePublications(db, now), await ledgerHold(db), await lastCheck(db)];
  return [
    ...late.map((of) => ({ kind: "missed" as const, of, name: `missed ${of.day} ${of.place}` })),
    ...(hold === null
      ? []
      : [{ kind: "held" as const, of: hold, name: `held ${hold.size} ${hold.since.toISOString()}` }]),
    ...(check === undefined || check.faults === 0
      ? []
      : [{ kind: "faults" as const, of: check, name: `faults ${plainGmt8Day(check.at)}` }]),
  ];
}
