import { z } from "zod";

/** The answer of a change that has nothing to say but its message. */
export const done = z.object({ message: z.string() });
