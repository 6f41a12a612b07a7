import type { KpiName } from "@heliograph/contract/performance/kpi-explain";
import type { Range } from "./production-range.ts";

/** What is explained: figures of a project over a range of days. */
export interface Explained {
  readonly uid: string;
  /** The figures that stand there, the first of which is explained first. */
  readonly kpis: readonly [KpiName, ...KpiName[]];
  /** What the figure is called where it stands. */
  readonly title: string;
  readonly range: Range;
}
