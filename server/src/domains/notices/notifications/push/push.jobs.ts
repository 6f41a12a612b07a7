// Pushes a notice to the browsers of its person (RFC 8030), encrypted for each (RFC 8291).
import { z } from "zod";
import webPush from "web-push";
import type { Db } from "../../../../platform/db.ts";
import { addJob, task } from "../../../../platform/jobs/jobs.ts";
import { requestOutside } from "../../../../platform/outbound/request.ts";
import { hostAndPort, outboundRefusal, type OutboundAllow } from "../../../../platform/outbound/target.ts";
import type { NoticeSent } from "../notice-channels.jobs.ts";
import { outgoingNotice, type OutgoingNotice } from "../outgoing.sql.ts";
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
  const notice = await outgoingNotice(db, notice_uid);
  if (notice === null) return;
  const targets = await pushTargets(db, notice.account_id);
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
  const notice = await outgoingNotice(db, notice_uid);
  if (notice === null || (what === "opened" && notice.resolved_at !== null)) return;
  const target = (await pushTargets(db, notice.account_id)).find((one) => one.endpoint === endpoint);
  if (target === undefined) return;
  if (target.wait_until !== null && target.wait_until > new Date()) {
    await later(db, { notice_uid, what, endpoint }, target.wait_until);
    return;
  }
  const answer = await send(db, { target, notice, notice_uid }, settings);
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
  of: { target: PushTarget; notice: OutgoingNotice; notice_uid: string },
  { contact, allow }: PushSettings,
): Promise<"sent" | "gone" | Date> {
  const { target, notice, notice_uid } = of;
  const { endpoint, p256dh, auth } = target;
  // What it was registered with may have been allowed then.
  if (!mayPushTo(endpoint, allow)) return "gone";
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(pushedText(notice_uid, notice)),
    {
      vapidDetails: { subject: contact, ...(await pushKeysOf(db)) },
      TTL: TTL_S,
      urgency: notice.severity === "critical" ? "high" : "normal",
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

/** What a browser is sent: no more than it shows, and where a click leads. */
function pushedText(notice_uid: string, notice: OutgoingNotice) {
  const { title, body } = noticeText(notice.preferences.language, notice);
  const [first] = notice.projects;
  const url =
    notice.project_count === 1 && first !== undefined
      ? `/detail/${encodeURIComponent(first.project_uid)}`
      : "/list-project";
  return { title, body: body.slice(0, 600), url, tag: notice_uid, severity: notice.severity };
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
