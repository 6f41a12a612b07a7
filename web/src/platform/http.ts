// One request and its refusal, as M203 and M238 say. Sessions are the matter of call.ts and renewal.ts.
import type { Answer, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { problem, type GuardError } from "@heliograph/contract/kernel/problem";
import { browserZone } from "./zone.ts";

/** A refusal as the server worded it, or the failure to reach it: status 0, code "network". */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Rule by field, keys like "body.email"; empty when the refusal is not about fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Rules of a record that were broken, all of them; empty for other refusals. */
  readonly errors: readonly GuardError[];
  constructor(body: {
    status: number;
    code: string;
    message: string;
    fields?: Record<string, string> | undefined;
    errors?: GuardError[] | undefined;
  }) {
    super(body.message);
    this.name = "Refused";
    this.status = body.status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.errors = body.errors ?? [];
  }
}

/** True for the code of a rule of records, "GEN-403", which people are told; others are for programs. */
const isRuleCode = (code: string): boolean => /^[A-Z]{3,4}-\d{3}$/.test(code);

/** A rule that was broken, in the server's words: its message, after its code where people are told that. */
export const ruleLine = ({ code, message }: Pick<GuardError, "code" | "message">): string =>
  isRuleCode(code) ? `${code} ${message}` : message;

/** What went wrong, to be said in the language of the page: a refusal in the server's words, all rules that were broken. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return "Something went wrong";
  return (error.errors.length > 0 ? error.errors : [error]).map(ruleLine).join(" · ");
}

/** True for a refusal that is about fields alone, and is said beside them. */
export const isOfFields = (error: unknown): boolean =>
  error instanceof Refused &&
  Object.keys(error.fields).length > 0 &&
  error.errors.every(({ field }) => field !== undefined);

/** True for what is not there, is not this account's to see, or whose uid is none: the three read alike. */
export const isNotThere = (error: Error | null): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 400);

interface Sending {
  readonly e: Endpoint;
  readonly args: { readonly query?: unknown; readonly body?: unknown };
  /** Sent as Authorization; null for calls that need none. */
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** The body as it travels: a file as it is, anything else as JSON. */
function packed(body: unknown): { type: string; body?: BodyInit } {
  if (body instanceof Blob) return { type: "application/octet-stream", body };
  return { type: "application/json", ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/**
 * Sends one request: JSON or a file, language header en, time zone, token. Returns the reply whatever its status.
 * Throws Refused "network" when there is no reply, and the AbortError of a caller that gave up.
 */
export async function sendRequest({ e, args, token, signal }: Sending): Promise<Response> {
  const { type, ...content } = packed(args.body);
  try {
    return await fetch(addressOf(e, args.query), {
      method: e.method,
      headers: {
        "content-type": type,
        "accept-language": "en",
        timezone: browserZone(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...content,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Refused({ status: 0, code: "network", message: "The server cannot be reached" });
  }
}

/** The answer of a reply, parsed by the endpoint's schema; throws Refused when the reply is none. */
export async function answered<E extends Endpoint>(e: E, reply: Response): Promise<Answer<E>> {
  const json: unknown = await reply.json().catch(() => undefined);
  if (!reply.ok) throw refusal(reply.status, json);
  return e.answer.parse(json) as Answer<E>; // what the endpoint's own schema puts out
}

/** The refusal in a reply's body, read from a copy so that the reply can still be read. */
export async function refusalIn(reply: Response): Promise<Refused> {
  const json: unknown = await reply
    .clone()
    .json()
    .catch(() => undefined);
  return refusal(reply.status, json);
}

/**
 * What a reply refuses. A body that is no problem (a proxy's page, nothing) came from somewhere all the same: it reads as a
 * service that is not available, never as a connection that failed.
 */
function refusal(status: number, json: unknown): Refused {
  const parsed = problem.safeParse(json);
  if (parsed.success) return new Refused(parsed.data);
  const message =
    status >= 500 ? "The service is not available now, please try again" : "Something went wrong";
  return new Refused({ status, code: "unreadable", message });
}

type Sent = string | number | boolean | readonly (string | number)[] | undefined;

/** Where the call goes, with its query. */
const addressOf = (e: Endpoint, query: unknown): string => `/api/v1/${e.path}${search(query)}`;

/** ?a=1&b=2,3: undefined is left out, an array is sent comma-separated (M203). */
export function search(query: unknown): string {
  // Queries of the contract are flat objects of these values.
  const given = Object.entries((query ?? {}) as Record<string, Sent>).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`;
}
