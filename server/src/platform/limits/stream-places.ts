// How many streams an account may have open at a time.
import { STREAMS_PER_ACCOUNT } from "@heliograph/contract";
import { Problem } from "../problem.ts";

/** Somebody may close a window at any moment. */
const RETRY_AFTER_S = 30;

/**
 * Returns the function that takes a place for a stream of the account and answers what gives it back, once. Refuses 429
 * `streams.too_many` when the account has STREAMS_PER_ACCOUNT open in this process.
 */
export function streamPlaces(): (account_id: number) => () => void {
  const open = new Map<number, number>();
  return (account_id) => {
    const before = open.get(account_id) ?? 0;
    if (before >= STREAMS_PER_ACCOUNT) throw tooMany();
    open.set(account_id, before + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(account_id) ?? 1) - 1;
      if (left === 0) open.delete(account_id);
      else open.set(account_id, left);
    };
  };
}

function tooMany(): Problem {
  const message = `Live values are open in ${STREAMS_PER_ACCOUNT} windows, which is the most; please close one`;
  return new Problem(429, "streams.too_many", message, undefined, RETRY_AFTER_S);
}
