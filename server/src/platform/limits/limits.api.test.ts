import { endpoint, STREAMS_PER_ACCOUNT } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { server, type Doorkeeper, type Guards, type Serve } from "../http.ts";
import { Problem } from "../problem.ts";
import { listen, webServer } from "../web-server.ts";
import { callLimits } from "./call-limits.ts";
import { heavyReads } from "./heavy-reads.ts";

const open = endpoint({
  name: "open",
  method: "GET",
  path: "open",
  summary: "For everybody",
  access: "public",
  answer: z.object({}),
});
const own = endpoint({
  name: "own",
  method: "GET",
  path: "own",
  summary: "For an account",
  answer: z.object({}),
});
const arrives = endpoint({
  name: "arrives",
  method: "POST",
  path: "arrives",
  summary: "For gateways",
  access: "gateway",
  answer: z.object({}),
});
const ticks = endpoint({
  name: "ticks",
  method: "GET",
  path: "ticks",
  summary: "A stream",
  answer: z.object({}),
});
const range = z.object({ from_date: z.string(), to_date: z.string() });
const report = endpoint({
  name: "report",
  method: "GET",
  path: "report",
  summary: "Heavy from a week on",
  query: range,
  answer: z.object({ name: z.string() }),
  heavyFromDays: 7,
});
const file = endpoint({
  name: "file",
  method: "GET",
  path: "file",
  summary: "Always heavy",
  query: range,
  answer: z.file(),
  heavyFromDays: 0,
});

/** Accounts in the order in which their calls arrived. */
const arrived: number[] = [];
/** Who calls says which account it is. */
const doorkeeper: Doorkeeper = {
  session: async ({ authorization }) => {
    if (authorization === undefined) throw new Problem(403, "token.required", "Token is required");
    arrived.push(Number(authorization));
    return { account_id: Number(authorization), account_uid: "u", session_id: "s", kind: "user" };
  },
  gateway: async () => ({ gateway_id: 1, gateway_uid: "u", project_id: 1, serial: "G" }),
};

/** No two servers of this file have the same port: a connection that is kept is that of another. */
let ports = 59_000 + (process.pid % 1000);

async function appWith(routes: (serve: Serve) => void, guards: Guards = {}, trustProxy?: string[]) {
  const app = await webServer(trustProxy === undefined ? {} : { trustProxy });
  routes(server(app, doorkeeper, guards));
  onTestFinished(() => app.close());
  const port = await listen(app, "127.0.0.1", ports);
  ports = port + 1;
  const url = `http://127.0.0.1:${port}/api/v1/`;
  const ask = (path: string, account?: number, init: RequestInit & { forwarded?: string } = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        ...(account === undefined ? {} : { authorization: String(account) }),
        ...(init.forwarded === undefined ? {} : { "x-forwarded-for": init.forwarded }),
      },
    });
  /** As ask, without a connection: fetch leaves that of a HEAD half open, and closing the server waits for it a minute. */
  const headOf = (path: string, account: number) =>
    app.inject({
      method: "HEAD",
      url: `/api/v1/${path}`,
      headers: { authorization: String(account) },
    });
  return { ask, headOf };
}
const answer = async () => ({});
const twoOfAddress = (): Guards => ({ calls: callLimits({ perAccount: 100, perAddress: 2 }) });

test("one call too many of an account is a problem of 429 that names the time, and other accounts are served", async () => {
  const { ask } = await appWith((serve) => serve(own, answer), {
    calls: callLimits({ perAccount: 3, perAddress: 100 }),
  });
  for (let n = 0; n < 3; n += 1) expect((await ask("own", 1)).status).toBe(200);
  const refused = await ask("own", 1);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(await refused.json()).toMatchObject({ status: 429, code: "calls.too_many" });
  expect((await ask("own", 2)).status).toBe(200);
});

test("behind a trusted proxy the address is the client's, and nobody else's claim of one is believed", async () => {
  const trusted = await appWith((serve) => serve.public(open, answer), twoOfAddress(), ["127.0.0.1"]);
  for (let n = 0; n < 2; n += 1) await trusted.ask("open", undefined, { forwarded: "203.0.113.1" });
  const first = await trusted.ask("open", undefined, { forwarded: "203.0.113.1" });
  const second = await trusted.ask("open", undefined, { forwarded: "203.0.113.2" });
  expect([first.status, second.status]).toEqual([429, 200]);
  const direct = await appWith((serve) => serve.public(open, answer), twoOfAddress());
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    statuses.push((await direct.ask("open", undefined, { forwarded: `203.0.113.${n}` })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test("an address without a session is counted before anything is looked up, and gateways are not counted", async () => {
  const { ask } = await appWith((serve) => {
    serve(own, answer);
    serve.gateway(arrives, answer);
  }, twoOfAddress());
  expect([(await ask("own")).status, (await ask("own")).status, (await ask("own")).status]).toEqual([
    403, 403, 429,
  ]);
  for (let n = 0; n < 5; n += 1) expect((await ask("arrives", 1, { method: "POST" })).status).toBe(200);
});

test("an account has ten streams at a time, the eleventh is refused in words, and one that ends makes room", async () => {
  const { ask, headOf } = await appWith((serve) => serve.stream(ticks, async () => () => {}));
  const places = Array.from({ length: STREAMS_PER_ACCOUNT }, () => new AbortController());
  const streams = await Promise.all(places.map(({ signal }) => ask("ticks", 1, { signal })));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await ask("ticks", 1);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(await refused.json()).toMatchObject({
    code: "streams.too_many",
    message: "Live values are open in 10 windows, which is the most; please close one",
  });
  // Who only asks whether the stream is there takes no place, and another account has its own.
  expect((await headOf("ticks", 1)).statusCode).toBe(200);
  const other = new AbortController();
  expect((await ask("ticks", 2, { signal: other.signal })).status).toBe(200);
  places[0]?.abort();
  await expect
    .poll(async () => {
      const again = new AbortController();
      onTestFinished(() => again.abort());
      return (await ask("ticks", 1, { signal: again.signal })).status;
    })
    .toBe(200);
  for (const place of [...places, other]) place.abort();
});

test("a stream that could not be opened takes no place", async () => {
  const { ask } = await appWith((serve) =>
    serve.stream(ticks, async () => {
      throw new Problem(404, "project.not_found", "No such project");
    }),
  );
  for (let n = 0; n <= STREAMS_PER_ACCOUNT; n += 1) expect((await ask("ticks", 1)).status).toBe(404);
});

const WEEK = "?from_date=2026-01-01&to_date=2026-01-07";
const DAYS = "?from_date=2026-01-01&to_date=2026-01-06";

test("of forty heavy reads of one account at once five are taken and the others told when to come back; a light one and another person's are answered", async () => {
  arrived.length = 0;
  const ended = Promise.withResolvers<void>();
  const begun: number[] = [];
  const { ask } = await appWith(
    (serve) =>
      serve(report, async ({ session, query }) => {
        if (query.to_date === "2026-01-06") return { name: "light" };
        begun.push(session.account_id);
        if (session.account_id === 1) await ended.promise;
        return { name: "heavy" };
      }),
    { heavy: heavyReads({ atOnce: 1, alone: 1, restShare: 0 }) },
  );
  const reports = Array.from({ length: 40 }, () => ask(`report${WEEK}`, 1));
  const first35: Response[] = [];
  for (const one of reports) void one.then((reply) => reply.status === 429 && first35.push(reply));
  await expect.poll(() => first35.length).toBe(35);
  for (const reply of first35) {
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await reply.json()).toMatchObject({ code: "reads.too_many", status: 429 });
  }
  expect(begun).toEqual([1]);
  expect(await (await ask(`report${DAYS}`, 1)).json()).toEqual({ name: "light" });
  const other = ask(`report${WEEK}`, 2);
  await expect.poll(() => arrived).toContain(2);
  ended.resolve();
  expect(await (await other).json()).toEqual({ name: "heavy" });
  const answers = await Promise.all(reports);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  // The other account's turn came second, though it was the last to ask.
  expect(begun).toEqual([1, 2, 1, 1, 1, 1]);
});

/** 3,000 lines of 10,000 characters; notes each that is made. */
async function* lines(made: number[]): AsyncGenerator<string> {
  for (let n = 0; n < 3000; n += 1) {
    made.push(n);
    yield `${n},`.padEnd(10_000, "x");
  }
}

test("a heavy file is made in turns, and one whose reader leaves is made no further", async () => {
  const made: number[] = [];
  const { ask } = await appWith(
    (serve) =>
      serve.download(file, async () => ({
        name: "a.csv",
        mime: "text/csv",
        size_bytes: null,
        content: lines(made),
      })),
    { heavy: heavyReads({ atOnce: 1, alone: 1, restShare: 0 }) },
  );
  const away = new AbortController();
  const left = await ask(`file${WEEK}`, 1, { signal: away.signal });
  const reader = left.body?.getReader();
  await reader?.read();
  away.abort();
  const whole = await (await ask(`file${WEEK}`, 2)).text();
  expect(whole.length).toBe(3000 * 10_000);
  expect(made.length).toBeLessThan(6000);
});
