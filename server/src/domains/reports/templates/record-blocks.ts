// The blocks of a report that list what was and happened: availability, days, comments, events, zero export, photos.
import { commentParts, TEMPLATE_LIMITS, type Comment, type ComputedValue } from "@heliograph/contract";
import {
  axisTo,
  dayLabels,
  NOT_KNOWN,
  withUnit,
  type BlockOf,
  type BlockPart,
  type BlockSaid,
  type TablePart,
  type Writing,
} from "./block-parts.ts";

/** A bar for each day, and by inverter where that is wished; null: of no day is it known. */
export function availabilityBlock(block: BlockOf<"availability">, writing: Writing): BlockSaid | null {
  const { figures, words, number } = writing;
  const days = figures.availability_days;
  if (days === null || days.total.project_availability === null) return null;
  const labels = dayLabels(days.data.map(({ date }) => date));
  const { top, marks } = axisTo(100);
  return {
    note: `${withUnit(number(figures.availability, 1), "%")}, ${words.availabilityNote}`,
    parts: [
      {
        type: "bars",
        alt: words.barsAlt,
        axis: marks.map((mark) => ({ share: mark / top, label: `${number(mark, 0)} %` })),
        bars: days.data.map(({ project_availability: value }, at) => ({
          share: value === null ? null : value / top,
          ink: "brand",
          line: null,
          label: labels[at] ?? null,
        })),
      },
      ...(block.level === "inverter" ? [availabilityTable(writing)] : []),
    ],
  };
}

/** The mean of the days of each device: the days of which it is known, each the same. */
function availabilityTable({ figures, words, number }: Writing): BlockPart {
  const devices = new Map<string, { alias: string; values: number[] }>();
  for (const day of figures.availability_days?.data ?? []) {
    for (const gateway of day.gateway_availability) {
      for (const { device_uid, alias, value } of gateway.gateway_devices) {
        const known = devices.get(device_uid) ?? { alias, values: [] };
        devices.set(device_uid, known);
        if (value !== null) known.values.push(value);
      }
    }
  }
  return {
    type: "table",
    head: [words.inverter, words.daysKnown, `${words.titles.availability}, %`],
    rows: [...devices.values()].map(({ alias, values }) => [
      alias,
      number(values.length, 0),
      number(values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length, 1),
    ]),
    columns: ["fill", "auto", "auto"],
    left: 1,
    sum: null,
  };
}

/** The figures of each day, and their totals; null: nothing is known of any. */
export function dayTable({ figures, words, number }: Writing): BlockSaid | null {
  const chart = figures.production;
  if (chart === null) return null;
  const available = new Map(
    (figures.availability_days?.data ?? []).map((day) => [day.date, day.project_availability]),
  );
  const rows = chart.chart_date_label.map((day, at) => [
    day,
    number(chart.pr_production_data[at]?.value ?? null, 1),
    number(chart.expected_prod_data[at]?.expected_prod.value ?? null, 1),
    number(chart.insolation_data[at]?.value ?? null, 0),
    number(chart.pr_alert[at]?.pr_data.value ?? null, 1),
    number(available.get(day) ?? null, 1),
  ]);
  if (rows.every((row) => row.slice(1).every((cell) => cell === NOT_KNOWN))) return null;
  const expected = chart.expected_prod_data.flatMap(({ expected_prod }) => expected_prod.value ?? []);
  const sum = [
    words.total,
    number(figures.totals.production.value, 1),
    number(expected.length === 0 ? null : expected.reduce((all, one) => all + one, 0), 1),
    number(figures.totals.insolation.value, 0),
    number(figures.performance_ratio, 1),
    number(figures.availability, 1),
  ];
  return {
    note: "",
    parts: [
      table({ head: words.tableHead, rows: [...rows, sum], columns: filled(6), left: 1, sum: words.total }),
    ],
  };
}

const filled = (count: number): ("auto" | "fill")[] => ["auto", ...Array(count - 1).fill("fill")];

/** A table no longer than documents can be made of. */
export const table = (of: Omit<TablePart, "type">): TablePart => ({
  type: "table",
  ...of,
  rows: of.rows.slice(0, TEMPLATE_LIMITS.tableRows),
});

const DIGITS: Readonly<Record<ComputedValue["unit"], number>> = {
  kWh: 1,
  "%": 1,
  t: 3,
  VND: 0,
  "Wh/m2": 0,
};

/** The text of a comment with its figures as they were when it was written. */
function written({ contents, values }: Comment, number: Writing["number"]): string {
  return commentParts(contents)
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.chip === null) return part.written;
      const { calc_param_name, calc_type, calc_time } = part.chip;
      const found = values.find(
        (one) =>
          one.calc_param_name === calc_param_name &&
          one.calc_type === calc_type &&
          one.calc_time === calc_time,
      );
      return found === undefined || found.value === null
        ? NOT_KNOWN
        : withUnit(number(found.value, DIGITS[found.unit]), found.unit.replace("m2", "m²"));
    })
    .join("");
}

/** The comments that are marked for reports; null: none is. */
export function commentBlock({ figures, words, number, clock }: Writing): BlockSaid | null {
  const { comments } = figures;
  if (comments === null || comments.length === 0) return null;
  return {
    note: number(comments.length, 0),
    parts: [
      {
        type: "notes",
        items: comments.map((comment) => ({
          when: clock(comment.comment_date),
          title: words.comment,
          text: written(comment, number),
          by: comment.author ?? "",
        })),
      },
    ],
  };
}

/** The events that are marked for reports; null: none is. */
export function eventBlock({ figures, words, number, clock }: Writing): BlockSaid | null {
  const { events } = figures;
  if (events === null || events.length === 0) return null;
  return {
    note: number(events.length, 0),
    parts: [
      {
        type: "notes",
        items: events.map((event) => ({
          when:
            event.end_date === null
              ? clock(event.start_date)
              : `${clock(event.start_date)} – ${clock(event.end_date)}`,
          title: `${event.name} (${words.categories[event.category]})`,
          text: event.detail,
          by: event.author ?? "",
        })),
      },
    ],
  };
}

const kilo = (value: number | null) => (value === null ? null : value / 1000);

/** What each gateway's zero export came to; null: no day was judged. */
export function nzeBlock({ figures, words, number }: Writing): BlockSaid | null {
  const { nze } = figures;
  if (nze === null || nze.length === 0) return null;
  return {
    note: nze.map(({ gateway }) => gateway).join(", "),
    parts: nze.flatMap(({ gateway, summary, days, drills }): BlockPart[] => [
      ...(nze.length > 1 ? [{ type: "text" as const, text: gateway }] : []),
      {
        type: "figures",
        items: [
          {
            label: words.nze.kept,
            value: words.kept(number(summary.days_kept, 0), number(summary.days_counted, 0)),
            note: "",
          },
          {
            label: words.nze.largest,
            value: withUnit(number(kilo(summary.largest_export_w), 1), "kW"),
            note: "",
          },
          {
            label: words.nze.longest,
            value: withUnit(number(summary.longest_violation_s, 0), "s"),
            note: summary.back_within_s === null ? "" : words.allowed(number(summary.back_within_s, 0)),
          },
          { label: words.nze.violations, value: number(summary.violations, 0), note: "" },
          {
            label: words.nze.given_up,
            value: withUnit(number(kilo(summary.given_up_wh), 1), "kWh"),
            note: "",
          },
          {
            label: words.nze.drills,
            value: words.drills(number(drills.passed, 0), number(drills.failed, 0)),
            note: "",
          },
        ],
      },
      table({
        head: words.nzeHead,
        rows: days.map((day) => [
          day.day,
          words.verdicts[day.verdict],
          number(kilo(day.largest_export_w), 1),
          number(day.longest_violation_s, 0),
          number(kilo(day.given_up_wh), 1),
        ]),
        columns: filled(5),
        left: 2,
        sum: null,
      }),
    ]),
  };
}

/** The newest photos of the project; null: it has none. */
export function photoBlock({ figures, words, number, pictures }: Writing): BlockSaid | null {
  if (figures.photos.length === 0) return null;
  const items = figures.photos.flatMap(({ file_uid, name }) => {
    const path = pictures.get(file_uid);
    return path === undefined ? [] : [{ path, caption: name }];
  });
  const lost = figures.photos.length - items.length;
  return {
    note: number(figures.photos.length, 0),
    parts: [
      { type: "images", items },
      ...Array.from({ length: lost }, () => ({ type: "text" as const, text: words.unreadablePhoto })),
    ],
  };
}
