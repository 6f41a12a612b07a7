import { z } from "zod";

/** A number with its unit, as the specification's readings travel; null: not known, never zero. */
export const reading = z.object({ value: z.number().nullable(), unit: z.string() });

/** The answer of a change that has nothing to say but its message. */
export const done = z.object({ message: z.string() });
