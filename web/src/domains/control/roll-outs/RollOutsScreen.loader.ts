import type { Load } from "../../../platform/loading.ts";
import { rollOutQuery, rollOutsQuery } from "./roll-out-queries.ts";
import { rollOutViewIn } from "./roll-out-view.ts";

/** Starts the list of roll-outs, and the one that the address names. */
export const load: Load = (start, { search }) => {
  const { rollOut } = rollOutViewIn(search);
  if (rollOut !== null) void start(rollOutQuery(rollOut));
  void start(rollOutsQuery());
};
