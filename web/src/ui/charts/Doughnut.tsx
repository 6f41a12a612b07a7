import type { ReactNode } from "react";
import { arcPath } from "./gauge-scale.ts";
import styles from "./Doughnut.module.css";

interface Slice {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** The count as the language writes it. */
  readonly shown: string;
  /** Any CSS colour. */
  readonly color: string;
  readonly icon: ReactNode;
}
const RING = { cx: 66, cy: 66, r: 52 };
const GAP = 3.2;

/** Counts as a ring and as rows of text. With `onPick` the rows are filter buttons, pressed when picked. */
export function Doughnut(given: {
  slices: readonly Slice[];
  centre: string;
  centreLabel: string;
  picked?: string | null;
  onPick?: (key: string) => void;
}) {
  const { slices, centre, centreLabel, picked = null, onPick } = given;
  return (
    <div className={styles.doughnut}>
      <Ring {...{ slices, centre, centreLabel, picked }} />
      <ul>
        {slices.map((slice) => (
          <li key={slice.key}>
            {onPick === undefined ? (
              <span>
                <Row slice={slice} />
              </span>
            ) : (
              <button
                type="button"
                aria-pressed={picked === slice.key}
                disabled={slice.count === 0 && picked !== slice.key}
                onClick={() => onPick(slice.key)}
              >
                <Row slice={slice} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Ring(given: {
  slices: readonly Slice[];
  centre: string;
  centreLabel: string;
  picked: string | null;
}) {
  const { slices, centre, centreLabel, picked } = given;
  const shown = slices.filter((slice) => slice.count > 0);
  // An arc of 360° draws nothing: one slice alone, like none, is a circle.
  const whole = shown.length > 1 ? null : (shown[0]?.color ?? "var(--surface-sunken)");
  return (
    <svg
      viewBox="0 0 132 132"
      role="img"
      aria-label={slices.map((one) => `${one.label} ${one.shown}`).join(", ")}
    >
      {whole !== null && (
        <circle {...{ cx: RING.cx, cy: RING.cy, r: RING.r }} fill="none" stroke={whole} strokeWidth="15" />
      )}
      {whole === null &&
        arcs(shown).map(({ slice, path }) => (
          <path
            key={slice.key}
            d={path}
            fill="none"
            stroke={slice.color}
            strokeWidth="15"
            opacity={picked === null || picked === slice.key ? 1 : 0.28}
          />
        ))}
      <text x="66" y="66" className={styles.number}>
        {centre}
      </text>
      <text x="66" y="83" className={styles.label}>
        {centreLabel}
      </text>
    </svg>
  );
}

function Row({ slice }: { slice: Slice }) {
  return (
    <>
      <span className={styles.icon} style={{ color: slice.color }}>
        {slice.icon}
      </span>
      <span className={styles.name}>{slice.label}</span>
      <b>{slice.shown}</b>
    </>
  );
}

/** The arcs of two slices or more, in order from the top. */
function arcs(slices: readonly Slice[]): { slice: Slice; path: string }[] {
  const sum = slices.reduce((total, slice) => total + slice.count, 0);
  let from = -90;
  return slices.map((slice) => {
    const sweep = (slice.count / sum) * 360;
    // A slice thinner than the gaps around it still shows a sliver.
    const end = Math.max(from + GAP / 2 + 0.8, from + sweep - GAP / 2);
    const path = arcPath(RING, from + GAP / 2, end);
    from += sweep;
    return { slice, path };
  });
}
