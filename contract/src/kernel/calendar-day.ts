import { z } from "zod";

/** A day of a calendar, YYYY-MM-DD, as clients send it: of a year that time zones and the database know, 1970 to 2199. */
export const calendarDay = z.iso
  .date()
  .refine((text) => text >= "1970-01-01" && text < "2200-01-01", "Must lie in 1970 to 2199");

/** Refuses days of which the last is before the first. */
export const daysInOrder = <S extends z.ZodType<{ from_date: string; to_date: string }>>(query: S): S =>
  query.refine(({ from_date, to_date }) => from_date <= to_date, {
    path: ["to_date"],
    error: "Must not be before from_date",
  });
