import type { KpiName } from "@heliograph/contract/monitoring/explain";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import type { Range } from "../charts/production-range.ts";

/** What is explained: figures of a project over a range of days. */
export interface ExplainTarget {
  readonly uid: string;
  /** The figures that stand there, the first of which is explained first. */
  readonly kpis: readonly [KpiName, ...KpiName[]];
  /** What the figure is called where it stands. */
  readonly title: string;
  readonly range: Range;
  /** `lifetime`: the figure is a total, which begins with what the counters had counted before. Left out: of the range alone. */
  readonly scope?: "lifetime";
}

/** A figure that may tell how it was computed. */
export interface KpiStat extends Stat {
  /** Left out: it is a reading, or of two ways to know the same the one that does not count. */
  readonly kpi?: KpiName;
  /** Left out: all of the time that the figure stands for. */
  readonly over?: "today";
}
