import {
  alarmCounts,
  alarmCourse,
  alarmDesk,
  alarmDetail,
  type DeskAlarm,
} from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import type { Answer, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useLiveAlarms } from "../../../platform/live.ts";
import type { DeskView } from "./desk-view.ts";

/** Alarms on a page of the desk. */
export const ALARMS_PER_PAGE = 25;
export type Desk = Answer<typeof alarmDesk>;
export type AlarmDetail = Answer<typeof alarmDetail>;

/** Asks for these again whenever the desk has something new to show. */
export function useLiveDesk(asked: readonly Endpoint[]): void {
  const queries = useQueryClient();
  useLiveAlarms(() => {
    for (const { name } of asked) void queries.invalidateQueries({ queryKey: [name] });
  });
}

/** What the page of the desk shows. */
export const OF_DESK: readonly Endpoint[] = [alarmDesk, alarmDetail];

/** Lists that a change of an alarm makes stale. */
export const STALE: readonly Endpoint[] = [...OF_DESK, alarmCounts];

/** The query of a page as the view asks for it. */
export const deskRequest = ({
  view,
  severity,
  kind,
  who,
  keyword,
  projects,
  region,
  order,
  page,
}: DeskView) => ({
  view,
  who,
  filter_by: keyword,
  order_by: order,
  page,
  page_size: ALARMS_PER_PAGE,
  ...(severity === null ? {} : { severity }),
  ...(kind === null ? {} : { kind }),
  ...(projects.length === 0 ? {} : { project_uid: projects.join(",") }),
  ...(region === null ? {} : { region }),
});

/** A page of the desk as the view asks for it. */
export const deskQuery = (view: DeskView) => ask(alarmDesk, { query: deskRequest(view) });

export const useDesk = (view: DeskView) =>
  useQuery({ ...deskQuery(view), placeholderData: keepPreviousData });

/** One alarm with its history. */
export const detailQuery = (alarm_uid: string) => ask(alarmDetail, { query: { alarm_uid } });

export const useDetail = (alarm_uid: string) => useQuery(detailQuery(alarm_uid));

export const useCourse = ({ alarm_uid }: DeskAlarm) =>
  useQuery({ ...ask(alarmCourse, { query: { alarm_uid } }), refetchInterval: 60_000 });
