// When a command is looked at next: each pass while something is soon to be known, then more and more seldom. Pure.
import type { CommandState } from "@heliograph/contract";
import type { CommandFacts } from "./evidence-facts.ts";

/** After it was answered a command is looked at in every pass for so long, ms. */
const FRESH_MS = 600_000;
/** Later after this share of the time since then, at the longest after LONGEST_MS. */
const SHARE = 1 / 60;
const LONGEST_MS = 600_000;
/** What waits for a gateway is announced when it changes; it is looked at all the same this often, ms. */
const WAITING_MS = 5000;
/** What was proven and is held is looked at this often, ms. */
const HELD_MS = 60_000;
/** Answers that come too late are noted for so long, ms. */
const LATE_MS = 3_600_000;

/** The instant, ms since 1970, at which a command in that state is to be looked at; null: no more. */
export function nextLook({ now_ms, command, message }: CommandFacts, state: CommandState): number | null {
  const goesBack =
    command.revert_after_ms === null || message?.sent_ms === undefined || message.sent_ms === null
      ? Number.POSITIVE_INFINITY
      : Math.max(message.sent_ms, command.held_ms ?? 0) + command.revert_after_ms;
  switch (state) {
    case "queued":
    case "sent":
      return Math.min(now_ms + WAITING_MS, command.expires_ms);
    case "acknowledged":
    case "applied": {
      const age = now_ms - (message?.ack_ms ?? now_ms);
      if (command.args.name === "nze_drill" && age > FRESH_MS) return null;
      const pause = age < Math.max(FRESH_MS, command.interval_ms * 3) ? 0 : Math.min(LONGEST_MS, age * SHARE);
      return Math.min(now_ms + pause, goesBack);
    }
    case "verified":
      return command.revert_after_ms === null ? null : Math.min(now_ms + HELD_MS, goesBack);
    case "expired":
      return (message?.ack_ms ?? null) !== null || now_ms > command.expires_ms + LATE_MS
        ? null
        : now_ms + HELD_MS;
    case "failed":
    case "superseded":
    case "reverted":
    case "cancelled":
      return null;
    default:
      return state satisfies never;
  }
}
