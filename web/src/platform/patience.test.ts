import { endpoint } from "@heliograph/contract/kernel/endpoint";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fakeServer, freshBrowser, refusal, signedInAs } from "../testing/test-kit.tsx";
import { call } from "./call.ts";

freshBrowser();
beforeEach(() => {
  vi.useFakeTimers();
  signedInAs("good");
});
afterEach(() => vi.restoreAllMocks());

const report = endpoint({
  name: "report",
  method: "GET",
  path: "report",
  summary: "A heavy read",
  answer: z.object({ done: z.boolean() }),
});

/** A refusal of 429 that names the seconds to wait, or none. */
function later(code: string, seconds?: number): Response {
  const { status, headers, body } = refusal(429, "Please wait", { code });
  if (seconds !== undefined) headers.set("retry-after", String(seconds));
  return new Response(body, { status, headers });
}

test.each(["reads.too_many", "calls.too_many"])(
  "a call refused with %s waits as long as the server says and is sent again, without a word",
  async (code) => {
    const replies = [later(code, 3), later(code, 2), Response.json({ done: true })];
    const all = fakeServer({ report: () => replies.shift() ?? refusal(500, "no more") });
    const answer = call(report, {});
    await vi.advanceTimersByTimeAsync(2_999);
    expect(all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(800); // up to a quarter more, so that those who wait do not come back at once
    expect(all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await answer).toEqual({ done: true });
    expect(all).toHaveLength(3);
  },
);

test("a server that goes on refusing is asked seven times, never later than 38 s, and then its words are shown", async () => {
  const all = fakeServer({ report: () => later("reads.too_many", 86_400) });
  const answer = call(report, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(6 * 37_500);
  expect(await answer).toMatchObject({ status: 429, code: "reads.too_many", message: "Please wait" });
  expect(all).toHaveLength(7);
});

test("a refusal that waiting does not mend is shown at once", async () => {
  const all = fakeServer({ report: () => later("too_many_attempts", 1) });
  await expect(call(report, {})).rejects.toMatchObject({ code: "too_many_attempts" });
  expect(all).toHaveLength(1);
});

test("who gives up while a call waits sends nothing more", async () => {
  const all = fakeServer({ report: () => later("reads.too_many", 5) });
  const away = new AbortController();
  const answer = call(report, {}, away.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  away.abort();
  expect(await answer).toHaveProperty("name", "AbortError");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(all).toHaveLength(1);
});
