import { z } from "zod";

type Column = (number | null)[];

const isColumn = (value: unknown): boolean => {
  if (!Array.isArray(value)) return false;
  for (const one of value) if (one !== null && !Number.isFinite(one)) return false;
  return true;
};

const byValue = z.array(z.number().nullable());

/**
 * An array of numbers and nulls: what z.array(z.number().nullable()) accepts, refuses and says. A chart has tens of
 * thousands of values, for each of which zod would make an object: what is nothing but finite numbers and nulls is judged
 * as a whole, and only the rest value by value. Answers of such columns state `encoding: "columns"`.
 */
export function numberColumn(): z.ZodType<Column, Column> {
  const column = z
    .unknown()
    .check(({ value, issues }) => {
      if (isColumn(value)) return;
      for (const issue of byValue.safeParse(value).error?.issues ?? []) {
        issues.push({ ...issue, input: value } as (typeof issues)[number]); // an issue of zod's, with what it asks of its makers
      }
    })
    .meta({ type: "array", items: { type: ["number", "null"] } });
  // The check lets nothing else through.
  return column as unknown as z.ZodType<Column, Column>;
}
