// When a fail-safe drill is due, whether it may be, and what it came to.
import {
  addDays,
  localDay,
  localMinutes,
  NZE_DRILL_FROM_W_M2,
  NZE_DRILL_HOUR,
  startOfDay,
  type NzeDrillDetail,
  type NzeDrillReason,
} from "@heliograph/contract";

const SUNDAY = 0;

/** The next Sunday noon of the plant after the instant, ms since 1970. */
export function nextDrillMs(timezone: string, nowMs: number): number {
  const today = localDay(timezone, nowMs);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const sunday = addDays(today, (7 + SUNDAY - weekday) % 7);
  const at = noonOf(timezone, sunday);
  return at > nowMs ? at : noonOf(timezone, addDays(sunday, 7));
}

/** When clocks show the hour of the drill on the day; where they skip it, an hour from it at most. */
function noonOf(timezone: string, day: string): number {
  const guess = startOfDay(timezone, day) + NZE_DRILL_HOUR * 3_600_000;
  return guess + (NZE_DRILL_HOUR * 60 - localMinutes(timezone, guess)) * 60_000;
}

/** What a drill is decided by. */
interface DrillFacts {
  readonly asked_by: "week" | "person";
  /** The gateway is in contact. */
  readonly in_contact: boolean;
  readonly nze_status: boolean;
  /** Now, in the plane of the modules; null: not known. */
  readonly irradiance_w_m2: number | null;
}

/**
 * Why there is to be no drill; null: it may begin. A person may drill where no sensor tells the light, since it was looked at; the week
 * may not.
 */
export function whyNoDrill({
  asked_by,
  in_contact,
  nze_status,
  irradiance_w_m2,
}: DrillFacts): NzeDrillReason | null {
  if (!in_contact) return "gateway_silent";
  if (!nze_status) return "zero_export_off";
  if (irradiance_w_m2 === null) return asked_by === "person" ? null : "no_irradiance";
  return irradiance_w_m2 < NZE_DRILL_FROM_W_M2 ? "low_irradiance" : null;
}

/** What became of a drill. */
export interface DrillVerdict {
  readonly result: "passed" | "failed" | "skipped";
  readonly reason: NzeDrillReason | null;
  readonly reason_text: string;
}

/** What the gateway's report of a drill comes to: passed when the fail-safe limit was reached within `allowed_s`. */
export function verdictOfReport(
  { skipped, started_at, to_limit_s }: NzeDrillDetail,
  allowed_s: number,
): DrillVerdict {
  if (skipped !== undefined || started_at === null) {
    return { result: "skipped", reason: "refused", reason_text: skipped ?? "" };
  }
  if (to_limit_s === null) return { result: "failed", reason: "not_reached", reason_text: "" };
  return to_limit_s > allowed_s
    ? { result: "failed", reason: "too_slow", reason_text: "" }
    : { result: "passed", reason: null, reason_text: "" };
}

/** Where a drill's message to its gateway stands. */
export interface DrillMessage {
  /** ms since 1970; null: not handed over. */
  readonly sent_ms: number | null;
  readonly expires_ms: number;
  readonly withdrawn: boolean;
  /** Null: not answered. */
  readonly ack_status: "done" | "refused" | "failed" | "expired" | null;
  readonly ack_text: string;
  readonly meter_out_s: number;
}

/** So long after it was handed over a drill's report is waited for. */
const REPORT_WITHIN_MS = 15 * 60_000;

/** What a drill without a report comes to; null: it is still waited for. */
export function verdictWithoutReport(message: DrillMessage, nowMs: number): DrillVerdict | null {
  const { sent_ms, expires_ms, withdrawn, ack_status, ack_text, meter_out_s } = message;
  if (ack_status === "refused") return { result: "skipped", reason: "refused", reason_text: ack_text };
  if (ack_status === "expired") {
    return { result: "skipped", reason: "not_handed_over", reason_text: ack_text };
  }
  if (ack_status === "failed") return { result: "failed", reason: "not_reached", reason_text: ack_text };
  if (sent_ms === null) {
    return withdrawn || nowMs > expires_ms
      ? { result: "skipped", reason: "not_handed_over", reason_text: "" }
      : null;
  }
  return nowMs > sent_ms + meter_out_s * 1000 + REPORT_WITHIN_MS
    ? { result: "failed", reason: "no_answer", reason_text: "" }
    : null;
}
