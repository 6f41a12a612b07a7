// Calls that the server asks to come back: they wait as long as it says and are sent again, so that nobody has to press anything.
import { TRY_AGAIN_LATER } from "@heliograph/contract/kernel/limits";
import { refusalIn } from "./http.ts";

/** After so many waits the refusal is shown. */
const MOST_WAITS = 6;
/** The longest single wait, s; also where the server names none. */
const LONGEST_S = 30;

/** ms to wait before the reply's call is sent again; null: it is not one that waiting mends. Calls that wait at once come back spread. */
async function waitMs(reply: Response, chance: () => number = Math.random): Promise<number | null> {
  if (reply.status !== 429 || !TRY_AGAIN_LATER.includes((await refusalIn(reply)).code)) return null;
  const named = Number(reply.headers.get("retry-after") ?? Number.NaN);
  const wait_s = Number.isFinite(named) && named >= 0 ? Math.min(named, LONGEST_S) : LONGEST_S;
  return wait_s * 1000 * (1 + chance() / 4);
}

/**
 * What `send` replies; a reply that asks to come back is waited for and sent again, MOST_WAITS times at most. Rejects with the
 * signal's reason when the caller gives up meanwhile.
 */
export async function sendPatiently(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const reply = await send();
    const ms = waits < MOST_WAITS ? await waitMs(reply) : null;
    if (ms === null) return reply;
    await pause(ms, signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    }, ms);
    if (signal?.aborted === true) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });
}
