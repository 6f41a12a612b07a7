import { localDay, localMinutes } from "@heliograph/contract/kernel/time";
import {
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "@heliograph/contract/monitoring/statistics/statistics";
import { STATISTICS_BINS } from "@heliograph/contract/monitoring/statistics/statistics-range";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { type BinRange, rangeIn, statisticsViewIn } from "./statistics-view.ts";

/** A range by one of the bins of the statistics. */
export type StatisticsRequest = BinRange<(typeof STATISTICS_BINS)[number]>;

const spanOf = (uid: string, { bin: _bin, ...range }: StatisticsRequest) => ({ project_uid: uid, ...range });

/** The range as the calls of its series name it. */
export const seriesRequest = (uid: string, range: StatisticsRequest) => ({
  ...spanOf(uid, range),
  binsize: range.bin,
});

/** The sums of the range, and its series of the whole plant or by device. */
export const statisticsQueries = (uid: string, range: StatisticsRequest) => ({
  totals: ask(statisticsTotal, { query: spanOf(uid, range) }),
  total: ask(statisticsSeries, { query: seriesRequest(uid, range) }),
  devices: ask(statisticsDevices, { query: seriesRequest(uid, range) }),
});

/** Starts what the address asks for, once the project has said its zone. */
export const load: Load = async (start, { id, search }) => {
  const project = (await start(projectInfoQuery(id)))?.project_info;
  if (project === undefined || project.project_type === "swh") return;
  const nowMs = Date.now();
  const now = { today: localDay(project.timezone, nowMs), minutes: localMinutes(project.timezone, nowMs) };
  const queries = statisticsQueries(id, rangeIn(search, STATISTICS_BINS, now));
  void start(queries.totals);
  if (statisticsViewIn(search) === "devices") void start(queries.devices);
  else void start(queries.total);
};
