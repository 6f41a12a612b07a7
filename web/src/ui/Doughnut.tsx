import type { ReactNode } from "react";
import { arcPath } from "./gauge-scale.ts";

export interface Slice {
  readonly key: string;
  readonly label: string;
  readonly count: number;
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
    <div className="dough">
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
  return (
    <svg
      viewBox="0 0 132 132"
      role="img"
      aria-label={slices.map((one) => `${one.label} ${one.count}`).join(", ")}
    >
      {slices.every((one) => one.count === 0) && (
        <circle
          {...{ cx: RING.cx, cy: RING.cy, r: RING.r }}
          fill="none"
          stroke="var(--surface-sunken)"
          strokeWidth="15"
        />
      )}
      {arcs(slices).map(({ slice, path }) => (
        <path
          key={slice.key}
          d={path}
          fill="none"
          stroke={slice.color}
          strokeWidth="15"
          opacity={picked === null || picked === slice.key ? 1 : 0.28}
        />
      ))}
      <text x="66" y="66" className="dough-n">
        {centre}
      </text>
      <text x="66" y="83" className="dough-l">
        {centreLabel}
      </text>
    </svg>
  );
}

function Row({ slice }: { slice: Slice }) {
  return (
    <>
      <span className="ic" style={{ color: slice.color }}>
        {slice.icon}
      </span>
      <span className="lb">{slice.label}</span>
      <b>{slice.count}</b>
    </>
  );
}

function arcs(slices: readonly Slice[]): { slice: Slice; path: string }[] {
  const shown = slices.filter((slice) => slice.count > 0);
  const sum = shown.reduce((total, slice) => total + slice.count, 0);
  const gap = shown.length > 1 ? GAP : 0;
  let from = -90;
  return shown.map((slice) => {
    const sweep = (slice.count / sum) * 360;
    // A slice thinner than the gaps around it still shows a sliver; a whole ring is not closed, or SVG draws nothing.
    const end = Math.max(from + gap / 2 + 0.8, Math.min(from + sweep - gap / 2, from + 359.9));
    const path = arcPath(RING, from + gap / 2, end);
    from += sweep;
    return { slice, path };
  });
}
