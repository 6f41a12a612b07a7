import { z } from "zod";

/** A page number in a query string, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** A page size in a query string; at most 100 rows travel at once. */
export const pageSize = (size: number) => z.coerce.number().int().min(1).max(100).default(size);

/** How many items there are, and how many pages of the size that was asked for. */
export const paginateInfo = z.object({ total_item: z.int(), total_page: z.int() });

/** What an answer says of its pages. */
export const paginated = (total_item: number, size: number): z.output<typeof paginateInfo> => ({
  total_item,
  total_page: Math.ceil(total_item / size),
});

/** Items sent comma-separated in a query string (M203), or as a repeated parameter; at most `max` of them. */
export function commaSeparated<S extends z.ZodType>(item: S, max: number) {
  return z.preprocess(
    (value) =>
      typeof value === "string"
        ? value.split(",").filter((part) => part !== "")
        : Array.isArray(value)
          ? value.flatMap((part) => String(part).split(","))
          : value,
    z.array(item).max(max),
  );
}
