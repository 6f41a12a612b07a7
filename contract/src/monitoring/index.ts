import { endpointsIn } from "../kernel/endpoint.ts";
import * as alarms from "./alarms.ts";
import * as chartTool from "./chart-tool.ts";
import * as availability from "./charts/availability.ts";
import * as dataQuality from "./data-quality/data-quality.ts";
import * as qualityMarks from "./data-quality/quality-marks.ts";
import * as dayCharts from "./charts/day-charts.ts";
import * as productionChart from "./charts/production-chart.ts";
import * as deviceList from "./devices/device-list.ts";
import * as esg from "./environment/esg.ts";
import * as explain from "./explain.ts";
import * as heaters from "./heaters.ts";
import * as losses from "./losses.ts";
import * as map from "./map.ts";
import * as weather from "./overview/weather.ts";
import * as widgets from "./overview/widgets.ts";
import * as portfolio from "./portfolio.ts";
import * as showcase from "./showcase.ts";
import * as statistics from "./statistics/statistics.ts";

export * from "./alarms.ts";
export * from "./chart-tool.ts";
export * from "./charts/availability.ts";
export * from "./charts/day-charts.ts";
export * from "./charts/production-chart.ts";
export * from "./data-quality/data-quality.ts";
export * from "./data-quality/quality-marks.ts";
export * from "./devices/device-data.ts";
export * from "./devices/device-list.ts";
export * from "./environment/equivalents.ts";
export * from "./environment/esg.ts";
export * from "./explain.ts";
export * from "./heaters.ts";
export * from "./losses.ts";
export * from "./map.ts";
export * from "./overview/weather.ts";
export * from "./overview/widgets.ts";
export * from "./portfolio.ts";
export * from "./project-figures.ts";
export * from "./showcase.ts";
export * from "./statistics/statistics-range.ts";
export * from "./statistics/statistics.ts";

/** Every call of monitoring. */
export const monitoringEndpoints = endpointsIn(
  alarms,
  chartTool,
  dataQuality,
  qualityMarks,
  availability,
  dayCharts,
  productionChart,
  deviceList,
  esg,
  explain,
  heaters,
  losses,
  map,
  weather,
  widgets,
  portfolio,
  showcase,
  statistics,
);
