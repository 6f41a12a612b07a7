import { MISSING } from "../../../platform/format.ts";
import type { HeaterNow } from "./heater-now.ts";
import { useWords } from "../words.ts";
import styles from "./HeaterDrawing.module.css";

const TUBES = [0, 1, 2, 3, 4, 5, 6] as const;

function Reading({ x, y, label, value }: { x: number; y: number; label: string; value: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <text className={styles.value}>{value}</text>
      <text y="18">{label}</text>
    </g>
  );
}

function Relay({ x, y, name, on }: { x: number; y: number; name: string; on: boolean | null }) {
  return (
    <g className={`${styles.relay} ${on === true ? styles.on : ""}`} transform={`translate(${x} ${y})`}>
      <circle r="6" />
      <text x="12" y="4.5">
        {name}
      </text>
    </g>
  );
}

function Pump({ on, flow }: { on: boolean | null; flow: string }) {
  return (
    <>
      <g className={styles.pump} transform="translate(352 270)">
        <circle r="20" />
        <path d="M10 -11L-14 0L10 11Z" />
      </g>
      <text x="342" y="238" textAnchor="end">
        {flow}
      </text>
      <Relay x={362} y={234} name="RL1" on={on} />
    </>
  );
}

/** Collector, pump and tank with what they say now. To who does not see it, it is one sentence. */
export function HeaterDrawing({ now }: { now: HeaterNow }) {
  const { text, format } = useWords();
  const degrees = (value: number | null) => (value === null ? MISSING : `${format.number(value, 1)} °C`);
  const state = (on: boolean | null) =>
    on === null ? text("heater.unknown") : text(on ? "heater.on" : "heater.off");
  const summary = text("heater.systemSummary", {
    c: format.number(now.collector, 1),
    t: format.number(now.tank, 1),
    a: format.number(now.ambient, 1),
    p: state(now.pump),
    h: state(now.heater),
  });
  const running = now.pump === true ? styles.running : "";
  return (
    <svg className={`${styles.drawing} ${running}`} viewBox="0 0 640 330" role="img" aria-label={summary}>
      <g className={styles.sun}>
        <circle cx="52" cy="46" r="17" />
        {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
          <path key={angle} d="M52 20V11" transform={`rotate(${angle} 52 46)`} />
        ))}
      </g>
      <Reading x={94} y={42} label={text("heater.name.ambient_temperature")} value={degrees(now.ambient)} />

      {/* From the collector's top to the tank, and from the tank through the pump back to its foot. */}
      <path className={`${styles.pipe} ${styles.hot}`} d="M262 112H430V152H470" />
      <path className={`${styles.pipe} ${styles.cold}`} d="M470 270H226V252" />
      <path className={`${styles.flow} ${styles.hot}`} d="M262 112H430V152H470" />
      <path className={`${styles.flow} ${styles.cold}`} d="M470 270H226V252" />

      <g className={styles.collector}>
        <path d="M120 104H262L226 252H84Z" />
        {TUBES.map((tube) => (
          <path key={tube} className={styles.tube} d={`M${138 + tube * 18} 110L${102 + tube * 18} 246`} />
        ))}
      </g>
      <Reading
        x={84}
        y={282}
        label={text("heater.name.collector_temperature")}
        value={degrees(now.collector)}
      />
      <Reading x={286} y={74} label={text("heater.name.outlet_temperature")} value={degrees(now.outlet)} />
      <Reading x={240} y={302} label={text("heater.name.inlet_temperature")} value={degrees(now.inlet)} />

      <Pump on={now.pump} flow={now.flow === null ? MISSING : `${format.number(now.flow)} L/h`} />

      <g className={styles.tank}>
        <rect x="470" y="60" width="130" height="236" rx="30" />
        <path
          className={styles.coil}
          d="M470 152h70q18 0 18 14t-18 14h-44q-18 0-18 14t18 14h44q18 0 18 14t-18 14h-44q-18 0-18 14t-18 20"
        />
      </g>
      <Reading x={496} y={104} label={text("heater.name.tank_temperature")} value={degrees(now.tank)} />
      <Relay x={540} y={282} name="RL2" on={now.heater} />
    </svg>
  );
}
