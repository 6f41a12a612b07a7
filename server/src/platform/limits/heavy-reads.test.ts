import { setImmediate as turnOfTheLoop, setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { heavyReads } from "./heavy-reads.ts";

/** Work that ends when it is told to, and notes when it begins. */
function desk(atOnce: number, { alone = atOnce, restShare = 0 } = {}) {
  const reads = heavyReads({ atOnce, alone, restShare });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (account_id: number, name: string, signal = new AbortController().signal) =>
    reads.inTurn({ account_id, signal }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turnOfTheLoop();
  };
  return { reads, begun, read, end };
}

test("no more heavy reads run at once than there is room for, over all accounts, and those that wait have turns by account", async () => {
  const { begun, read, end } = desk(2);
  const all = ["a1", "a2", "a3", "a4", "a5"].map((name) => read(1, name));
  all.push(read(2, "b1"), read(2, "b2"), read(3, "c1"));
  await turnOfTheLoop();
  expect(begun).toEqual(["a1", "a2"]);
  // One of each account in turn, whoever came first.
  const order = ["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"];
  for (const name of order) {
    await end(name);
    expect(begun.length).toBeLessThanOrEqual(order.indexOf(name) + 3);
  }
  expect(begun).toEqual(order);
  expect(await Promise.all(all)).toHaveLength(8);
});

test("four of an account may wait, the next is told when to come back, and other accounts still wait their turn", async () => {
  const { begun, read, end } = desk(1);
  const first = read(1, "first");
  const waiting = [1, 2, 3, 4].map((n) => read(1, `waits ${n}`));
  await expect(read(1, "too many")).rejects.toMatchObject({ status: 429, code: "reads.too_many" });
  await expect(read(1, "too many")).rejects.toHaveProperty("retryAfterSeconds", expect.any(Number));
  const other = read(2, "other");
  const order = ["first", "other", "waits 1", "waits 2", "waits 3", "waits 4"];
  for (const name of order) await end(name);
  await Promise.all([first, ...waiting, other]);
  expect(begun).toEqual(order);
});

test("an account that asks again and again as soon as it is answered does not starve one that waits", async () => {
  const { begun, read, end } = desk(1);
  void read(1, "a1");
  const waits = [read(1, "a2"), read(1, "a3")];
  void read(2, "b1");
  await turnOfTheLoop();
  await end("a1");
  void read(2, "b2");
  await end("b1");
  void read(2, "b3");
  await end("a2");
  await end("b2");
  await end("a3");
  await Promise.all(waits);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
});

test("a caller that leaves gives its place up to the next, and its work never begins", async () => {
  const { begun, read, end } = desk(1);
  const first = read(1, "first");
  const away = new AbortController();
  const left = [1, 2, 3, 4].map((n) => read(1, `left ${n}`, away.signal));
  away.abort();
  for (const one of left) await expect(one).rejects.toHaveProperty("name", "AbortError");
  const next = read(1, "next");
  await end("first");
  await end("next");
  expect([await first, await next]).toEqual(["first", "next"]);
  expect(begun).toEqual(["first", "next"]);
  await expect(read(1, "gone before", away.signal)).rejects.toHaveProperty("name", "AbortError");
});

test("work that fails gives its turn to the next", async () => {
  const { reads, read, end } = desk(1);
  const reader = { account_id: 1, signal: new AbortController().signal };
  const failed = reads.inTurn(reader, () => Promise.reject(new RangeError("broken")));
  const next = read(1, "next");
  await expect(failed).rejects.toThrow("broken");
  await turnOfTheLoop();
  await end("next");
  expect(await next).toBe("next");
});

test("a place rests for half of its turn before the next begins, and as long as the turn where the account has more that wait", async () => {
  const reads = heavyReads({ atOnce: 1, alone: 1 });
  const times: number[] = [];
  const turn = (account_id: number) =>
    reads.inTurn({ account_id, signal: new AbortController().signal }, async () => {
      times.push(performance.now());
      await delay(40);
      times.push(performance.now());
    });
  /** Between the end of the first turn and the beginning of the second, ms. */
  const rest = () => (times[2] ?? 0) - (times[1] ?? 0);
  await Promise.all([turn(1), turn(2)]);
  expect(rest()).toBeGreaterThanOrEqual(18);
  await delay(60);
  times.length = 0;
  await Promise.all([turn(1), turn(1)]);
  expect(rest()).toBeGreaterThanOrEqual(38);
});

test("a file that is read slowly keeps nobody waiting: only its pieces are made in turns", async () => {
  const { reads, read, end } = desk(1);
  let closed = false;
  async function* lines() {
    try {
      for (let n = 1; ; n += 1) yield `line ${n}`;
    } finally {
      closed = true;
    }
  }
  const pieces = reads.pieces({ account_id: 1, signal: new AbortController().signal }, lines());
  expect((await pieces.next()).value).toBe("line 1");
  // The reader rests, and others go on.
  const other = read(2, "other");
  await turnOfTheLoop();
  const second = pieces.next();
  await end("other");
  expect([await other, (await second).value]).toEqual(["other", "line 2"]);
  await pieces.return(undefined);
  expect(closed).toBe(true);
});

test("a place rests for nobody: one account alone has turn after turn, until somebody else calls", async () => {
  const { reads, begun, read, end } = desk(1, { restShare: 0.5 });
  reads.heard(1);
  const all = ["first", "second", "third"].map((name) => read(1, name));
  await delay(20);
  await end("first");
  expect(begun).toEqual(["first", "second"]);
  reads.heard(2);
  await delay(20);
  await end("second");
  expect(begun).toEqual(["first", "second"]);
  while (begun.length < 3) await turnOfTheLoop();
  await end("third");
  await Promise.all(all);
});

test("one account alone has every core, and what it still waits for gives way as soon as somebody else calls", async () => {
  const { reads, begun, read, end } = desk(1, { alone: 2 });
  const all = ["a1", "a2", "a3"].map((name) => read(1, name));
  await turnOfTheLoop();
  expect(begun).toEqual(["a1", "a2"]);
  reads.heard(2);
  await end("a1");
  expect(begun).toEqual(["a1", "a2"]);
  all.push(read(2, "b1"));
  for (const name of ["a2", "b1", "a3"]) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});
