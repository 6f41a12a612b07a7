// Events on charts of time: what happened while the values were measured.
import type { Day } from "@heliograph/contract/kernel/time";
import { listEvents, type ProjectEvent } from "@heliograph/contract/notices/events";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ask } from "../../../platform/api.ts";

/** More lines on one chart would hide its values. */
const MOST_MARKS = 9;

/** The first events that were going on in the days, both included, in order of time. */
export const eventMarksQuery = (project_uid: string, from_date: Day, to_date: Day) =>
  ask(listEvents, {
    query: {
      project_uid,
      from_date,
      to_date,
      page: 1,
      page_size: MOST_MARKS,
      order_by: "start_date",
      order_type: "asc",
    },
  });

export interface EventMarks {
  /** In order of time; a mark has its place in this order, from 1. */
  readonly events: readonly ProjectEvent[];
  /** How many there are with those that are not marked. */
  readonly total: number;
  /** Where each stands on the chart's axis. */
  readonly marks: readonly { readonly place: number; readonly label: string }[];
}

const NONE = { items: [], total_items: 0 };

/**
 * The events that were going on in the days, and their marks on an axis on which `placeOf` puts an instant (ms since 1970).
 * What began before `first` is marked there. While they are on their way, or cannot be had, there are none.
 */
export function useEventMarks(
  uid: string,
  days: { readonly from: Day; readonly to: Day },
  axis: { readonly first: number; readonly last: number; readonly placeOf: (atMs: number) => number },
): EventMarks {
  const { items: events, total_items: total } =
    useQuery(eventMarksQuery(uid, days.from, days.to)).data ?? NONE;
  const { first, last, placeOf } = axis;
  const marks = useMemo(
    () =>
      events
        .map(({ start_date }, index) => ({
          place: Math.max(first, placeOf(Date.parse(start_date))),
          label: String(index + 1),
        }))
        .filter(({ place }) => place <= last),
    [events, first, last, placeOf],
  );
  return { events, total, marks };
}
