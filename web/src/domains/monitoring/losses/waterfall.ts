// The rows of a waterfall: figures that close as they are shown, and where their bars lie.
import { lossTenths, type LossEnergies, type LossWaterfall } from "@heliograph/contract/monitoring/losses";
import type { Words } from "../words.ts";
import { WATERFALL_ROWS, type WaterfallStep } from "./losses-view.ts";

type ResidualPart = "usual" | "wiring" | "unexplained";
/** What of zero export was commanded through the portal, and the rest. */
type LimitPart = "commanded" | "exported";
export type RowKey = "base" | WaterfallStep | ResidualPart | LimitPart | "measured";

/** A row: `kwh` and `vnd` are what it adds, less than nothing for what was taken; the bar lies between two levels, kWh. */
export interface WaterfallRow {
  readonly key: RowKey;
  readonly kwh: number;
  readonly vnd: number;
  /** Of the light, 0 to 1. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

export interface Waterfall {
  /** Light, steps and measured energy, without steps that take nothing. */
  readonly rows: readonly WaterfallRow[];
  /** Under the residual; empty where it is nothing but unexplained. */
  readonly parts: readonly WaterfallRow[];
  /** Under zero export, where limits by command took a part of it; empty where they took none or all. */
  readonly limits: readonly WaterfallRow[];
  /** Steps that take nothing. */
  readonly idle: readonly WaterfallStep[];
  /** Where the axis of the bars begins and ends, kWh. */
  readonly axis: { readonly from: number; readonly to: number };
}

const PARTS = ["usual", "wiring", "unexplained"] as const satisfies readonly ResidualPart[];

/** What the step takes of these energies. */
export const takenBy = (energies: LossEnergies, step: WaterfallStep | ResidualPart): number =>
  step === "residual" ? PARTS.reduce((sum, part) => sum + energies[part], 0) : energies[step];

/** What limits by command took. */
type Commanded = Pick<LossWaterfall["commanded"], "energy_wh" | "cost_vnd">;

/** The row of zero export as two, that of the commands first; none where one of them takes nothing. */
function limitRows(row: WaterfallRow, commanded: Commanded): WaterfallRow[] {
  const kwh = -Math.round(commanded.energy_wh / 100) / 10;
  if (kwh === 0 || kwh <= row.kwh) return [];
  const level = Math.round(10 * (row.from + kwh)) / 10;
  const share = (row.share * kwh) / row.kwh;
  const vnd = -commanded.cost_vnd;
  return [
    { key: "commanded", kwh, vnd, share, from: row.from, to: level },
    {
      key: "exported",
      kwh: Math.round(10 * (row.kwh - kwh)) / 10,
      vnd: row.vnd - vnd,
      share: row.share - share,
      from: level,
      to: row.to,
    },
  ];
}

/** The rows of an answer that has energies. */
export function waterfallOf(energy: LossEnergies, cost: LossEnergies, commanded: Commanded): Waterfall {
  const shown = lossTenths(energy);
  const rows: WaterfallRow[] = [];
  const share = (taken: number) => (shown.base === 0 ? 0 : taken / shown.base);
  const whole = (key: "base" | "measured") =>
    ({
      key,
      kwh: shown[key] / 10,
      vnd: cost[key],
      share: share(shown[key]),
      from: 0,
      to: shown[key] / 10,
    }) as const;
  rows.push(whole("base"));
  let level = shown.base;
  const rowOf = (key: WaterfallStep | ResidualPart): WaterfallRow => {
    const taken = takenBy(shown, key);
    return {
      key,
      kwh: -taken / 10 || 0,
      vnd: -takenBy(cost, key) || 0,
      share: -share(taken) || 0,
      from: level / 10,
      to: (level - taken) / 10,
    };
  };
  const idle: WaterfallStep[] = [];
  const parts: WaterfallRow[] = [];
  for (const key of WATERFALL_ROWS) {
    const row = rowOf(key);
    if (key === "residual") {
      for (const part of PARTS) {
        if (part === "wiring" && shown.wiring === 0) continue;
        parts.push(rowOf(part));
        level -= takenBy(shown, part);
      }
    } else level -= takenBy(shown, key);
    if (row.kwh === 0 && key !== "residual") idle.push(key);
    else rows.push(row);
  }
  rows.push(whole("measured"));
  const held = rows.find(({ key }) => key === "zero_export");
  const limits = held === undefined ? [] : limitRows(held, commanded);
  return { rows, parts, limits, idle, axis: axisOf([...rows, ...parts]) };
}

/** The axis begins at 0, or where most of each whole would be left out of sight at a round number below all levels. */
function axisOf(rows: readonly WaterfallRow[]): Waterfall["axis"] {
  const to = Math.max(0, ...rows.map((row) => Math.max(row.from, row.to)));
  const levels = rows.flatMap((row) =>
    row.key === "base" || row.key === "measured" ? [row.to] : [row.from, row.to],
  );
  const least = Math.min(...levels);
  if (least < 0) return { from: least, to };
  if (least < 0.4 * to) return { from: 0, to };
  const step = 10 ** Math.floor(Math.log10(to)) / 2;
  return { from: Math.max(0, Math.floor((least - 0.1 * (to - least)) / step) * step), to };
}

/** A figure with its sign as it is written in an equation; what is rounded to nothing has none. */
export function signed(value: number, digits: number, { format }: Words): string {
  const isLess = Math.round(-value * 10 ** digits) > 0;
  return `${isLess ? "−" : ""}${format.number(Math.abs(value), digits)}`;
}

/** "98,226.0 − 8,643.2 − … = 74,651.8 kWh". */
export function equation({ rows }: Waterfall, words: Words): string {
  const [base, ...steps] = rows.filter(({ key }) => key !== "measured");
  const measured = rows.find(({ key }) => key === "measured");
  const parts = steps.map(({ kwh }) => `${kwh > 0 ? "+" : "−"} ${words.format.number(Math.abs(kwh), 1)}`);
  const sum = words.format.number(measured?.kwh ?? 0, 1);
  return `${words.format.number(base?.kwh ?? 0, 1)} ${parts.join(" ")} = ${sum} kWh`;
}

/** Hours that a cause held, of the devices on average, as hours and minutes. */
export function heldHours(quarters: number, devices: number): { hours: number; minutes: number } {
  const minutes = Math.round((15 * quarters) / Math.max(1, devices));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** What stands under the name of a row; null: nothing. */
export function rowNote(key: RowKey, answer: LossWaterfall, words: Words): string | null {
  const { text, format } = words;
  const held = (cause: "zero_export" | "clipping") =>
    heldHours(answer.quarter_hours[cause], answer.devices.length);
  switch (key) {
    case "base":
      return text("losses.note.base", {
        kwp: format.number(answer.capacity_wp / 1000, 1),
        sun: format.number(answer.insolation_wh_m2, 0),
      });
    case "temperature":
      return answer.temperature_c === null
        ? null
        : text("losses.note.temperature", { c: format.number(answer.temperature_c, 1) });
    case "zero_export":
      return text("losses.note.zero_export", held("zero_export"));
    case "clipping":
      return answer.ac_nominal_w === null
        ? null
        : text("losses.note.clipping", {
            kw: format.number(answer.ac_nominal_w / 1000, 0),
            ...held("clipping"),
          });
    case "outage":
      return text("losses.note.outage", { n: answer.outage_count });
    case "communication":
      return text(answer.pending_wh > 0 ? "losses.note.pending" : "losses.note.communication", {
        counted: format.number((answer.gap_expected_wh - (answer.energy_wh?.communication ?? 0)) / 1000, 1),
        due: format.number(answer.gap_expected_wh / 1000, 1),
      });
    case "residual":
      return text("losses.note.residual");
    case "measured":
      return text("losses.note.measured", {
        pr: format.number((100 * (answer.energy_wh?.measured ?? 0)) / (answer.energy_wh?.base ?? 1), 1),
      });
    case "usual":
    case "wiring":
    case "unexplained":
    case "commanded":
    case "exported":
      break;
  }
  return null;
}

/** The name of a row. */
export function rowName(
  key: RowKey,
  answer: Pick<LossWaterfall, "by" | "kappa" | "energy_wh" | "commanded">,
  { text, format }: Words,
): string {
  if (key === "zero_export" && answer.commanded.energy_wh > 0) {
    const isAll = answer.commanded.energy_wh >= (answer.energy_wh?.zero_export ?? 0);
    return text(isAll ? "losses.row.commanded" : "losses.row.limits");
  }
  if (key === "measured") return text(`losses.measured.${answer.by}`);
  if (key === "usual") return text("losses.row.usual", { kappa: format.number(answer.kappa, 2) });
  return text(`losses.row.${key}`);
}

/** Days that are missing, as people write them. */
export const missingText = ({ incomplete }: Pick<LossWaterfall, "incomplete">, { format }: Words): string =>
  incomplete
    .map(({ from_date, to_date }) =>
      from_date === to_date ? format.day(from_date) : `${format.day(from_date)} – ${format.day(to_date)}`,
    )
    .join(", ");

/** Below this share of known quarter hours a waterfall is drawn hatched. */
const COMPLETE_FROM = 0.9;

/** True where too little is known for the bars to be drawn as facts. */
export const isHatched = ({ quarter_hours: { known, daylight } }: LossWaterfall): boolean =>
  daylight > 0 && known < COMPLETE_FROM * daylight;
