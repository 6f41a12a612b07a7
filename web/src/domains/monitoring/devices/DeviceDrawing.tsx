import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import type { ReactNode } from "react";
import styles from "./DeviceDrawing.module.css";

// Line drawings of 160 by 120, in the colours of the theme: `accent` is what the device is for.
const Legs = ({ y }: { y: number }) => <path d={`M28 ${y}h104`} className={styles.ground} />;

const DRAWINGS: Record<DeviceDetail["asset_type"], ReactNode> = {
  solar_inverter: (
    <>
      <rect x="44" y="14" width="72" height="78" rx="7" />
      <path d="M44 34h72" />
      <rect x="54" y="21" width="20" height="7" rx="2" />
      <circle cx="106" cy="24.5" r="2.5" className={styles.accent} />
      <path className={styles.accent} d="M56 66c6-14 12-14 18 0s12 14 18 0" transform="translate(6 -4)" />
      <path d="M56 92v9M68 92v9M92 92v9M104 92v9" />
      <path d="M54 80h14M74 80h6" />
    </>
  ),
  electric_meter: (
    <>
      <rect x="46" y="12" width="68" height="84" rx="8" />
      <rect x="56" y="24" width="48" height="20" rx="3" />
      <path className={styles.accent} d="M63 30v8M70 30v8M77 30v8M84 30v8M92 30h5v8h-5z" />
      <circle cx="80" cy="66" r="13" />
      <path className={styles.accent} d="M82 58l-6 9h5l-2 7 6-9h-5z" />
      <path d="M58 96v8M73 96v8M87 96v8M102 96v8" />
    </>
  ),
  grid_meter: (
    <>
      <path d="M80 12 58 104M80 12l22 92M69 58h22M64 80h32M72 46h16" />
      <path d="M48 34h64M54 22h52M48 34l12-6M112 34l-12-6" />
      <path className={styles.accent} d="M22 40q14 12 28-5M138 40q-14 12-28-5M50 35v8M110 35v8" />
      <path d="M69 58l27 22M91 58 64 80" />
      <Legs y={104} />
    </>
  ),
  sensor_radiation: (
    <>
      <path d="M52 78a28 28 0 0 1 56 0z" />
      <path d="M62 74a18 18 0 0 1 36 0" />
      <rect x="44" y="78" width="72" height="11" rx="4" />
      <path d="M72 89v15M88 89v15" />
      <path className={styles.accent} d="M80 40V26M57 49 47 39M103 49l10-10M68 43l-5-12M92 43l5-12" />
      <Legs y={104} />
    </>
  ),
  solar_panel: (
    <>
      <path d="M42 24h88l-14 58H26z" />
      <path d="M37 43h88M31.5 63h89M71 24 57 82M101 24 86 82" />
      <path d="M70 82v22M92 82v22" />
      <path className={styles.accent} d="M136 22v-8M146 30l6-5M150 42h7" />
      <Legs y={104} />
    </>
  ),
  battery: (
    <>
      <rect x="36" y="22" width="88" height="76" rx="7" />
      <path d="M52 22v-7h16v7M92 22v-7h16v7" />
      <rect x="46" y="34" width="68" height="14" rx="3" />
      <rect x="46" y="54" width="68" height="14" rx="3" className={styles.accent} />
      <rect x="46" y="74" width="68" height="14" rx="3" className={styles.accent} />
      <path className={styles.accent} d="M56 61h20M56 81h38" />
    </>
  ),
  swh_controller: (
    <>
      <path d="M30 88 62 40h62l-32 48z" />
      <path d="M46 88l32-48M62 88l32-48M78 88l31-48" />
      <rect x="52" y="16" width="82" height="24" rx="12" />
      <path className={styles.accent} d="M92 34q-5-6 0-12q5 6 0 12z" />
      <path d="M30 88v14M92 88v14" />
      <Legs y={104} />
    </>
  ),
};

/** A picture of a device by its type (M71). Its colours follow the theme; its words are beside it. */
export function DeviceDrawing({ type, label }: { type: DeviceDetail["asset_type"]; label: string }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 120" role="img" aria-label={label}>
      {DRAWINGS[type]}
    </svg>
  );
}
