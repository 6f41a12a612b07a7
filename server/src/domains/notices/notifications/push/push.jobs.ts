// Pushes a notice to the browsers of its person (RFC 8030), encrypted for each (RFC 8291).
import type { AlarmSeverity } from "@heliograph/contract";
import { z } from "zod";
import webPush from "web-push";
import type { Db } from "../../../../platform/db.ts";
import { addJob, task } from "../../../../platform/jobs/jobs.ts";
import { requestOutside } from "../../../../platform/outbound/request.ts";
import { hostAndPort, outboundRefusal, type OutboundAllow } from "../../../../platform/outbound/target.ts";
import type { NoticeSent } from "../notice-channels.jobs.ts";
import { outgoingNotice, type OutgoingNotice } from "../outgoing.sql.ts";
import { outgoingRecords } from "../../records/record-groups.sql.ts";
import { recordPush } from "../../records/record-mail.ts";
import { noticeText } from "../words/notice-words.ts";
import { isPushService } from "./push-hosts.ts";
import { dropTarget, holdTarget, pushKeysOf, pushTargets, type PushTarget } from "./push.sql.ts";

/** How pushes leave. */
export interface PushSettings {
  /** Whom a push service may turn to: "https:…" or "mailto:…". */
  readonly contact: string;
  readonly allow: OutboundAllow;
}

const TIMEOUT_MS = 15_000;
/** A push service keeps it so long for a browser that is away, s. */
const TTL_S = 12 * 3600;
/** What a push service says with a refusal is not needed. */
const MOST_BYTES = 1024;
/** The longest patience that is honoured; then it is tried again. */
const PATIENCE_MS = 24 * 3600_000;
const USUAL_PATIENCE_MS = 60_000;
/** Characters that a browser shows of it at most. */
const BODY = 600;

/** Whether pushes are sent to the endpoint: at a push service, or at what the operator vouches for. */
export function mayPushTo(endpoint: string, allow: OutboundAllow): boolean {
  if (outboundRefusal(endpoint, allow) !== null) return false;
  const url = new URL(endpoint);
  return allow.includes(hostAndPort(url)) || isPushService(url);
}

/** A push to one browser. */
const onePush = z.object({
  notice_uid: z.uuid(),
  what: z.enum(["opened", "resolved"]),
  endpoint: z.string(),
});
/** Pushes to one browser; again later where its push service asks for that. */
export const browserPush = task({ name: "notices.push-browser", payload: onePush, attempts: 5 });

/** Pushes the notice to every browser of its person; each goes on as a job of its own, so that one that fails repeats no other. */
export async function pushNotice(db: Db, { notice_uid, what }: NoticeSent): Promise<void> {
  const push = await pushOf(db, notice_uid);
  if (push === null) return;
  const targets = await pushTargets(db, push.account_id);
  await db.transaction().execute(async (tx) => {
    for (const { endpoint } of targets) {
      await addJob(
        tx,
        browserPush,
        { notice_uid, what, endpoint },
        { key: `push ${notice_uid} ${endpoint}` },
      );
    }
  });
}

/** Pushes the notice to the one browser, where it is still its person's. Throws where the push service should be asked again soon. */
export async function pushToBrowser(
  db: Db,
  { notice_uid, what, endpoint }: z.output<typeof onePush>,
  settings: PushSettings,
): Promise<void> {
  const push = await pushOf(db, notice_uid);
  if (push === null || (what === "opened" && push.is_over)) return;
  const target = (await pushTargets(db, push.account_id)).find((one) => one.endpoint === endpoint);
  if (target === undefined) return;
  if (target.wait_until !== null && target.wait_until > new Date()) {
    await later(db, { notice_uid, what, endpoint }, target.wait_until);
    return;
  }
  const answer = await send(db, { target, push, notice_uid }, settings);
  if (answer === "gone") await dropTarget(db, endpoint);
  else if (answer !== "sent") {
    await holdTarget(db, endpoint, answer);
    await later(db, { notice_uid, what, endpoint }, answer);
  }
}

function later(db: Db, payload: z.output<typeof onePush>, run_at: Date): Promise<void> {
  return db.transaction().execute((tx) => addJob(tx, browserPush, payload, { run_at }));
}

/** What became of it: the instant is before which the service asks for nothing more. */
async function send(
  db: Db,
  of: { target: PushTarget; push: Push; notice_uid: string },
  { contact, allow }: PushSettings,
): Promise<"sent" | "gone" | Date> {
  const { target, push, notice_uid } = of;
  const { endpoint, p256dh, auth } = target;
  // What it was registered with may have been allowed then.
  if (!mayPushTo(endpoint, allow)) return "gone";
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...push.text, tag: notice_uid, severity: push.severity }),
    {
      vapidDetails: { subject: contact, ...(await pushKeysOf(db)) },
      TTL: TTL_S,
      urgency: push.severity === "critical" ? "high" : "normal",
      // A newer one of the same notice takes the place of one that was not fetched yet.
      topic: notice_uid.replaceAll("-", ""),
      contentEncoding: "aes128gcm",
    },
  );
  const result = await requestOutside(
    {
      url: endpoint,
      method: "POST",
      headers: asText(headers),
      body: body ?? undefined,
      timeout_ms: TIMEOUT_MS,
      most_bytes: MOST_BYTES,
    },
    allow,
  );
  if (result.kind === "refused") return "gone";
  if (result.kind === "failed") throw new Error(`The push service did not answer: ${result.why}`);
  const { status } = result;
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  if (status === 429 || status === 503) return patience(result.headers["retry-after"]);
  throw new Error(`The push service answered ${status}`);
}

/** What a notice says as a push. */
interface Push {
  readonly account_id: number;
  readonly severity: AlarmSeverity;
  /** What it is about is over. */
  readonly is_over: boolean;
  /** What a browser is sent: no more than it shows, and where a click leads. */
  readonly text: { readonly title: string; readonly body: string; readonly url: string };
}

/** Null: there is nothing of the notice any more, or nobody accepts it now. */
async function pushOf(db: Db, notice_uid: string): Promise<Push | null> {
  const records = await outgoingRecords(db, notice_uid);
  if (records !== null) {
    const { account_id, news, preferences } = records;
    const { title, body, url } = recordPush({ ...preferences, news });
    return { account_id, severity: "minor", is_over: false, text: { title, body: body.slice(0, BODY), url } };
  }
  const notice = await outgoingNotice(db, notice_uid);
  if (notice === null) return null;
  const { account_id, severity, resolved_at } = notice;
  return { account_id, severity, is_over: resolved_at !== null, text: alarmText(notice) };
}

function alarmText(notice: OutgoingNotice): Push["text"] {
  const { title, body } = noticeText(notice.preferences.language, notice);
  const [first] = notice.projects;
  const url =
    notice.project_count === 1 && first !== undefined
      ? `/detail/${encodeURIComponent(first.project_uid)}`
      : "/list-project";
  return { title, body: body.slice(0, BODY), url };
}

/** The instant that Retry-After names: seconds or a date (RFC 9110 section 10.2.3). */
function patience(header: string | undefined): Date {
  const seconds = Number(header);
  const asked = Number.isFinite(seconds)
    ? seconds * 1000
    : header === undefined
      ? USUAL_PATIENCE_MS
      : Date.parse(header) - Date.now();
  const ms = Number.isFinite(asked) ? asked : USUAL_PATIENCE_MS;
  return new Date(Date.now() + Math.min(PATIENCE_MS, Math.max(1000, ms)));
}

const asText = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
