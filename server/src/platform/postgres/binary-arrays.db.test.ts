import fc from "fast-check";
import { expect, test } from "vitest";
import { freshPools } from "../../../testing/test-kit.ts";
import { binaryArray, binaryTextArray } from "./binary-arrays.ts";

const nullable = <T>(one: fc.Arbitrary<T>) => fc.array(fc.option(one), { maxLength: 40 });
/** PostgreSQL's integers have no -0. */
const zero = (value: number | null) => (value === 0 ? 0 : value);
const finite = { noNaN: true, noDefaultInfinity: true };

test("numbers and instants arrive in PostgreSQL as they were given, nulls as nulls", async () => {
  const { pool } = await freshPools();
  const arrays = fc.record({
    int2: nullable(fc.integer({ min: -32_768, max: 32_767 })),
    int4: nullable(fc.integer()),
    int8: nullable(fc.maxSafeInteger()),
    float4: nullable(fc.float(finite)),
    float8: nullable(fc.double(finite)),
    at: nullable(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2500, 0, 1) })),
  });
  await fc.assert(
    fc.asyncProperty(arrays, async (given) => {
      const { rows } = await pool.query<Record<string, unknown[]>>(
        `select $1::int2[] as int2, $2::int4[] as int4, $3::int8[]::text[] as int8, $4::float4[] as float4,
           $5::float8[] as float8, $6::timestamptz[] as at`,
        [
          binaryArray("int2", given.int2),
          binaryArray("int4", given.int4),
          binaryArray("int8", given.int8),
          binaryArray("float4", given.float4),
          binaryArray("float8", given.float8),
          binaryArray("timestamptz", given.at),
        ],
      );
      expect(rows[0]?.["int2"]).toEqual(given.int2.map(zero));
      expect(rows[0]?.["int4"]).toEqual(given.int4.map(zero));
      expect(rows[0]?.["int8"]).toEqual(given.int8.map((value) => (value === null ? null : String(value))));
      expect(
        rows[0]?.["float4"]?.map((value) => (value === null ? null : Math.fround(Number(value)))),
      ).toEqual(given.float4);
      expect(rows[0]?.["float8"]).toEqual(given.float8);
      expect(rows[0]?.["at"]?.map((at) => (at instanceof Date ? at.getTime() : at))).toEqual(
        given.at.map(zero),
      );
    }),
    { numRuns: 60 },
  );
});

test("texts and JSON keep every character", async () => {
  const { pool } = await freshPools();
  const words = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
  await fc.assert(
    fc.asyncProperty(nullable(words), async (texts) => {
      const { rows } = await pool.query<{ texts: unknown; docs: unknown }>(
        "select $1::text[] as texts, to_jsonb($2::jsonb[]) as docs",
        [
          binaryTextArray("text", texts),
          binaryTextArray(
            "jsonb",
            texts.map((text) => (text === null ? null : JSON.stringify({ text }))),
          ),
        ],
      );
      expect(rows[0]?.texts).toEqual(texts);
      expect(rows[0]?.docs).toEqual(texts.map((text) => (text === null ? null : { text })));
    }),
    { numRuns: 40 },
  );
});

test("a number that the type cannot hold is an error and never another number", () => {
  expect(() => binaryArray("int2", [32_768])).toThrow(RangeError);
  expect(() => binaryArray("int4", [2 ** 31])).toThrow(RangeError);
  expect(() => binaryArray("int8", [0.5])).toThrow(RangeError);
  expect(() => binaryArray("timestamptz", [Number.NaN])).toThrow(RangeError);
});
