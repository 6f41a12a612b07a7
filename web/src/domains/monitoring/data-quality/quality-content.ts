// What the page of data quality shows, in figures, cells and rows.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { CsvCell } from "@heliograph/contract/kernel/csv";
import type {
  dataQuality,
  QualityDevice,
  QualityEvent,
} from "@heliograph/contract/monitoring/data-quality/data-quality";
import { HEAT_LOOKS, type HeatColumn } from "../../../ui/heat-strip/heat-strip.ts";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import type { Words } from "../words.ts";
import { doneText, seenText } from "./quality-sentences.ts";

export type Quality = Answer<typeof dataQuality>;

const tenths = (kwh: number | null) => Math.round((kwh ?? 0) * 10);

/** The production in tenths of a kWh by how it is known; rounded once, so that the parts are exactly the total. */
export function energyParts({ energy }: Quality) {
  if (energy.total.value === null) return null;
  const [total, integrated, estimated] = [energy.total, energy.integrated, energy.estimated].map(
    ({ value }) => tenths(value),
  );
  const parts = { integrated: (integrated ?? 0) / 10, estimated: (estimated ?? 0) / 10 };
  const counted = ((total ?? 0) - (integrated ?? 0) - (estimated ?? 0)) / 10;
  return { total: (total ?? 0) / 10, counted, ...parts };
}

const known = (value: number | null) => (value === null ? { known: false } : {});

/** The strip of figures. */
export function qualityStats(quality: Quality, { text, format }: Words): Stat[] {
  const { received, energy, refused, tasks } = quality;
  const parts = energyParts(quality);
  const total = format.abbreviated(energy.total.value, 1);
  const share = (part: number | undefined) =>
    parts === null || parts.total === 0 || part === undefined ? null : (100 * part) / parts.total;
  const ofTotal = (key: "integrated" | "estimated"): Pick<Stat, "number" | "unit" | "known"> => ({
    number: format.number(share(parts?.[key]), 1),
    ...(share(parts?.[key]) === null ? {} : { unit: "%" }),
    ...known(share(parts?.[key])),
  });
  const changing = tasks.filter((task) => task.changes_figures).length;
  return [
    {
      label: text("quality.received"),
      number: format.number(received.share.value, 1),
      ...(received.share.value === null ? {} : { unit: "%" }),
      ...known(received.share.value),
      foot: text("quality.ofDue", { n: format.number(received.readings), m: format.number(received.due) }),
    },
    {
      label: text("quality.energy"),
      number: total.number,
      suffix: total.suffix,
      unit: "kWh",
      ...known(energy.total.value),
      foot:
        energy.source === null
          ? "–"
          : text(`quality.by.${energy.source}`, { kwh: format.number(parts?.total, 1) }),
    },
    {
      label: text("quality.integrated"),
      ...ofTotal("integrated"),
      foot: `${format.number(parts?.integrated, 1)} kWh`,
    },
    {
      label: text("quality.estimated"),
      ...ofTotal("estimated"),
      foot: text("quality.sumExact", { kwh: format.number(parts?.estimated, 1) }),
    },
    {
      label: text("quality.refused"),
      number: format.number(refused.readings),
      unit: text("quality.readings"),
      foot:
        refused.readings === 0
          ? text("quality.noReason")
          : text("quality.reasons", { n: format.number(refused.reasons) }),
    },
    {
      label: text("quality.todo"),
      number: format.number(tasks.length),
      foot:
        tasks.length === 0
          ? text("quality.nothingOpen")
          : text("quality.changing", { n: format.number(changing) }),
    },
  ];
}

/** Seconds of a cell in the order of HEAT_LOOKS; null: nothing was due. */
function secondsOf(device: QualityDevice, column: number): readonly number[] | null {
  const parts = [
    device.complete_s,
    device.integrated_s,
    device.estimated_s,
    device.missing_s,
    device.refused_s,
  ].map((list) => list[column] ?? null);
  return parts.some((seconds) => seconds === null) ? null : parts.map((seconds) => seconds ?? 0);
}

/** The same as shares of what was due. */
export function sharesOf(device: QualityDevice, column: number): readonly number[] | null {
  const seconds = secondsOf(device, column);
  const due = seconds?.reduce((sum, one) => sum + one, 0) ?? 0;
  return seconds === null || due === 0 ? null : seconds.map((one) => one / due);
}

/** Day or week of a column in words. */
export function columnText({ columns }: Quality, at: number, { text, format }: Words): string {
  const column = columns[at];
  if (column === undefined) return "–";
  return column.from === column.to
    ? format.day(column.from)
    : text("quality.week", { from: format.day(column.from), to: format.day(column.to) });
}

/** A cell in words: its parts from the largest, and its sign. */
export function cellText(
  of: { readonly quality: Quality; readonly device: QualityDevice; readonly column: number },
  words: Words,
): string {
  const { quality, device, column } = of;
  const { text, format } = words;
  const day = columnText(quality, column, words);
  const shares = sharesOf(device, column);
  if (shares === null) return text("quality.none", { device: device.name, day });
  const parts = HEAT_LOOKS.map((look, index) => ({ look, share: shares[index] ?? 0 }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ look, share }) => `${text(`quality.part.${look}`)} ${format.percent(share * 100, 1)}`);
  const sign = device.signs[column] ?? null;
  const all = sign === null ? parts : [...parts, text(`quality.kind.${sign}`)];
  return text("quality.cell", { device: device.name, day, parts: all.join(", ") });
}

/** More columns than this have no room for heads of their own. */
const HEADS = 35;

/** The heads of the columns: days of the month, or the Mondays of weeks, under their months. */
export function headsOf({ columns }: Quality, lang: string): HeatColumn[] {
  const month = new Intl.DateTimeFormat(lang, { month: "short", timeZone: "UTC" });
  return columns.map(({ from, to }, index) => {
    const date = new Date(`${from}T00:00:00Z`);
    const before = columns[index - 1]?.from;
    const weekday = date.getUTCDay();
    return {
      id: from,
      head: columns.length > HEADS ? "" : from.slice(8),
      group: before?.slice(0, 7) === from.slice(0, 7) ? undefined : month.format(date),
      pale: from === to && (weekday === 0 || weekday === 6),
    };
  });
}

/** Rows of the table and the file of the strip: a device and a column each, of what was due. */
export interface StripLine {
  readonly id: string;
  readonly device: QualityDevice;
  readonly column: number;
  readonly from: string;
  readonly to: string;
  /** Percent, in the order of HEAT_LOOKS. */
  readonly parts: readonly number[];
}

export function stripLines({ devices, columns }: Quality): StripLine[] {
  return devices.flatMap((device) =>
    columns.flatMap(({ from, to }, column) => {
      const shares = sharesOf(device, column);
      const parts = shares?.map((share) => share * 100);
      return parts === undefined
        ? []
        : [{ id: `${device.device_uid} ${from}`, device, column, from, to, parts }];
    }),
  );
}

/** The strip as a table to save. */
export function stripTable(quality: Quality, { text }: Words): { head: string[]; rows: CsvCell[][] } {
  return {
    head: [
      text("quality.device"),
      text("quality.column.from"),
      text("quality.column.to"),
      ...HEAT_LOOKS.map((look) => `${text(`quality.part.${look}`)} (%)`),
      text("quality.kind"),
    ],
    rows: stripLines(quality).map(({ device, column, from, to, parts }) => {
      const sign = device.signs[column] ?? null;
      const shown = parts.map((part) => Math.round(part * 100) / 100);
      return [device.name, from, to, ...shown, sign === null ? null : text(`quality.kind.${sign}`)];
    }),
  };
}

/** The events as a table to save; times in UTC (ISO 8601). */
export function eventsTable(
  { timezone }: Quality,
  events: readonly QualityEvent[],
  words: Words,
): { head: string[]; rows: CsvCell[][] } {
  const { text } = words;
  return {
    head: [
      text("quality.when"),
      text("quality.until"),
      text("quality.device"),
      text("quality.kind"),
      text("quality.seen"),
      text("quality.done"),
      `${text("quality.energyColumn")} (kWh)`,
      text("quality.state"),
    ],
    rows: events.map((event) => [
      event.at,
      event.until,
      event.name,
      text(`quality.kind.${event.kind}`),
      seenText(event, words),
      doneText(event, timezone, words),
      event.energy.value,
      text(`quality.state.${event.state}`),
    ]),
  };
}

/** The chips above the events, and which events each lets through. */
export const QUALITY_CHIPS = {
  todo: (event) => event.state === "open",
  gap: (event) => event.kind === "gap",
  reset: (event) => event.kind === "reset",
  glitch: (event) => event.kind === "glitch" || event.kind === "spike",
  rating: (event) => event.kind === "power_above_rating",
  correction: (event) => event.kind === "correction",
  refused: (event) => event.kind === "refused",
} as const satisfies Record<string, (event: QualityEvent) => boolean>;
export type QualityChip = keyof typeof QUALITY_CHIPS;
