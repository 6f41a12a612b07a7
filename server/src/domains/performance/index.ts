// What others may use of performance: the calls, and how summaries of projects are kept true.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { alarmRoutes } from "./alarms.routes.ts";
import { availabilityRoutes } from "./availability.routes.ts";
import { chartToolRoutes } from "./chart-tool.routes.ts";
import { chartRoutes } from "./charts.routes.ts";
import { deviceListRoutes } from "./device-list.routes.ts";
import { esgRoutes } from "./esg.routes.ts";
import { explainRoutes } from "./kpi-explain.routes.ts";
import { listRoutes } from "./lists.routes.ts";
import { mapRoutes } from "./map.routes.ts";
import { overviewRoutes } from "./overview.routes.ts";
import { contractRoutes } from "./performance-contract.routes.ts";
import { plannedOutageRoutes } from "./planned-outages.routes.ts";
import { showCaseRoutes } from "./show-case.routes.ts";
import { statisticsRoutes } from "./statistics.routes.ts";
import { waterHeaterRoutes } from "./water-heater.routes.ts";

export { overviewOf, widgetsOf } from "./overview.routes.ts";
export { projectStateOf, type ProjectRow } from "./project-figures.ts";
export { refreshKeyFigures } from "./key-figures.jobs.ts";
export { refreshSummaries } from "./project-summary.sql.ts";
export { refreshOutdated, startStatusRefresh, type StatusRefresh } from "./status-refresh.jobs.ts";
export { forgetSums } from "./status-refresh.sql.ts";

/** Serves the lists, the dashboard, the map, the showcase, the overviews and the charts of projects. `now` gives ms since 1970. */
export function performanceRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  listRoutes(serve, db, now);
  mapRoutes(serve, db, now);
  showCaseRoutes(serve, db, now);
  overviewRoutes(serve, db, now);
  deviceListRoutes(serve, db, now);
  chartRoutes(serve, db, now);
  statisticsRoutes(serve, db, now);
  chartToolRoutes(serve, db, now);
  availabilityRoutes(serve, db, now);
  plannedOutageRoutes(serve, db);
  alarmRoutes(serve, db, now);
  explainRoutes(serve, db, now);
  esgRoutes(serve, db, now);
  contractRoutes(serve, db);
  waterHeaterRoutes(serve, db, now);
}
