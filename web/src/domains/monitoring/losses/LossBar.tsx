import type { RowKey, Waterfall, WaterfallRow } from "./waterfall.ts";
import styles from "./LossBar.module.css";

/** Who can act on what a step takes: physics nobody, export we, an outage is to be repaired, estimated, what is left, measured. */
export type LossLook =
  | "light"
  | "physics"
  | "chosen"
  | "repair"
  | "estimated"
  | "residual"
  | "usual"
  | "unexplained"
  | "measured";

export const LOOKS: Readonly<Record<RowKey, LossLook>> = {
  base: "light",
  temperature: "physics",
  zero_export: "chosen",
  commanded: "chosen",
  exported: "chosen",
  clipping: "physics",
  outage: "repair",
  communication: "estimated",
  residual: "residual",
  usual: "usual",
  wiring: "physics",
  unexplained: "unexplained",
  measured: "measured",
};

/** The square beside a name. */
export function LossSwatch({ look }: { look: LossLook }) {
  return <span className={styles.swatch} data-look={look} aria-hidden />;
}

/** The bar of a row on the axis that all rows share; broken where the axis does not begin at 0. `hatched`: too little is known. */
export function LossBar({
  row,
  axis,
  hatched,
  thin = false,
}: {
  row: WaterfallRow;
  axis: Waterfall["axis"];
  hatched: boolean;
  thin?: boolean;
}) {
  const width = axis.to - axis.from;
  const at = (level: number) => (width <= 0 ? 0 : (100 * (Math.max(level, axis.from) - axis.from)) / width);
  const left = at(Math.min(row.from, row.to));
  const right = at(Math.max(row.from, row.to));
  const broken = axis.from > 0 && (row.key === "base" || row.key === "measured");
  return (
    <span className={styles.lane} data-thin={thin ? "" : undefined} aria-hidden>
      <span
        className={styles.bar}
        data-look={LOOKS[row.key]}
        data-hatched={hatched ? "" : undefined}
        style={{ insetInlineStart: `${left}%`, inlineSize: `max(${right - left}%, 2px)` }}
      />
      {broken && <span className={styles.break} />}
      {row.key !== "measured" && (
        <span className={styles.link} style={{ insetInlineStart: `${at(row.to)}%` }} />
      )}
    </span>
  );
}
