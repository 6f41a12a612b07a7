// The guarded request in the shape of `fetch`, for libraries that ask others themselves.
import { requestOutside } from "./request.ts";
import type { OutboundAllow } from "./target.ts";

/** What libraries say of a request; they ask with text only. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

const MOST_BYTES = 1024 * 1024;
/** Statuses whose answers have no body. */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/**
 * Returns a `fetch` whose requests are guarded. As `fetch` it rejects with TypeError when there is no answer, here also when it may not go
 * there or the answer is longer than 1 MiB, and with a `TimeoutError` after `timeout_ms`.
 */
export function guardedFetch(
  timeout_ms: number,
  allow: OutboundAllow,
): (url: string | URL, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body, signal }) => {
    const result = await requestOutside(
      {
        url: String(url),
        method: method?.toUpperCase() === "POST" ? "POST" : "GET",
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === "string" || body instanceof URLSearchParams ? String(body) : undefined,
        timeout_ms,
        most_bytes: MOST_BYTES,
        signal: signal ?? undefined,
      },
      allow,
    );
    if (result.kind === "answer" && !result.is_cut) {
      const shown = new Headers();
      for (const [name, value] of Object.entries(result.headers)) {
        if (value !== undefined) shown.set(name, String(value));
      }
      const content = WITHOUT_BODY.has(result.status) ? null : new Uint8Array(result.body);
      return new Response(content, { status: result.status, headers: shown });
    }
    if (result.kind === "failed" && result.why === "timeout") {
      throw new DOMException("The request took too long", "TimeoutError");
    }
    throw new TypeError("fetch failed", { cause: result });
  };
}
