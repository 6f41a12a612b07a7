import type { Load } from "../../../platform/loading.ts";
import { deskQuery, detailQuery } from "./desk-queries.ts";
import { deskViewIn } from "./desk-view.ts";

/** Starts the page of the desk that the address asks for, and the alarm that it opens. */
export const load: Load = async (start, { search }) => {
  const view = deskViewIn(search);
  if (view.alarm !== null) void start(detailQuery(view.alarm));
  await start(deskQuery(view));
};
