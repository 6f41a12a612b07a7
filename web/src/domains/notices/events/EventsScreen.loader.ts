import type { Load } from "../../../platform/loading.ts";
import { commentsQuery } from "../comments/comment-queries.ts";
import { eventsQuery } from "./event-queries.ts";
import { eventViewIn } from "./event-view.ts";

/** Starts the events that the address asks for, and the newest comments. */
export const load: Load = async (start, { id, search }) => {
  void start(eventsQuery(id, eventViewIn(search)));
  await start(commentsQuery(id, 1));
};
