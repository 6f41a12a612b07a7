import { expect, test } from "vitest";
import { afterKeys, isForList } from "./waiting-keys.ts";

const BINS = [
  { value: "q", label: "15 minutes" },
  { value: "h", label: "1 hour" },
  { value: "d", label: "Day" },
  { value: "off", label: "Decade", disabled: true },
  { value: "m", label: "Month" },
];
const after = (value: string | null, ...keys: string[]) => {
  const { open, value: chosen, highlighted } = afterKeys(BINS, value, keys);
  return [open, chosen, highlighted];
};

test("arrows and Enter open a list at its value, and go on in it; Enter and Space choose what is highlighted", () => {
  expect(after("h", "ArrowDown")).toEqual([true, "h", "h"]);
  expect(after("h", "Enter")).toEqual([true, "h", "h"]);
  expect(after("h", "ArrowDown", "ArrowDown", "ArrowDown")).toEqual([true, "h", "m"]);
  expect(after("h", "ArrowDown", "ArrowDown", "Enter")).toEqual([false, "d", null]);
  expect(after("h", " ", "End", " ")).toEqual([false, "m", null]);
  expect(after(null, "ArrowDown", "ArrowUp", "Home", "Enter")).toEqual([false, "q", null]);
});

test("Escape and a second press close without a choice", () => {
  expect(after("h", "press", "ArrowDown", "Escape")).toEqual([false, "h", null]);
  expect(after("h", "press", "press")).toEqual([false, "h", null]);
});

test("letters choose in a closed list and highlight in an open one: words, and the next of the same letter", () => {
  expect(after("h", "m")).toEqual([false, "m", null]);
  expect(after("h", "1", "5")).toEqual([false, "q", null]);
  expect(after("q", "1", " ", "h")).toEqual([false, "h", null]);
  expect(after("q", "1")).toEqual([false, "h", null]);
  expect(after("h", "ArrowDown", "D", "Enter")).toEqual([false, "d", null]);
  // What cannot be chosen is passed over, and what is not there changes nothing.
  expect(after("h", "d", "d")).toEqual([false, "d", null]);
  expect(after("h", "x")).toEqual([false, "h", null]);
});

test("keys that a list does not act on are left to the browser", () => {
  expect(["Tab", "F5", "Shift", "Home", "Escape"].filter((key) => isForList(key, false))).toEqual([]);
  expect(["a", " ", "Enter", "ArrowUp"].every((key) => isForList(key, false))).toBe(true);
  expect(["Home", "End", "Escape"].every((key) => isForList(key, true))).toBe(true);
});
