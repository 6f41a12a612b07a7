import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { expect, test, vi } from "vitest";
import { cellReference, sheetNames } from "./sheet-names.ts";
import { workbook } from "./workbook.ts";

const name = fc.string({ unit: "grapheme", maxLength: 60 });

test("names of sheets are such as spreadsheets take, whatever projects are called: short, clean, and no two alike", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(name, fc.constantFrom("History", "a/b", "A?B", "'", "Roof")), { maxLength: 40 }),
      (given) => {
        const names = sheetNames(given);
        expect(names).toHaveLength(given.length);
        expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(given.length);
        for (const one of names) {
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(31);
          expect(one).not.toMatch(/[[\]:*?/\\\p{Cc}]|^'|'$/u);
          expect(one.toLowerCase()).not.toBe("history");
        }
      },
    ),
  );
});

test("a name that is fit stays as it is, and a formula names it with its apostrophes doubled", () => {
  expect(sheetNames(["Nhà máy Bao bì", "Roof 1", "roof 1"])).toEqual([
    "Nhà máy Bao bì",
    "Roof 1",
    "roof 1 (2)",
  ]);
  expect(cellReference("Lan's roof", "D4")).toBe("'Lan''s roof'!D4");
});

const CREATED = new Date("2026-11-20T10:42:00Z");
const whole = async (content: AsyncIterable<Uint8Array>) =>
  new Uint8Array(await buffer(Readable.from(content)));

test("cells come back as the numbers, dates and words that they were, formulas with what they come to, and no word is a formula", async () => {
  const bytes = await whole(
    workbook(async (book) => {
      const first = await book.sheet("First", {
        lines: ["Zone: UTC+7"],
        columns: [
          { title: "Day", width: 12, format: "dd-mm-yyyy" },
          { title: "kWh", width: 12, format: "#,##0.000" },
          { title: "Note", width: 12 },
        ],
      });
      const second = await book.sheet("Second", { lines: [], columns: [{ title: "Sum", width: 9 }] });
      // Two sheets are written at once: each has its own rows.
      await first.row([new Date("2026-02-03T00:00:00Z"), 1.25, "=1+1"]);
      await second.row([{ formula: `SUM(${cellReference("First", "B3")}:B3)`, result: 1.25 }]);
      await first.row([null, -2, "@home"]);
      first.end();
      second.end();
    }, CREATED),
  );
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map((sheet) => sheet.name)).toEqual(["First", "Second"]);
  expect(sheets[0]?.rows).toEqual([
    ["Zone: UTC+7", null, null],
    ["Day", "kWh", "Note"],
    [new Date("2026-02-03T00:00:00Z"), 1.25, "'=1+1"],
    [null, -2, "'@home"],
  ]);
  expect(sheets[1]?.rows).toEqual([["Sum"], [1.25]]);
});

test("what ended goes out before the rest is written, and a sheet that is opened last may stand first", async () => {
  let received = 0;
  const content = workbook(async (book) => {
    const rows = await book.sheet("Rows", { lines: [], columns: [{ title: "A", width: 9 }] });
    for (let n = 0; n < 20_000; n += 1) await rows.row([Math.sin(n)]);
    rows.end();
    await vi.waitFor(() => expect(received).toBeGreaterThan(50_000));
    const sum = await book.sheet("Sum", { isFirst: true, lines: [], columns: [{ title: "B", width: 9 }] });
    await sum.row([{ formula: cellReference("Rows", "A2"), result: 0 }]);
    sum.end();
  }, CREATED);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) {
    received += piece.length;
    pieces.push(piece);
  }
  const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(pieces)));
  expect(sheets.map((sheet) => [sheet.name, sheet.rows.length])).toEqual([
    ["Sum", 2],
    ["Rows", 20_001],
  ]);
  expect(sheets[0]?.rows[1]).toEqual([0]);
});

test("a spreadsheet that cannot be finished fails with what went wrong", async () => {
  const broken = workbook(async (book) => {
    const sheet = await book.sheet("One", { lines: [], columns: [{ title: "A", width: 5 }] });
    await sheet.row([1]);
    throw new RangeError("it broke");
  }, CREATED);
  await expect(whole(broken)).rejects.toThrow("it broke");
});
