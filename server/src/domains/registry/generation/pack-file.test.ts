import { canonicalText } from "@heliograph/contract";
import { expect, test } from "vitest";
import { packHash, packTable } from "./pack-file.ts";

const TEXT = canonicalText({
  v: "1",
  statement: { version: "3", sha256: "ab".repeat(32) },
  days: [
    { day: "2026-10-01", counted_wh: "3020000", source: "meter", class: "A", flags: ["gap", "reset"] },
    { day: "2026-10-02", counted_wh: "", source: "none", class: "", flags: [] },
  ],
});

test("a pack as a table has a row for each day, empty cells where nothing is known, and both hashes", () => {
  const lines = packTable(TEXT).split("\r\n");
  expect(lines[0]).toContain("day,counted_wh,meter_wh");
  expect(lines[1]).toBe("2026-10-01,3020000,,,,,,meter,A,,,,,gap reset");
  expect(lines[2]).toBe("2026-10-02,,,,,,,none,,,,,,");
  expect(lines[3]).toContain(`pack_sha256,${packHash(TEXT)}`);
  expect(lines[4]).toContain(`statement_sha256,${"ab".repeat(32)}`);
});

test("what is no pack is no table", () => {
  expect(() => packTable("{}")).toThrow();
});
