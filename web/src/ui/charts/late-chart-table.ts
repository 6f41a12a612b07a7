import { lazy } from "react";

/** A chart as a table, whose code comes where one is shown: to be put in a Suspense. */
export const LateChartTable = lazy(async () => ({ default: (await import("./ChartTable.tsx")).ChartTable }));
