// What turns alarms into notices, and sends those out whose time has come.
import { randomUUID } from "node:crypto";
import type { NoticePreferences } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { addJob, nothing, task } from "../../../platform/jobs/jobs.ts";
import { announceNotices } from "../../telemetry/index.ts";
import { regionCauses, USUAL_REGION, type RegionRule } from "../alarm-desk/region-causes.ts";
import { NOTICE_CHANNELS } from "./notice-channels.jobs.ts";
import {
  noteEnded,
  noteOpened,
  settleNotices,
  SETTLE_MS,
  takeNews,
  type Touched,
} from "./notice-news.sql.ts";
import { dueNotices, noteSent, postpone } from "./outgoing.sql.ts";
import { endOfQuietHours } from "./quiet-hours.ts";
import { lostProjects, mergeNotices } from "./regions.sql.ts";

/** How alarms become notices, as the installation sets it. */
export interface NoticeRules {
  /** What has one cause in a region. */
  readonly region: RegionRule;
  /** An end goes out when it has held so long, ms. */
  readonly ended_after_ms: number;
  /** What happens to records goes out gathered: to one person not more often than this, ms. */
  readonly records_every_ms: number;
}

/** The rules of an installation that states none. */
export const USUAL_NOTICES: NoticeRules = {
  region: USUAL_REGION,
  ended_after_ms: SETTLE_MS,
  records_every_ms: 3_600_000,
};

/** One after the other: what is told of an alarm has the order of what happened to it. */
const queue = "notices";

/** A job of it is added by the database where alarms are opened, grow worse or end (migration 0064). */
export const alarmNotices = task({ name: "notices.alarms", payload: nothing, queue });
/** Sends notices whose time has come. */
export const tellNotices = task({
  name: "notices.tell",
  payload: nothing,
  queue,
  starts: { everySeconds: 5 },
});

/** Takes all that has happened to alarms, and notifies those whom it concerns. */
export async function takeAlarms(
  db: Db,
  nowMs: number = Date.now(),
  rules: NoticeRules = USUAL_NOTICES,
): Promise<void> {
  for (;;) {
    const isAll = await db.transaction().execute(async (tx) => {
      const { opened, ended, is_all } = await takeNews(tx);
      const touched = [...(await noteOpened(tx, opened, nowMs)), ...(await noteEnded(tx, ended, nowMs))];
      await settleTouched(tx, touched, nowMs, rules);
      return is_all;
    });
    if (isAll) return;
  }
}

/** Makes one notice of what a region has lost, brings the notices in line with their entries, and tells open browsers. */
export async function settleTouched(
  tx: Tx,
  touched: readonly Touched[],
  nowMs: number,
  { region, ended_after_ms }: NoticeRules,
): Promise<void> {
  const withLosses = new Set(touched.filter(({ is_loss }) => is_loss).map(({ account_id }) => account_id));
  const merged = await mergeRegions(tx, [...withLosses], nowMs, region);
  const changed = [...touched.map(({ notice_id }) => notice_id), ...merged];
  await settleNotices(tx, changed, nowMs, ended_after_ms);
  await announceNotices(tx, [...new Set(touched.map(({ account_id }) => account_id))]);
}

/** Makes one notice of what a region has lost, for each of the accounts; returns these notices. */
async function mergeRegions(
  tx: Tx,
  account_ids: readonly number[],
  nowMs: number,
  rule: RegionRule,
): Promise<number[]> {
  if (account_ids.length === 0) return [];
  const sinceMs = nowMs - 3 * rule.minutes * 60_000;
  const lost = await lostProjects(tx, account_ids, sinceMs);
  const merged: number[] = [];
  // What is told further is a notice beside that of the loss itself.
  const bySort = Map.groupBy(lost, ({ account_id, is_escalation }) => `${account_id} ${is_escalation}`);
  for (const plants of bySort.values()) {
    for (const cause of regionCauses(plants, rule)) {
      const notices = new Set(cause.plants.map(({ notice_id }) => notice_id));
      if (notices.size > 1) merged.push(await mergeNotices(tx, [...notices]));
    }
  }
  return merged;
}

/** Sends the notices out whose time has come; those that have to wait for the end of quiet hours get that time. */
export async function sendDue(db: Db, nowMs: number = Date.now()): Promise<void> {
  for (let count = 1; count > 0;) {
    count = await db.transaction().execute(async (tx) => {
      const due = await dueNotices(tx, nowMs);
      const declined = due.filter(({ preferences }) => !preferences.accept_nof);
      const judged = due
        .filter(({ preferences }) => preferences.accept_nof)
        .map((notice) => ({ ...notice, until_ms: waitsUntil(notice, nowMs) }));
      await postpone(
        tx,
        judged.flatMap(({ notice_id, until_ms }) => (until_ms === null ? [] : [{ notice_id, until_ms }])),
      );
      const sent = judged.filter(({ until_ms }) => until_ms === null);
      for (const { notice_uid, what, preferences, ...notice } of sent) {
        const payload = { notice_uid, what, sent_uid: randomUUID() };
        const inDigest = isInDigest(notice, preferences);
        for (const channel of NOTICE_CHANNELS) {
          const isHeld = inDigest && channel.reaches === "person";
          const isOfIt = channel.ofRecords || !notice.of_records;
          if (isOfIt && !isHeld && channel.wanted(preferences)) await addJob(tx, channel.task, payload);
        }
      }
      await noteSent(tx, idsOf(sent), { sent: true, nowMs });
      await noteSent(tx, idsOf(declined), { sent: false, nowMs });
      return due.length;
    });
  }
}

/** Whether the person hears of it by the digest only. What nobody has taken is told at once. */
function isInDigest(
  { severity, is_escalation }: { severity: string; is_escalation: boolean },
  { digest, mail }: NoticePreferences,
): boolean {
  if (digest === null || !mail || is_escalation) return false;
  return severity !== "critical" || !digest.critical_at_once;
}

const idsOf = (notices: readonly { readonly notice_id: number }[]) =>
  notices.map(({ notice_id }) => notice_id);

/** The end of the quiet hours, where the notice has to wait for it; null: it may go out. What is critical begins at any hour. */
function waitsUntil(
  { severity, what, preferences }: { severity: string; what: string; preferences: NoticePreferences },
  nowMs: number,
): number | null {
  const { quiet_hours, timezone } = preferences;
  if (quiet_hours === null || (severity === "critical" && what === "opened")) return null;
  const [from, until] = [minutesOf(quiet_hours.from), minutesOf(quiet_hours.until)];
  return endOfQuietHours({ from, until, timezone }, nowMs);
}

/** Minutes since midnight of a time like "22:00". */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return 60 * hours + minutes;
}
