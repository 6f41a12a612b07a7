import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepContacts, type Contact } from "./contacts.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function kept() {
  const written: Contact[] = [];
  const state = { away: false };
  const contacts = keepContacts({
    write: async (due) => {
      if (state.away) throw new Error("connection refused");
      written.push(...due);
    },
    everyMs: 5000,
    flushMs: 1000,
  });
  return { ...contacts, written, state };
}

test("a gateway that sends all the time is written down at once and then every five seconds, with its newest number", async () => {
  const { heard, stop, written } = kept();
  for (let second = 0; second < 12; second += 1) {
    heard(7, second);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(written.map(({ sequence, at }) => [sequence, at])).toEqual([
    [0, 1_000_000],
    [5, 1_005_000],
    [10, 1_010_000],
  ]);
  await stop();
  expect(written.at(-1)).toEqual({
    gateway_id: 7,
    sequence: 11,
    at: 1_011_000,
    connected: null,
    hears_commands: null,
  });
});

test("connected means that some connection is open; only its beginning and end are written, and both soon", async () => {
  const { connection, stop, written } = kept();
  const states = async (opened: boolean) => {
    connection(7, opened);
    await vi.advanceTimersByTimeAsync(1000);
    return written.map(({ connected }) => connected);
  };
  expect(await states(true)).toEqual([true]);
  expect(await states(true)).toEqual([true]);
  expect(await states(false)).toEqual([true]);
  expect(await states(false)).toEqual([true, false]);
  await stop();
});

test("that a gateway hears its commands is written as soon as it is known, and is over with its last connection", async () => {
  const { connection, hearsCommands, heard, stop, written } = kept();
  connection(7, true);
  hearsCommands(7, true);
  await vi.advanceTimersByTimeAsync(1000);
  hearsCommands(7, true);
  await vi.advanceTimersByTimeAsync(1000);
  connection(7, false);
  await vi.advanceTimersByTimeAsync(1000);
  connection(7, true);
  heard(7, 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.map(({ connected, hears_commands }) => [connected, hears_commands])).toEqual([
    [true, true],
    [false, false],
    [true, null],
  ]);
  await stop();
});

test("what another broker tells may be told again and again", async () => {
  const { online, stop, written } = kept();
  for (const state of [true, true, false, false]) {
    online(7, state);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(written.map(({ connected }) => connected)).toEqual([true, false]);
  await stop();
});

test("what could not be written is written when the database is back, unless something newer has come", async () => {
  const { heard, connection, stop, written, state } = kept();
  state.away = true;
  heard(7, 1);
  heard(8, 1);
  connection(8, true);
  await vi.advanceTimersByTimeAsync(3000);
  heard(8, 2);
  expect(written).toEqual([]);
  state.away = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([
    { gateway_id: 7, sequence: 1, at: 1_000_000, connected: null, hears_commands: null },
    { gateway_id: 8, sequence: 2, at: 1_003_000, connected: true, hears_commands: null },
  ]);
  await stop();
});
