// The one way out: every request over HTTP that the server makes to somebody else goes through here.
import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import {
  outboundRefusal,
  resolveOnce,
  type OutboundAllow,
  type OutboundRefusal,
  type PinnedAddress,
} from "./target.ts";

/** A request to somebody else. */
interface OutboundRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** For all of it, from the resolving of the name to the last byte of the answer. */
  readonly timeout_ms: number;
  /** What is read of the answer's body; the rest is left. */
  readonly most_bytes: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a request. */
export type OutboundResult =
  | {
      readonly kind: "answer";
      /** As it came: a redirect (3xx) is not followed. */
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: Buffer;
      /** Whether the body was longer than `most_bytes`. */
      readonly is_cut: boolean;
      readonly duration_ms: number;
    }
  /** It may not go there, and nothing was sent. */
  | { readonly kind: "refused"; readonly why: OutboundRefusal; readonly duration_ms: number }
  /** No answer: `name` could not be resolved, `tls` is not trusted, `timeout`, else the `connection`; `detail` in the system's words. */
  | {
      readonly kind: "failed";
      readonly why: "name" | "tls" | "timeout" | "connection";
      readonly detail: string;
      readonly duration_ms: number;
    };

/**
 * Makes the request and returns what became of it; it throws nothing. The name is resolved once, the addresses are judged, and the
 * connection goes to these: a name that means something else a moment later leads nowhere else. No connection is used twice, no proxy.
 */
export async function requestOutside(
  asked: OutboundRequest,
  allow: OutboundAllow = [],
): Promise<OutboundResult> {
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const refusal = outboundRefusal(asked.url, allow);
  if (refusal !== null) return { kind: "refused", why: refusal, duration_ms: since() };
  const url = new URL(asked.url);
  const deadline = AbortSignal.timeout(asked.timeout_ms);
  const signal = asked.signal === undefined ? deadline : AbortSignal.any([deadline, asked.signal]);
  try {
    const addresses = await unless(signal, resolveOnce(url, allow));
    if (addresses === "address") return { kind: "refused", why: "address", duration_ms: since() };
    const answer = await exchange(url, asked, { addresses, signal });
    return { kind: "answer", ...answer, duration_ms: since() };
  } catch (error) {
    const why = signal.aborted ? "timeout" : whyFailed(error);
    return { kind: "failed", why, detail: wordsOf(error), duration_ms: since() };
  }
}

/** The promise's value, or a rejection as soon as the signal says so: what cannot be ended itself is left alone. */
async function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}

function exchange(
  url: URL,
  { method = "GET", headers = {}, body, most_bytes }: OutboundRequest,
  { addresses, signal }: { addresses: readonly PinnedAddress[]; signal: AbortSignal },
) {
  const send = url.protocol === "https:" ? overHttps : overHttp;
  const size = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise<Awaited<ReturnType<typeof answerOf>>>((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { ...headers, "accept-encoding": "identity", ...size },
      lookup: pinned(addresses),
      // Of its own: nothing is shared between those that are asked.
      agent: false,
      signal,
    });
    // For each of them: an error that nobody hears would end the process.
    request.on("error", reject);
    request.once("response", (response) => {
      answerOf(response, most_bytes).then(resolve, reject);
    });
    request.end(body);
  });
}

/** Says the addresses that are known, whatever name is asked for. */
const pinned =
  (addresses: readonly PinnedAddress[]): LookupFunction =>
  (_name, { all }, heard) => {
    const [first] = addresses;
    if (all === true) heard(null, [...addresses]);
    else if (first === undefined) heard(new Error("no address"), "", 0);
    else heard(null, first.address, first.family);
  };

async function answerOf(response: IncomingMessage, most_bytes: number) {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, most_bytes - size));
    size += part.length;
    if (size > most_bytes) break; // leaving the loop ends the connection
  }
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: Buffer.concat(parts), is_cut: size > most_bytes };
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Codes of a name that leads to no address. */
const NAME = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_FAIL"]);

function whyFailed(error: unknown): "name" | "tls" | "connection" {
  const code = codeOf(error);
  if (NAME.has(code)) return "name";
  return /^(EPROTO|ERR_(TLS|SSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)
    ? "tls"
    : "connection";
}

/** At most 200 characters of what the error says. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text === "" ? codeOf(error) : text).slice(0, 200);
}
