import { StatStrip } from "../../../ui/layout/StatStrip.tsx";
import { EsgButton } from "../environment/EsgButton.tsx";
import { ExplainButton } from "./ExplainButton.tsx";
import type { KpiStat } from "./explained.ts";
import type { Range } from "../charts/production-range.ts";

interface Props {
  readonly uid: string;
  readonly stats: readonly KpiStat[];
  /** What the figures stand for; null: for a part of a day, of which nothing is told. */
  readonly range: Range | null;
}

/** A row of figures, of which those that were computed tell how. */
export function ExplainedStrip({ uid, stats, range }: Props) {
  return (
    <StatStrip
      stats={stats.map(({ kpi, over, ...stat }) => {
        if (kpi === undefined || range === null) return stat;
        const asked = over === "today" ? { from: range.to, to: range.to } : range;
        return {
          ...stat,
          action: (
            <>
              <ExplainButton small uid={uid} kpis={[kpi]} title={stat.label} range={asked} />
              {kpi === "co2" && <EsgButton uid={uid} small />}
            </>
          ),
        };
      })}
    />
  );
}
