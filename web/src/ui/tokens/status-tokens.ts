// Paint of what has a state: plants, performance ratios, radiation bands, sides of a trade; and the map.
import type { Mode } from "./tokens.ts";

interface StatusPaint {
  fg: string;
  bg: string;
  line: string;
  solid: string;
}
export type StatusKey = "normal" | "warning" | "offline" | "sleeping" | "not_configured";
export const plant: Record<Mode, Record<StatusKey, StatusPaint>> = {
  light: {
    normal: { fg: "#15733F", bg: "#E7F5EC", line: "#B9E0C8", solid: "#1F9D57" },
    warning: { fg: "#855600", bg: "#FFF3D9", line: "#F3D38F", solid: "#E5A100" },
    offline: { fg: "#B3201F", bg: "#FDECEB", line: "#F4C1BE", solid: "#C62828" },
    sleeping: { fg: "#474DB0", bg: "#ECEDFB", line: "#C9CCF2", solid: "#6B73D6" },
    not_configured: { fg: "#55615D", bg: "#EDF1EF", line: "#CFD8D3", solid: "#9AA5A1" },
  },
  dark: {
    normal: { fg: "#6EDDA2", bg: "#11291D", line: "#1E4A34", solid: "#3CCB7F" },
    warning: { fg: "#FFD071", bg: "#2E2410", line: "#57431A", solid: "#F5C04A" },
    offline: { fg: "#FF9A95", bg: "#331716", line: "#5E2A28", solid: "#E5484D" },
    sleeping: { fg: "#B9BEFF", bg: "#1D2040", line: "#373C70", solid: "#9AA2FF" },
    not_configured: { fg: "#ABBAB3", bg: "#1D2723", line: "#37473F", solid: "#6E7A76" },
  },
};

/** spec: warning yellow, minor orange, major red-orange, normal green, critical red. L* falls in steps of ~15 with severity. */
export type PrStatus = "normal" | "warning" | "minor" | "major" | "critical";
export const prTicks: Record<PrStatus, number> = { normal: 0, warning: 1, minor: 2, major: 3, critical: 4 };
export const pr: Record<Mode, Record<PrStatus, StatusPaint>> = {
  light: {
    normal: { fg: "#15733F", bg: "#E7F5EC", line: "#B9E0C8", solid: "#1F9D57" },
    warning: { fg: "#735C00", bg: "#FFF8D6", line: "#EBD98B", solid: "#EFC319" },
    minor: { fg: "#8F4E00", bg: "#FFF0DD", line: "#F5CB9B", solid: "#EE8A1D" },
    major: { fg: "#A83512", bg: "#FDEBE4", line: "#F3BEA9", solid: "#DD4B22" },
    critical: { fg: "#991414", bg: "#FBE7E7", line: "#EDB5B5", solid: "#A51616" },
  },
  dark: {
    normal: { fg: "#6EDDA2", bg: "#11291D", line: "#1E4A34", solid: "#3CCB7F" },
    warning: { fg: "#FFE270", bg: "#2C280F", line: "#564D19", solid: "#FFDD55" },
    minor: { fg: "#FFBE75", bg: "#30210F", line: "#5C3F1A", solid: "#FFA733" },
    major: { fg: "#FF9A78", bg: "#331B12", line: "#613220", solid: "#F2592C" },
    critical: { fg: "#FF9A9E", bg: "#351316", line: "#63252A", solid: "#C7303A" },
  },
};

/** Beside the tones of plants: what is on its way, and certificates that are redeemed for good. Green is for what can still be used. */
export type RecordTone = "info" | "done";
export const record: Record<Mode, Record<RecordTone, StatusPaint>> = {
  light: {
    info: { fg: "#1E49B6", bg: "#E9EFFC", line: "#C5D4F6", solid: "#2457D6" },
    done: { fg: "#34434B", bg: "#E9EEF0", line: "#C9D3D7", solid: "#5A6A72" },
  },
  dark: {
    info: { fg: "#A9C1FF", bg: "#172241", line: "#2C3E70", solid: "#6F95F5" },
    done: { fg: "#C6D2D7", bg: "#1B2428", line: "#37464D", solid: "#8FA0A8" },
  },
};

/** Where certificates are, the same colour everywhere, always beside a word and a number. */
export const place: Record<Mode, Readonly<Record<string, string>>> = {
  light: {
    available: "#0E6B52",
    onSale: "#2457D6",
    inSettlement: "#7FA0EE",
    reserved: "#E5A100",
    redeemed: "#5A6A72",
    sold: "#AEBAB4",
  },
  dark: {
    available: "#3FCF9F",
    onSale: "#8FB0FF",
    inSettlement: "#48609E",
    reserved: "#F5C04A",
    redeemed: "#8FA0A8",
    sold: "#4B5A53",
  },
};

/** radiation legend 0-99 … 400+ W/m² : one-hue sequential ramp, dark = more */
export const radiationBands = [
  { min: 0, max: 99 },
  { min: 100, max: 199 },
  { min: 200, max: 299 },
  { min: 300, max: 399 },
  { min: 400, max: Infinity },
] as const;
export const radiation: Record<Mode, readonly string[]> = {
  light: ["#F2D479", "#F2A93B", "#E07B1C", "#C24A17", "#8C1F12"],
  dark: ["#6A5320", "#A06B1E", "#D98A2B", "#FFB65C", "#FFE3A8"],
};

export const mapPaint: Record<
  Mode,
  {
    water: string;
    land: string;
    urban: string;
    river: string;
    border: string;
    label: string;
    halo: string;
    grid: string;
  }
> = {
  light: {
    water: "#DCE9EE",
    land: "#F4F5F0",
    urban: "#E9E8DF",
    river: "#B9D4DF",
    border: "#B7BFB9",
    label: "#4A5852",
    halo: "#FFFFFF",
    grid: "#D5DED9",
  },
  dark: {
    water: "#0C1518",
    land: "#161E1B",
    urban: "#1F2925",
    river: "#22404A",
    border: "#43524B",
    label: "#ABBAB3",
    halo: "#0B100E",
    grid: "#24302B",
  },
};
