import fc from "fast-check";
import { expect, test } from "vitest";
import { Problem } from "../../../platform/problem.ts";
import { openLane, type LaneLimits, type LaneParts } from "./lane.ts";
import type { Parcel } from "./poison.ts";
import type { Outcome, ReadingRow } from "./reading-rows.ts";

const LIMITS: LaneLimits = { batchMessages: 4, batchRows: 10, waitMs: 5, queueRows: 100, writers: 2 };
class Poison extends Error {}
class Away extends Error {}

const row = (ts: number): ReadingRow => ({
  project_id: 1,
  device_id: 1,
  ts,
  interval_s: 300,
  source: 0,
  m: {},
  ext: null,
});
const parcel = (gateway_id: number, ...instants: number[]): Parcel => ({
  gateway_id,
  rows: instants.map(row),
  refused: [],
});

/** A lane over a store that keeps what it is given, fails for negative instants, and can be taken away. */
function lane(limits: Partial<LaneLimits> = {}, parts: Partial<LaneParts> = {}) {
  const batches: Parcel[][] = [];
  const state = { away: false, attempts: 0 };
  const opened = openLane({
    limits: { ...LIMITS, ...limits },
    store: async (parcels) => {
      state.attempts += 1;
      await Promise.resolve();
      if (state.away) throw new Away("connection refused");
      const rows = parcels.flatMap((one) => one.rows);
      if (rows.some(({ ts }) => ts < 0)) throw new Poison("cannot be stored");
      batches.push([...parcels]);
      return rows.map((): Outcome => "stored");
    },
    isPoison: (error) => error instanceof Poison,
    ...parts,
  });
  const stored = () => batches.flat().flatMap((one) => one.rows.map(({ ts }) => ts));
  return { ...opened, batches, state, stored };
}

test("messages that arrive together are stored together, and each learns the fate of its own rows", async () => {
  const { add, batches, stop } = lane({ writers: 1 });
  expect(await Promise.all([add(parcel(1, 1, 2)), add(parcel(2, 3)), add(parcel(3))])).toEqual([
    ["stored", "stored"],
    ["stored"],
    [],
  ]);
  expect(batches).toHaveLength(1);
  await stop(0);
});

test("a batch holds no more messages and rows than the limits, except a message that exceeds them alone", async () => {
  const { add, batches, stop } = lane({ writers: 1 });
  const many = Array.from({ length: 11 }, (_, index) => add(parcel(1, index)));
  await Promise.all([
    ...many,
    add(parcel(1, ...Array.from({ length: 12 }, (_, i) => i))),
    add(parcel(1, 1, 2, 3, 4, 5, 6)),
    add(parcel(1, 7, 8, 9, 10, 11)),
  ]);
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 3, 1, 1, 1]);
  await stop(0);
});

test("messages of one gateway are written in the order they came, also when several writers run", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ gateway: fc.nat(4), rows: fc.integer({ min: 0, max: 3 }) }), { maxLength: 40 }),
      async (sent) => {
        const { add, batches, stop } = lane({ writers: 3, waitMs: 1 });
        await Promise.all(
          sent.map(({ gateway, rows }, index) =>
            add(parcel(gateway, ...Array.from({ length: rows }, () => index))),
          ),
        );
        for (let gateway = 0; gateway <= 4; gateway += 1) {
          const order = batches
            .flat()
            .filter((one) => one.gateway_id === gateway)
            .flatMap((one) => one.rows.map(({ ts }) => ts));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
        expect(batches.flat()).toHaveLength(sent.length);
        await stop(0);
      },
    ),
    { numRuns: 50 },
  );
});

test("a reading that the database refuses is refused alone, and every other one is stored once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.boolean(), { maxLength: 5 }), { maxLength: 12 }),
      async (messages) => {
        const { add, stored, stop } = lane({ writers: 1, batchRows: 1000, batchMessages: 100, waitMs: 1 });
        const sent = messages.map((rows, m) => rows.map((good, r) => (good ? 1 : -1) * (m * 10 + r + 1)));
        const fates = await Promise.all(sent.map((rows) => add(parcel(1, ...rows))));
        expect(fates).toEqual(
          sent.map((rows) =>
            rows.map((ts) => (ts > 0 ? "stored" : { refused: expect.stringContaining("cannot be stored") })),
          ),
        );
        expect(stored()).toEqual(sent.flat().filter((ts) => ts > 0));
        await stop(0);
      },
    ),
    { numRuns: 50 },
  );
});

test("a row that the database refuses leaves a record of its refusal", async () => {
  const { add, batches, stop } = lane({ writers: 1 });
  await add(parcel(9, 1, -2, 3));
  expect(batches.flat().flatMap((one) => one.refused)).toMatchObject([
    { gateway_id: 9, reason: "reading.invalid" },
  ]);
  await stop(0);
});

test("while the database is away nothing is answered; once it is back everything is, once", async () => {
  const { add, stored, state, stop } = lane();
  state.away = true;
  let answered = 0;
  const sent = [1, 2, 3].map((ts) => add(parcel(ts, ts)).then(() => (answered += 1)));
  await expect.poll(() => state.attempts).toBeGreaterThan(3);
  expect(answered).toBe(0);
  state.away = false;
  await Promise.all(sent);
  expect(stored().toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  await stop(0);
});

test("a full queue turns messages away as unavailable with a time to come back, and takes them again later", async () => {
  const { add, state, stop } = lane({ queueRows: 3 });
  state.away = true;
  const held = add(parcel(1, 1, 2));
  await expect(add(parcel(2, 3, 4))).rejects.toMatchObject({
    status: 503,
    code: "message.unavailable",
    retryAfterSeconds: 5,
  });
  const small = add(parcel(2, 5));
  await expect(add(parcel(2))).rejects.toThrow(Problem);
  state.away = false;
  await Promise.all([held, small]);
  expect(await add(parcel(2, 3, 4))).toEqual(["stored", "stored"]);
  await stop(0);
});

test("a message larger than the queue is taken when nothing else waits", async () => {
  const { add, stop } = lane({ queueRows: 3 });
  expect(await add(parcel(1, 1, 2, 3, 4))).toHaveLength(4);
  await stop(0);
});

test("stopping writes what waits and takes nothing more", async () => {
  const { add, stored, stop } = lane({ waitMs: 60_000 });
  const sent = [add(parcel(1, 1)), add(parcel(2, 2))];
  await stop(1000);
  expect(await Promise.all(sent)).toEqual([["stored"], ["stored"]]);
  expect(stored().toSorted((a, b) => a - b)).toEqual([1, 2]);
  await expect(add(parcel(1, 3))).rejects.toMatchObject({ code: "message.unavailable" });
});

test("stopping while the database is away ends in time, and no message is taken for stored", async () => {
  const { add, stored, state, stop } = lane();
  state.away = true;
  const sent = add(parcel(1, 1));
  const refused = expect(sent).rejects.toMatchObject({ code: "message.unavailable" });
  await stop(20);
  await refused;
  expect(stored()).toEqual([]);
});
