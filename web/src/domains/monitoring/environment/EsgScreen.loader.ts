import type { Load } from "../../../platform/loading.ts";
import { esgIn, esgQuery } from "./esg-view.ts";

/** Starts what the project, or all projects, spared over the span of the address. */
export const load: Load = (start, { id, search }) =>
  start(esgQuery(id === "" ? null : id, esgIn(search).span));
