// The answers to what the first script has asked for (first-script.js): they are on their way, or there, when a screen asks.
import type { Answer, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { accessToken } from "./session.ts";

/** A call of the first script; `answer` is the body of its reply once that is there and no refusal. */
export interface FirstCall {
  readonly atMs: number;
  readonly token: string;
  readonly reply: Promise<Response>;
  /** Resolves when the reply has been read, whatever it is. */
  readonly read: Promise<unknown>;
  answer?: unknown;
}

declare global {
  interface Window {
    /** By address; a call that is taken leaves it. */
    firstCalls?: Record<string, FirstCall>;
  }
}

/** An answer that nobody has asked for by then is no longer news. */
const FRESH_MS = 15_000;

/** How long a page waits for its answers before it is shown without them, ms. */
const PATIENCE_MS = 80;

/** Resolves when the first calls have been answered, or when that takes long: a page that comes whole is not drawn twice. */
export async function firstAnswersIn(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([late, Promise.all(Object.values(window.firstCalls ?? {}).map(({ read }) => read))]);
}

function firstCall(address: string): FirstCall | undefined {
  const found = window.firstCalls?.[address];
  return found !== undefined && Date.now() - found.atMs < FRESH_MS ? found : undefined;
}

/**
 * Takes the answer to the call, where it is there already, is one, and is not another session's; else undefined, and the
 * call has to be sent.
 */
export function firstAnswer<E extends Endpoint>(e: E, address: string): Answer<E> | undefined {
  const found = firstCall(address);
  if (e.access !== "public" && found?.token !== accessToken()) return undefined;
  const parsed = e.answer.safeParse(found?.answer);
  if (!parsed.success) return undefined;
  delete window.firstCalls?.[address];
  return parsed.data as Answer<E>; // what the endpoint's own schema puts out
}

/**
 * Takes the reply of the call, which may be on its way, or null when none arrives. Null when the call was not sent, or by
 * another session (`token`: null where any will do). Then it has to be sent.
 */
export function firstReply(address: string, token: string | null): Promise<Response | null> | null {
  const found = firstCall(address);
  if (found === undefined || (token !== null && token !== found.token)) return null;
  delete window.firstCalls?.[address];
  return found.reply.catch(() => null);
}
