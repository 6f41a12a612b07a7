import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { numberColumn } from "./number-column.ts";

const plain = z.object({ values: z.array(z.number().nullable()) });
const quick = z.object({ values: numberColumn() });

test("a column accepts, gives and refuses what an array of numbers and nulls does", () => {
  const value = fc.oneof(fc.double(), fc.constant(null), fc.string(), fc.constant(undefined), fc.boolean());
  const values = fc.oneof(
    fc.array(fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constant(null))),
    fc.array(value),
    value,
  );
  fc.assert(
    fc.property(values, (given) => {
      const [quickly, plainly] = [quick.safeParse({ values: given }), plain.safeParse({ values: given })];
      expect(quickly.data).toEqual(plainly.data);
      expect(quickly.error?.issues).toEqual(plainly.error?.issues);
    }),
  );
});

test("a column is described as an array of numbers and nulls", () => {
  expect(z.toJSONSchema(quick)).toEqual(z.toJSONSchema(plain));
});
