import { useId } from "react";
import { arcPath, gaugeMax, markAt, pointOn } from "./gauge-scale.ts";
import styles from "./Gauge.module.css";
import { classNames } from "../controls/class-names.ts";

const START = 150;
const SWEEP = 240;
const RING = { cx: 120, cy: 118, r: 92 };
const TICKS = 20;

/**
 * A dial of 240°: a value in the unit of `capacity`, and outside of its ring a mark at the capacity, which is named below with
 * the same mark. Null draws an empty dial.
 */
export function Gauge(given: {
  value: number | null;
  capacity: number;
  /** The value as shown, the end of the scale as shown, the line below. */
  valueText: string;
  maxText: string;
  foot: string;
  /** The capacity with its unit, in words. */
  capacityText: string;
  unit: string;
  label: string;
}) {
  const { value, capacity, valueText, maxText, foot, capacityText, unit, label } = given;
  const gradient = useId();
  const max = gaugeMax(capacity);
  const angle = (amount: number) => START + SWEEP * Math.min(1, Math.max(0, amount / max));
  return (
    <div className={styles.gauge}>
      <svg
        viewBox="10 9 220 185"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value === null ? 0 : Math.round(value)}
        aria-valuetext={`${valueText} ${unit}`}
      >
        <defs>
          <linearGradient id={gradient} x1="0" x2="1">
            <stop offset="0" stopColor="var(--series-pv)" stopOpacity=".55" />
            <stop offset="1" stopColor="var(--series-pv)" />
          </linearGradient>
        </defs>
        <path d={arcPath(RING, START, START + SWEEP)} className={styles.track} />
        {value !== null && value > 0 && (
          <path
            d={arcPath(RING, START, Math.max(angle(value), START + 1))}
            className={styles.value}
            stroke={`url(#${gradient})`}
          />
        )}
        <Ticks />
        {capacity > 0 && <polygon points={markAt(RING, angle(capacity))} className={styles.mark} />}
        <Figures {...{ valueText, maxText, unit }} known={value !== null} />
      </svg>
      {capacity > 0 && (
        <p className={styles.capacity}>
          <svg viewBox="0 0 10 8" width="10" height="8" aria-hidden>
            <polygon points="0,0 10,0 5,8" className={styles.mark} />
          </svg>
          {capacityText}
        </p>
      )}
      <p>{foot}</p>
    </div>
  );
}

function Figures(given: { valueText: string; maxText: string; unit: string; known: boolean }) {
  const { valueText, maxText, unit, known } = given;
  const [left] = pointOn(RING, START);
  const [right] = pointOn(RING, START + SWEEP);
  return (
    <>
      <text x="120" y="116" className={classNames(styles.number, !known && styles.missing)}>
        {valueText}
      </text>
      <text x="120" y="137" className={styles.unit}>
        {unit}
      </text>
      <text x={left} y="190" className={styles.end}>
        0
      </text>
      <text x={right} y="190" className={styles.end}>
        {maxText}
      </text>
    </>
  );
}

function Ticks() {
  return Array.from({ length: TICKS + 1 }, (_, index) => {
    const angle = START + (SWEEP * index) / TICKS;
    const major = index % 5 === 0;
    const [x0, y0] = pointOn({ ...RING, r: major ? 73 : 76 }, angle);
    const [x1, y1] = pointOn({ ...RING, r: 79 }, angle);
    return (
      <line
        key={angle}
        x1={x0}
        y1={y0}
        x2={x1}
        y2={y1}
        className={classNames(styles.tick, major && styles.major)}
      />
    );
  });
}
