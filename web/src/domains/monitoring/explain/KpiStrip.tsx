import type { KpiName } from "@heliograph/contract/monitoring/explain";
import { StatStrip } from "../../../ui/layout/StatStrip.tsx";
import { QualityMark } from "../data-quality/QualityMark.tsx";
import { EsgButton } from "../environment/EsgButton.tsx";
import { ExplainButton } from "./ExplainButton.tsx";
import type { KpiStat } from "./explain-target.ts";
import type { Range } from "../charts/production-range.ts";

/** Figures that lead to what was noted about their data: energies of the days, and how sure they are. */
const MARKED: ReadonlySet<KpiName> = new Set([
  "energy",
  "insolation",
  "completeness",
  "estimated_share",
  "integrated_share",
]);

interface Props {
  readonly uid: string;
  readonly stats: readonly KpiStat[];
  /** What the figures stand for; null: for a part of a day, which has no explanation. */
  readonly range: Range | null;
  /** The figures that are not of today are of all time. */
  readonly lifetime?: boolean;
}

/** A row of figures, of which those that were computed can be explained. */
export function KpiStrip({ uid, stats, range, lifetime = false }: Props) {
  return (
    <StatStrip
      stats={stats.map(({ kpi, over, ...stat }) => {
        if (kpi === undefined || range === null) return stat;
        const isToday = over === "today";
        const days = isToday ? { from: range.to, to: range.to } : range;
        const scope = lifetime && !isToday ? ({ scope: "lifetime" } as const) : {};
        return {
          ...stat,
          action: (
            <>
              <ExplainButton small uid={uid} kpis={[kpi]} title={stat.label} range={days} {...scope} />
              {MARKED.has(kpi) && (isToday || !lifetime) && <QualityMark uid={uid} range={days} />}
              {kpi === "co2" && <EsgButton uid={uid} small />}
            </>
          ),
        };
      })}
    />
  );
}
