// An evidence pack as a file: the text that was frozen, or its days as a table.
import { createHash } from "node:crypto";
import { csvText } from "@heliograph/contract";
import { z } from "zod";

/** Columns of the table, as the pack names them. */
const COLUMNS = [
  "day",
  "counted_wh",
  "meter_wh",
  "inverter_wh",
  "exported_wh",
  "supply_wh",
  "maximum_wh",
  "source",
  "class",
  "complete_permille",
  "availability_permille",
  "insolation_wh_m2",
  "expected_wh",
] as const;

const pack = z.looseObject({
  statement: z.object({ sha256: z.string() }),
  days: z.array(z.looseObject({ day: z.string(), flags: z.array(z.string()) })),
});

/** SHA-256 of the text, hexadecimal. */
export const packHash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The days of the pack as CSV, with the hashes of the whole text and of the statement below them. Throws where the text is no pack. */
export function packTable(text: string): string {
  const { statement, days } = pack.parse(JSON.parse(text));
  const rows = days.map((day) => [
    ...COLUMNS.map((column) => cell(day[column])),
    // One cell, whatever there are.
    day.flags.join(" "),
  ]);
  const empty = Array.from({ length: COLUMNS.length - 1 }, () => null);
  const foot = [
    ["pack_sha256", packHash(text), ...empty],
    ["statement_sha256", statement.sha256, ...empty],
  ];
  return csvText([...COLUMNS, "flags"], [...rows, ...foot]);
}

/** Figures as numbers, everything else as it is. */
function cell(value: unknown): string | number | null {
  if (typeof value !== "string" || value === "") return null;
  return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
