// What kinds of projects there are, and what a person may do with one.
import { z } from "zod";

export const projectType = z.enum(["pv", "swh"]);
export type ProjectType = z.output<typeof projectType>;
/** Which projects are asked for: those of one type, or all; empty is all (M213). */
export const typeFilter = z
  .enum(["all", ...projectType.options, ""])
  .default("all")
  .transform((type) => (type === "" ? "all" : type));
/** M200. */
export const projectRole = z.enum(["owner", "managed", "read_only"]);
export type ProjectRole = z.output<typeof projectRole>;
