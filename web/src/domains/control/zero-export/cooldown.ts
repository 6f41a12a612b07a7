// When zero export of a gateway may be told again: the server says it, and this tab remembers what it told itself (M153).
import { NZE_COOLDOWN_S } from "@heliograph/contract/control/zero-export";

const KEY = "nze-allowed";

type Times = Readonly<Record<string, number>>;

function remembered(): Times {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([uid, at]) => (typeof at === "number" ? [[uid, at]] : [])),
    );
  } catch {
    // What another wrote, or a browser that keeps nothing: the server still says it.
    return {};
  }
}

/** Remembers in this tab when the gateway may be told again, ms since 1970; what is over is forgotten. */
export function rememberCooldown(gateway_uid: string, allowedMs: number, nowMs: number): void {
  const left = Object.entries(remembered()).filter(([, at]) => at > nowMs);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(left), [gateway_uid]: allowedMs }));
  } catch {
    // As above.
  }
}

/**
 * Ms until the gateway may be told again; 0: now. The later of what the server says and what this tab remembers, and never more than
 * a cooldown: a clock that is wrong locks nobody out.
 */
export function cooldownLeftMs(gateway_uid: string, allowedAt: string | null, nowMs: number): number {
  const server = allowedAt === null ? 0 : Date.parse(allowedAt);
  const left = Math.max(server, remembered()[gateway_uid] ?? 0) - nowMs;
  return Math.min(Math.max(left, 0), NZE_COOLDOWN_S * 1000);
}

/** "2:14". */
export function minutesLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
