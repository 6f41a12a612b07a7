import { DAY_SLOTS } from "@heliograph/contract";
import { expect, test } from "vitest";
import { SLOT_LABELS, averaged, loadOf, slotted, slottedDay, summed, type Slots } from "./day-slots.ts";

const none = (): Slots => Array.from({ length: DAY_SLOTS }, () => null);
const dark = (slot: number) => slot < 60;
const only = (slot: number, value: number): Slots => none().with(slot, value);

test("a day has 288 labels, and clients draw 05:00 to 20:45", () => {
  expect(SLOT_LABELS).toHaveLength(288);
  expect([SLOT_LABELS[0], SLOT_LABELS[60], SLOT_LABELS[249], SLOT_LABELS[287]]).toEqual([
    "00:00",
    "05:00",
    "20:45",
    "23:55",
  ]);
});

test("a day of 24 hours has a span a slot", () => {
  const day = slottedDay("Asia/Ho_Chi_Minh", "2026-03-29");
  expect(new Date(day.from_ms).toISOString()).toBe("2026-03-28T17:00:00.000Z");
  expect(day.slot_of_span).toEqual(Array.from({ length: 288 }, (_, slot) => slot));
});

/** Intervals of five minutes that end at the given spans' ends. */
const fiveMinutes = (spans: readonly number[]) => ({
  ends: spans.map((span) => (span + 1) * 300),
  lengths: spans.map(() => 300),
});
const filled = (values: Slots) =>
  Object.fromEntries(values.flatMap((value, slot) => (value === null ? [] : [[slot, value]])));

test("on a day of 23 hours the skipped hour stays null", () => {
  const day = slottedDay("Europe/Berlin", "2026-03-29");
  expect(day.slot_of_span).toHaveLength(276);
  const spans = day.slot_of_span.map((_, span) => span);
  const values = slotted(
    day,
    fiveMinutes(spans),
    spans.map(() => 5),
    1,
  );
  expect(values.slice(0, 24).every((value) => value === 5)).toBe(true);
  expect(values.slice(24, 36).every((value) => value === null)).toBe(true);
  expect(values.slice(36).every((value) => value === 5)).toBe(true);
});

test("on a day of 25 hours the repeated hour holds the mean of both passages", () => {
  const day = slottedDay("Europe/Berlin", "2026-10-25");
  expect(day.slot_of_span).toHaveLength(300);
  expect(filled(slotted(day, fiveMinutes([24, 36, 37]), [100, 300, 50], 1))).toEqual({ 24: 200, 25: 50 });
});

const hanoi = slottedDay("Asia/Ho_Chi_Minh", "2026-03-30");

test("a gap stays null, and no value is rounded to minus zero", () => {
  const values = slotted(hanoi, fiveMinutes([100, 102, 103]), [1234.56, null, -0.04], 0.1);
  expect(filled(values)).toEqual({ 100: 1234.6, 103: 0 });
  expect(Object.is(values[103], 0)).toBe(true);
});

test("a reading of fifteen minutes fills the three slots before its end, and no fourth", () => {
  expect(filled(slotted(hanoi, { ends: [43_200], lengths: [900] }, [700], 1))).toEqual({
    141: 700,
    142: 700,
    143: 700,
  });
});

test("clocks that are off by seconds leave no false gap and fill no slot that they barely touch", () => {
  const off = { ends: [42_901, 43_198, 43_502], lengths: [300, 300, 300] };
  expect(filled(slotted(hanoi, off, [100, 200, 300], 1))).toEqual({ 142: 100, 143: 200, 144: 300 });
});

test("a reading between slots counts in both by its share", () => {
  const values = slotted(hanoi, { ends: [450, 600], lengths: [300, 150] }, [100, 400], 1);
  expect(filled(values)).toEqual({ 0: 100, 1: 250 });
});

test("what reaches over midnight counts only inside the day", () => {
  expect(filled(slotted(hanoi, { ends: [300, 86_700], lengths: [900, 900] }, [10, 20], 1))).toEqual({
    0: 10,
    286: 20,
    287: 20,
  });
});

test("sums and means are of the series that report; nobody reporting is null, no series at all is empty", () => {
  const sum = summed([only(3, 10), only(3, 5), only(4, 7), []]);
  expect([sum[3], sum[4], sum[5]]).toEqual([15, 7, null]);
  expect(averaged([only(3, 10), only(3, 5)])[3]).toBe(7.5);
  expect(summed([])).toEqual([]);
  expect(summed([[], []])).toEqual([]);
});

test("the load is production, battery and grid together, and unknown when one of them is", () => {
  const load = loadOf(
    { pv: only(120, 800), battery: [], grid: only(120, -300).with(10, 250).with(121, 90) },
    dark,
  );
  expect(load[120]).toBe(500);
  expect(load[10]).toBe(250);
  expect(load[121]).toBeNull();
  expect(loadOf({ pv: only(120, 800), battery: none(), grid: only(120, -300) }, dark)[120]).toBeNull();
  expect(loadOf({ pv: only(120, 800), battery: [], grid: [] }, dark)).toEqual([]);
});
