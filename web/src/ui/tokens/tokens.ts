/**
 * Design tokens – "Daylight instrument".
 * One rule decides every colour: chrome is quiet (ink, paper, evergreen), colour is measurement.
 *   sun = amber · grid = blue family · battery = teal/vermilion/indigo · load = ink · environment = green
 * Plain data only (no imports) so that the charts, the map and CSS variables are all fed from here.
 */
export type Mode = "light" | "dark";
export const LANGUAGES = ["vi", "en", "zh"] as const;
export type Lang = (typeof LANGUAGES)[number];
/** The names by which Intl knows the languages; en is written as in the United States (M268). */
export const LOCALES: Record<Lang, string> = { vi: "vi-VN", en: "en-US", zh: "zh-CN" };

export const font = {
  sans: "'Inter Variable', 'Inter Fallback', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  /** only when <html lang="zh">: the Noto chunks are unicode-range split, ~100 files, fetched on demand */
  sansZh: "'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC Variable', sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  /** tabular figures ONLY on numeric cells: Inter's tnum also widens '-' and '.', which spoils running text */
  numeric: "tabular-nums",
  size: {
    micro: 11,
    caption: 12,
    small: 13,
    body: 14,
    title: 16,
    h3: 18,
    h2: 22,
    h1: 26,
    metric: 28,
    hero: 40,
  },
  line: {
    micro: 16,
    caption: 16,
    small: 20,
    body: 22,
    title: 24,
    h3: 26,
    h2: 30,
    h1: 34,
    metric: 34,
    hero: 44,
  },
  weight: { regular: 400, medium: 500, semibold: 600, bold: 680 },
  tracking: { metric: "-0.022em", heading: "-0.014em", body: "-0.003em", caps: "0.02em" },
} as const;

interface Palette {
  canvas: string;
  surface: string;
  surfaceMuted: string;
  surfaceSunken: string;
  surfaceRaised: string;
  surfaceRaisedMuted: string;
  /** Of what is chosen on the sunken surface. */
  surfaceChosen: string;
  border: string;
  borderStrong: string;
  borderControl: string;
  text: string;
  textSecondary: string;
  textTertiary: string;
  textDisabled: string;
  textInverse: string;
  brand: string;
  brandHover: string;
  brandActive: string;
  brandSoft: string;
  brandSoftText: string;
  onBrand: string;
  sun: string;
  sunSoft: string;
  sunText: string;
  canopy: string;
  canopyRaised: string;
  canopyText: string;
  canopyMuted: string;
  canopyLine: string;
  focus: string;
  focusOnCanopy: string;
  scrim: string;
  success: string;
  warning: string;
  error: string;
  info: string;
  shadow1: string;
  shadow2: string;
  shadow3: string;
}

export const color: Record<Mode, Palette> = {
  light: {
    canvas: "#F3F5F3",
    surface: "#FFFFFF",
    surfaceMuted: "#F7F9F7",
    surfaceSunken: "#ECF0ED",
    surfaceRaised: "#FFFFFF",
    surfaceRaisedMuted: "#F7F9F7",
    surfaceChosen: "#FFFFFF",
    border: "#E1E7E3",
    borderStrong: "#C6D0CA",
    borderControl: "#7E8B84",
    text: "#12201A",
    textSecondary: "#4A5852",
    textTertiary: "#62706A",
    textDisabled: "#98A49E",
    textInverse: "#FFFFFF",
    brand: "#0E6B52",
    brandHover: "#0B5A45",
    brandActive: "#084837",
    brandSoft: "#E2F1EA",
    brandSoftText: "#0B5A45",
    onBrand: "#FFFFFF",
    sun: "#FFB02E",
    sunSoft: "#FFF3DC",
    sunText: "#8A5200",
    canopy: "#0B2B23",
    canopyRaised: "#123A30",
    canopyText: "#E3F0EA",
    canopyMuted: "#A3BFB4",
    canopyLine: "#1E473B",
    focus: "#2457D6",
    focusOnCanopy: "#8FB0FF",
    scrim: "rgba(10,24,19,.48)",
    success: "#15733F",
    warning: "#8A5A00",
    error: "#B3201F",
    info: "#2457D6",
    shadow1: "0 1px 2px rgba(16,32,26,.05)",
    shadow2: "0 1px 2px rgba(16,32,26,.06), 0 8px 24px -8px rgba(16,32,26,.14)",
    shadow3: "0 2px 6px rgba(16,32,26,.08), 0 24px 48px -12px rgba(16,32,26,.24)",
  },
  dark: {
    canvas: "#0B100E",
    surface: "#131A17",
    surfaceMuted: "#18211D",
    surfaceSunken: "#0E1412",
    surfaceRaised: "#1A2420",
    surfaceRaisedMuted: "#202C27",
    surfaceChosen: "#2A3832",
    border: "#232F2A",
    borderStrong: "#37473F",
    borderControl: "#66776F",
    text: "#E9F1ED",
    textSecondary: "#ABBAB3",
    textTertiary: "#87968F",
    textDisabled: "#5B6963",
    textInverse: "#06130F",
    brand: "#45CBA0",
    brandHover: "#62D9B3",
    brandActive: "#31B189",
    brandSoft: "#12332A",
    brandSoftText: "#86E3C5",
    onBrand: "#04201A",
    sun: "#FFB02E",
    sunSoft: "#33270F",
    sunText: "#FFCB73",
    canopy: "#0A1A15",
    canopyRaised: "#12281F",
    canopyText: "#E3F0EA",
    canopyMuted: "#94AFA4",
    canopyLine: "#1C322A",
    focus: "#8FB0FF",
    focusOnCanopy: "#8FB0FF",
    scrim: "rgba(0,0,0,.6)",
    success: "#5BD695",
    warning: "#F5C04A",
    error: "#FF8A84",
    info: "#8FB0FF",
    shadow1: "0 0 0 0 transparent",
    shadow2: "0 8px 24px -8px rgba(0,0,0,.6)",
    shadow3: "0 24px 48px -12px rgba(0,0,0,.75)",
  },
};

/** Meaning of a series never changes between charts, screens, PDF exports. */
type SeriesKey =
  | "pv"
  | "pvDc"
  | "import"
  | "export"
  | "load"
  | "irradiance"
  | "charge"
  | "discharge"
  | "soc"
  | "meter"
  | "inverter"
  | "expected"
  | "co2"
  | "saving"
  | "apr"
  | "gpr"
  | "cpr"
  | "availability";

export const seriesColors: Record<Mode, Record<SeriesKey, string>> = {
  light: {
    pv: "#DB7A00",
    pvDc: "#8F5A12",
    import: "#2457D6",
    export: "#0B90C4",
    load: "#34434B",
    irradiance: "#C2347F",
    charge: "#0B7F78",
    discharge: "#D9572B",
    soc: "#4338A8",
    meter: "#DB7A00",
    inverter: "#F5CE93",
    expected: "#34434B",
    co2: "#1F7A3D",
    saving: "#BD8600",
    apr: "#0B7F78",
    gpr: "#34434B",
    cpr: "#A23BB5",
    availability: "#0E6B52",
  },
  dark: {
    pv: "#FFB02E",
    pvDc: "#C98A3D",
    import: "#6C95FF",
    export: "#4FD1F7",
    load: "#D9E0E3",
    irradiance: "#FF7AB8",
    charge: "#2CC7BC",
    discharge: "#FF8A5C",
    soc: "#B3BAFF",
    meter: "#FFB02E",
    inverter: "#6E4F1E",
    expected: "#D9E0E3",
    co2: "#4DB871",
    saving: "#F2D27A",
    apr: "#2CC7BC",
    gpr: "#D9E0E3",
    cpr: "#DE8BF0",
    availability: "#45CBA0",
  },
};

/** "Single device" mode and per-gateway stacks. >8: start over with the next dash pattern. */
export const device: Record<Mode, readonly string[]> = {
  light: ["#DB7A00", "#2457D6", "#12503E", "#BA6389", "#529AB3", "#C63B23", "#969266", "#583D60"],
  dark: ["#FFB02E", "#6C95FF", "#6B8E75", "#C4689D", "#B2E8D9", "#ED7B4D", "#BBB08C", "#C7C2E8"],
};
