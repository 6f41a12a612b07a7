// What others may use of monitoring: its calls, and how a project's state and overview are read.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { alarmRoutes, alarmsOf } from "./alarms/alarms.routes.ts";
import { availabilityOf, availabilityRoutes } from "./charts/availability.routes.ts";
import { seriesDevices } from "./chart-tool/chart-plan.sql.ts";
import { chartToolRoutes } from "./chart-tool/chart-tool.routes.ts";
import { seriesExportOf } from "./chart-tool/series-export.sql.ts";
import { chartRoutes, productionOf } from "./charts/charts.routes.ts";
import { dataQualityRoutes } from "./data-quality/data-quality.routes.ts";
import { deviceListRoutes } from "./devices/device-list.routes.ts";
import { esgRoutes } from "./environment/esg.routes.ts";
import { explainRoutes, explanationOf } from "./explain/kpi-explain.routes.ts";
import { listRoutes } from "./portfolio/lists.routes.ts";
import { lossesOf, lossRoutes } from "./losses/losses.routes.ts";
import { mapRoutes } from "./map/map.routes.ts";
import { overviewRoutes } from "./overview/overview.routes.ts";
import { showCaseRoutes } from "./showcase/show-case.routes.ts";
import { exportOf, projectSeries, statisticsRoutes, totalsOfRange } from "./statistics/statistics.routes.ts";
import { waterHeaterRoutes } from "./heaters/water-heater.routes.ts";

export { overviewOf, widgetsOf } from "./overview/overview.routes.ts";
export {
  alarmsOf,
  availabilityOf,
  explanationOf,
  exportOf,
  lossesOf,
  seriesDevices,
  productionOf,
  projectSeries,
  seriesExportOf,
  totalsOfRange,
};
export { projectStateOf, type ProjectRow } from "./project-figures.ts";

/** Serves the lists, the dashboard, the map, the showcase, the overviews and the charts of projects. `now` gives ms since 1970. */
export function monitoringRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  listRoutes(serve, db, now);
  mapRoutes(serve, db, now);
  showCaseRoutes(serve, db, now);
  overviewRoutes(serve, db, now);
  deviceListRoutes(serve, db, now);
  chartRoutes(serve, db, now);
  statisticsRoutes(serve, db, now);
  chartToolRoutes(serve, db, now);
  availabilityRoutes(serve, db, now);
  alarmRoutes(serve, db, now);
  dataQualityRoutes(serve, db, now);
  explainRoutes(serve, db, now);
  lossRoutes(serve, db, now);
  esgRoutes(serve, db, now);
  waterHeaterRoutes(serve, db, now);
}
