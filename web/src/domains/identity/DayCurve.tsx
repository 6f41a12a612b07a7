import styles from "./DayCurve.module.css";
// A drawing, not data: the power of a plant over a clear day with a few clouds after noon.
const HOURS = ["06", "09", "12", "15", "18"];
const LEFT = 40;
const WIDTH = 640;
const GROUND = 470;
const HEIGHT = 400;
/** Share of clear-sky power that passing clouds leave, by hour of the day. */
const CLOUDS: readonly (readonly [number, number])[] = [
  [13.35, 0.62],
  [14.25, 0.8],
  [15.4, 0.55],
];
const CLOUD_HOURS = 0.22;
const STEP_HOURS = 0.04;

const x = (hour: number) => LEFT + ((hour - 6) / 12) * WIDTH;

function share(hour: number): number {
  const clear = Math.sin(((hour - 6) / 12) * Math.PI) ** 1.35;
  return CLOUDS.reduce(
    (power, [at, left]) => power * (1 - (1 - left) * Math.exp(-(((hour - at) / CLOUD_HOURS) ** 2))),
    clear,
  );
}

function curve(): string {
  const points: string[] = [];
  for (let hour = 6; hour <= 18.001; hour += STEP_HOURS) {
    points.push(`${x(hour).toFixed(1)} ${(GROUND - HEIGHT * share(Math.min(18, hour))).toFixed(1)}`);
  }
  return `M${points.join("L")}`;
}

const LINE = curve();

/** The large amber day curve of the public pages. */
export function DayCurve({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 720 512" className={styles.curve} role="img" aria-label={label}>
      <defs>
        <linearGradient id="day-fill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sun)" stopOpacity=".42" />
          <stop offset="1" stopColor="var(--sun)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {[0.25, 0.5, 0.75, 1].map((part) => (
        <path key={part} d={`M${LEFT} ${GROUND - HEIGHT * part}h${WIDTH}`} className={styles.grid} />
      ))}
      <path d={`${LINE}L${x(18)} ${GROUND}L${x(6)} ${GROUND}Z`} fill="url(#day-fill)" />
      <path d={LINE} className={styles.line} />
      <circle cx={x(11.6)} cy={GROUND - HEIGHT * share(11.6)} r="15" className={styles.halo} />
      <circle cx={x(11.6)} cy={GROUND - HEIGHT * share(11.6)} r="6.5" className={styles.dot} />
      <path d={`M${LEFT - 16} ${GROUND}h${WIDTH + 32}`} className={styles.ground} />
      {HOURS.map((hour) => (
        <text key={hour} x={x(Number(hour))} y={GROUND + 26} className={styles.hour}>
          {hour}:00
        </text>
      ))}
    </svg>
  );
}
