// The events of a message, checked: the shape as a whole, device and time of each alone.
import {
  eventsMessage,
  GATEWAY_LIMITS,
  isNzeReport,
  type NzeDayDetail,
  type NzeDrillDetail,
  type NzeReportCode,
  type Refusal,
} from "@heliograph/contract";
import { issueText, sequenceOf, type RefusedMessage, type Sender } from "./reading-batch.ts";

/** One thing that a gateway or a device noticed. */
export interface GatewayEvent {
  /** Null: the gateway itself. */
  readonly device_id: number | null;
  /** ms since 1970 */
  readonly at: number;
  readonly code: string;
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
}

/** What a gateway measured of its own zero export, beside the event that says so. */
export interface NzeReport {
  readonly code: NzeReportCode;
  /** ms since 1970 */
  readonly at: number;
  readonly detail: NzeDayDetail | NzeDrillDetail;
}

interface CheckedEvents {
  readonly seq: number;
  readonly events: GatewayEvent[];
  readonly reports: NzeReport[];
  readonly refused: Refusal[];
}

const DAY_MS = 86_400_000;

/** The events of a message that may be stored and what is wrong with the others; or why it is refused. Never throws. */
export function checkedEvents(message: unknown, sender: Sender, now: number): CheckedEvents | RefusedMessage {
  const parsed = eventsMessage.safeParse(message);
  if (!parsed.success) {
    return { seq: sequenceOf(message), reason: "message.invalid", detail: issueText(parsed.error.issues) };
  }
  const checked: CheckedEvents = { seq: parsed.data.seq, events: [], reports: [], refused: [] };
  for (const [index, { device_uid, at, code, severity, text, detail }] of parsed.data.events.entries()) {
    const device_id =
      device_uid === undefined ? null : sender.devices.get(device_uid.toLowerCase())?.device_id;
    const reason = device_id === undefined ? "device.unknown" : wrongTime(at, now);
    if (reason !== null) {
      checked.refused.push({ index, device_uid: device_uid ?? null, t: at, reason, detail: DETAILS[reason] });
    } else if (device_id !== undefined) {
      checked.events.push({ device_id, at, code: code.toWellFormed(), severity, text: text.toWellFormed() });
      if (detail !== undefined && isNzeReport(code)) checked.reports.push({ code, at, detail });
    }
  }
  return checked;
}

const DETAILS = {
  "device.unknown": "no device of this gateway has that uid",
  "event.too_new": `at is more than ${GATEWAY_LIMITS.futureSkewS} s ahead of the server`,
  "event.too_old": `at is older than ${GATEWAY_LIMITS.ageDays} days`,
} as const;

function wrongTime(at: number, now: number): "event.too_new" | "event.too_old" | null {
  if (at > now + GATEWAY_LIMITS.futureSkewS * 1000) return "event.too_new";
  return at < now - GATEWAY_LIMITS.ageDays * DAY_MS ? "event.too_old" : null;
}
