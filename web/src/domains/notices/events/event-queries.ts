import { listEvents } from "@heliograph/contract/notices/events";
import { ask } from "../../../platform/api.ts";
import type { EventView } from "./event-view.ts";

/** Events on a page of their list. */
export const EVENTS_PER_PAGE = 20;

/** A page of the project's events as the view asks for them. */
export const eventsQuery = (project_uid: string, { keyword, category, days, sort, page }: EventView) =>
  ask(listEvents, {
    query: {
      project_uid,
      page,
      page_size: EVENTS_PER_PAGE,
      order_by: sort.by,
      order_type: sort.down ? "desc" : "asc",
      ...(keyword === "" ? {} : { filter_by: keyword }),
      ...(category === null ? {} : { category }),
      ...(days === null ? {} : { from_date: days.from, to_date: days.to }),
    },
  });
