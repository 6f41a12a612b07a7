import { endpoint } from "@heliograph/contract/kernel/endpoint";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fakeServer, freshBrowser, refusal, signedInAs } from "../testing/test-kit.tsx";
import { follow, pauseMs, type LiveState } from "./live-stream.ts";

freshBrowser();
afterEach(() => vi.restoreAllMocks());

const news = endpoint({
  name: "news",
  method: "GET",
  path: "news",
  summary: "A stream",
  query: z.object({ of: z.string() }),
  answer: z.object({ value: z.number() }),
});

/** A reply whose body is written by hand. */
function stream() {
  const text = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  return {
    reply: new Response(body, { headers: { "content-type": "text/event-stream" } }),
    say: (value: number) => controller?.enqueue(text.encode(`event: summary\ndata: {"value":${value}}\n\n`)),
    cut: () => controller?.error(new TypeError("connection lost")),
    end: () => controller?.close(),
  };
}

/** Follows the stream and records what it tells. */
function listener(signal: AbortSignal) {
  const states: LiveState[] = [];
  const values: number[] = [];
  const done = follow({
    e: news,
    args: { query: { of: "plant" } },
    event: ({ value }) => values.push(value),
    state: (state) => states.push(state),
    signal,
  });
  return { states, values, done };
}

test("events are told as they come; a cut is shown, and the stream recovers by itself", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const [first, second] = [stream(), stream()];
  const replies = [first.reply, second.reply];
  const all = fakeServer({ news: () => replies.shift() ?? refusal(500, "no more") });
  const stop = new AbortController();
  const { states, values } = listener(stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  first.say(1);
  await vi.advanceTimersByTimeAsync(0);
  expect([states, values]).toEqual([["connecting", "connected"], [1]]);
  first.cut();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("lost");
  expect(all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  second.say(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("connected");
  expect(values).toEqual([1, 2]);
  stop.abort();
});

test("a stream that falls silent is taken for dead after 40 s and opened again", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const all = fakeServer({
    news: ({ signal }) => {
      const silent = stream();
      signal?.addEventListener("abort", silent.cut);
      return silent.reply;
    },
  });
  const stop = new AbortController();
  const { states } = listener(stop.signal);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(all).toHaveLength(2);
  expect(states).toContain("lost");
  stop.abort();
});

test("a refusal that trying again cannot mend ends the stream", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const all = fakeServer({ news: () => refusal(403, "You can only look at this project") });
  const { states, done } = listener(new AbortController().signal);
  await done;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(all).toHaveLength(1);
  expect(states.at(-1)).toBe("lost");
});

test("an account with too many windows is told so, is tried again, and is live once one was closed", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const room = stream();
  let open = 10;
  const all = fakeServer({
    news: () =>
      open >= 10
        ? refusal(429, "Live values are open in 10 windows", { code: "streams.too_many" })
        : room.reply,
  });
  const stop = new AbortController();
  const { states } = listener(stop.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(all.length).toBeGreaterThan(1);
  expect(new Set(states)).toEqual(new Set(["connecting", "crowded"]));
  open = 9;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states.at(-1)).toBe("connected");
  stop.abort();
});

test("a server that is away is tried again with pauses that grow and stay below 30 s", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const all = fakeServer({ news: () => refusal(503, "The service is not available now, please try again") });
  const stop = new AbortController();
  listener(stop.signal);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(all.length).toBeGreaterThan(12);
  expect(all.length).toBeLessThan(30);
  stop.abort();
  expect([1, 2, 3, 6, 50].map((attempt) => pauseMs(attempt, () => 1))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect(pauseMs(3, () => 0)).toBe(2000);
});

test("once it is no longer wanted nothing is opened and nothing is told", async () => {
  vi.useFakeTimers();
  signedInAs("good");
  const only = stream();
  const all = fakeServer({ news: () => only.reply });
  const stop = new AbortController();
  const { states, done } = listener(stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  only.cut();
  await done;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(all).toHaveLength(1);
  expect(states).toEqual(["connecting", "connected"]);
});
