import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test.each([
  ["Nguyễn Văn Ân", "NÂ"],
  ["nguyễn văn ân".normalize("NFD"), "NÂ"],
  ["đặng", "Đ"],
  ["  Solar   One ", "SO"],
  ["李小龙", "李"],
  ["한지민".normalize("NFD"), "한"],
  ["q\u0323 x\u0301y", "Q\u0323X\u0301"],
  ["😀 plant", "😀P"],
  ["", ""],
])("the letters of %j are %j: marks stay with their letter, pairs of code units whole", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
