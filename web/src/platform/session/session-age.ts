// M138 to M140: a session is told of its end before it comes.
import {
  SESSION_CHECK_MS,
  SESSION_MAX_DAYS,
  SESSION_WARNING_DAYS,
} from "@heliograph/contract/identity/session";
import { forgetSession, sessionStartMs } from "../session.ts";

const DAY_MS = 86_400_000;

/** What the age of a session asks for: nothing, a warning from 85 days on, the end after more than 89. */
export function sessionAge(startMs: number | null, nowMs: number): "fresh" | "expiring" | "over" {
  if (startMs === null) return "fresh";
  const days = (nowMs - startMs) / DAY_MS;
  if (days > SESSION_MAX_DAYS) return "over";
  return days >= SESSION_WARNING_DAYS ? "expiring" : "fresh";
}

/**
 * Checks the age of the session now and every 180 s: ends it when it is over, calls `warn` when it soon will be.
 * Returns the function that stops the checks.
 */
export function watchSession(warn: () => void, nowMs: () => number = Date.now): () => void {
  const check = () => {
    const age = sessionAge(sessionStartMs(), nowMs());
    if (age === "over") forgetSession("expired");
    if (age === "expiring") warn();
  };
  check();
  const timer = setInterval(check, SESSION_CHECK_MS);
  return () => clearInterval(timer);
}
