// The blocks of a report that are about energy: key figures, production, losses, performance ratio, environment.
import { equivalentOf, lossTenths, LOSS_STEPS, type LossEnergies, type LossStep } from "@heliograph/contract";
import {
  axisTo,
  dayLabels,
  NOT_KNOWN,
  withUnit,
  type BlockOf,
  type BlockPart,
  type BlockSaid,
  type Ink,
  type Writing,
} from "./block-parts.ts";

/** The figures at the head; null: not one is known. */
export function keyFigures({ figures, words, number }: Writing): BlockSaid | null {
  const { totals, performance_ratio, availability, losses, energy_saving, project } = figures;
  const guaranteed = figures.production?.pr_alert.at(-1)?.pr_guaranteed.value ?? null;
  const metered = totals.metter_production.value !== null;
  const given =
    losses?.energy_wh === null || losses === null ? null : lossTenths(losses.energy_wh).zero_export / 10;
  const { figures: label } = words;
  const provisional = totals.co2_provisional_years.length > 0 ? words.provisional : "";
  const shared = [
    {
      label: label.co2,
      value: number(totals.co2_reduction.value, 3),
      note: [withNote(totals.co2_reduction.value, "t"), provisional].filter((text) => text !== "").join(", "),
    },
    { label: label.insolation, value: number(totals.insolation.value, 0), note: "Wh/m²" },
  ];
  const items =
    project.type === "swh"
      ? [{ label: label.heat, value: number(energy_saving, 1), note: "kWh" }, ...shared]
      : [
          {
            label: label.production,
            value: number(totals.production.value, 1),
            note: `kWh, ${metered ? words.metered : words.byInverters}`,
          },
          {
            label: label.ratio,
            value: number(performance_ratio, 1),
            note: guaranteed === null ? "%" : `%, ${words.guaranteed(number(guaranteed, 1))}`,
          },
          { label: label.availability, value: number(availability, 1), note: "%" },
          { label: label.saving, value: number(totals.cost_saving.value, 0), note: "VND" },
          ...shared,
          { label: label.given_up, value: number(given, 1), note: "kWh" },
          ...(totals.export_energy.value === null && totals.import_energy.value === null
            ? []
            : [
                { label: label.import, value: number(totals.import_energy.value, 1), note: "kWh" },
                { label: label.export, value: number(totals.export_energy.value, 1), note: "kWh" },
              ]),
        ];
  const known = items.filter(({ value }) => value !== NOT_KNOWN);
  if (known.length === 0) return null;
  const shown = items.map((item) => (item.value === NOT_KNOWN ? { ...item, note: "" } : item));
  return {
    note: `${label.completeness} ${withUnit(number(totals.completeness.value, 1), "%")}`,
    parts: [{ type: "figures", items: shown }],
  };
}

const withNote = (value: number | null, unit: string) => (value === null ? "" : unit);

/** Bars by day with what was to be expected; null: nothing was produced. */
export function productionBars(
  block: BlockOf<"production">,
  { figures, words, number }: Writing,
): BlockSaid | null {
  const chart = figures.production;
  const made = chart?.pr_production_data.map(({ value }) => value) ?? [];
  if (chart === null || made.every((value) => value === null)) return null;
  const expected = chart.expected_prod_data.map(({ expected_prod }) =>
    block.expected ? expected_prod.value : null,
  );
  const hasLine = expected.some((value) => value !== null);
  const { top, marks } = axisTo(
    Math.max(0, ...made.map((value) => value ?? 0), ...expected.map((value) => value ?? 0)),
  );
  const labels = dayLabels(chart.chart_date_label);
  return {
    note: hasLine ? `${words.perDay}; ${words.expectedLine}` : words.perDay,
    parts: [
      {
        type: "bars",
        alt: words.barsAlt,
        axis: marks.map((mark) => ({ share: mark / top, label: number(mark, top < 4 ? 1 : 0) })),
        bars: made.map((value, at) => ({
          share: value === null ? null : value / top,
          ink: "measured",
          line: expected[at] === null || expected[at] === undefined ? null : expected[at] / top,
          label: labels[at] ?? null,
        })),
      },
    ],
  };
}

/** The ratio of each day against what was guaranteed; null: of no day is one known. */
export function performanceBars({ figures, words, number }: Writing): BlockSaid | null {
  const chart = figures.production;
  const ratios = chart?.pr_alert ?? [];
  if (chart === null || ratios.every(({ pr_data }) => pr_data.value === null)) return null;
  const { top, marks } = axisTo(Math.max(100, ...ratios.map(({ pr_data }) => pr_data.value ?? 0)));
  const labels = dayLabels(chart.chart_date_label);
  const guaranteed = ratios.at(-1)?.pr_guaranteed.value ?? null;
  return {
    note: [
      withUnit(number(figures.performance_ratio, 1), "%"),
      ...(guaranteed === null ? [] : [words.guaranteed(number(guaranteed, 1))]),
    ].join(", "),
    parts: [
      {
        type: "bars",
        alt: words.barsAlt,
        axis: marks.map((mark) => ({ share: mark / top, label: `${number(mark, 0)} %` })),
        bars: ratios.map(({ pr_data, pr_guaranteed }, at) => ({
          share: pr_data.value === null ? null : pr_data.value / top,
          ink:
            pr_data.value !== null && pr_guaranteed.value !== null && pr_data.value < pr_guaranteed.value
              ? "bad"
              : "brand",
          line: pr_guaranteed.value === null ? null : pr_guaranteed.value / top,
          label: labels[at] ?? null,
        })),
      },
    ],
  };
}

const SHOWN_STEPS = ["temperature", "zero_export", "clipping", "outage", "communication"] as const;
const REST = ["usual", "wiring", "unexplained"] as const satisfies readonly LossStep[];
const INKS: Readonly<Record<(typeof SHOWN_STEPS)[number] | "residual", Ink>> = {
  temperature: "physics",
  zero_export: "chosen",
  clipping: "physics",
  outage: "repair",
  communication: "estimated",
  residual: "physics",
};

const restOf = (energies: LossEnergies) => REST.reduce((sum, step) => sum + energies[step], 0);

/** The waterfall, and by inverter where that is wished; null: nothing is known of the light. */
export function lossBlock(block: BlockOf<"losses">, writing: Writing): BlockSaid | null {
  const { losses } = writing.figures;
  if (losses === null || losses.energy_wh === null || losses.cost_vnd === null) return null;
  const { words, number } = writing;
  const tenths = lossTenths(losses.energy_wh);
  const floor = axisFloor(tenths);
  const part = waterfallPart(tenths, losses.cost_vnd, { block, writing, floor });
  return {
    note: floor > 0 ? words.scaleFrom(number(floor / 10, 0)) : "",
    parts: [
      {
        ...part,
        equation: `${part.equation} kWh${losses.vnd_per_kwh === null ? "" : `, ${words.price(number(Number(losses.vnd_per_kwh), 0))}`}`,
      },
      ...(block.level === "inverter" && losses.devices.length > 0 ? [byInverter(writing)] : []),
    ],
  };
}

/** Where the bars begin, tenths of a kWh: below the measured energy, at a round number; 0 where that is near. */
function axisFloor({ base, measured }: LossEnergies): number {
  const room = measured - (base - measured) * 0.2;
  if (room < base * 0.3) return 0;
  const step = 10 ** Math.floor(Math.log10(base)) / 2;
  return Math.max(0, Math.floor(room / step) * step);
}

function waterfallPart(
  tenths: LossEnergies,
  cost: LossEnergies,
  { block, writing, floor }: { block: BlockOf<"losses">; writing: Writing; floor: number },
): Extract<BlockPart, { type: "waterfall" }> {
  const { words, number } = writing;
  const span = Math.max(1, tenths.base - floor);
  const share = (level: number) => Math.min(1, Math.max(0, (level - floor) / span));
  const texts = (energy: number, vnd: number) => [
    number(energy / 10, 1),
    ...(block.show === "energy_and_cost" ? [number(vnd, 0)] : []),
  ];
  let level = tenths.base;
  const steps = [...SHOWN_STEPS, "residual" as const].map((step) => {
    const taken = step === "residual" ? restOf(tenths) : tenths[step];
    const vnd = step === "residual" ? restOf(cost) : cost[step];
    const [upper, lower] = [level, level - taken];
    level = lower;
    return {
      taken,
      row: {
        label: words.losses[step],
        from: share(Math.min(upper, lower)),
        to: share(Math.max(upper, lower)),
        ink: INKS[step],
        outlined: step === "residual",
        strong: false,
        figures: texts(-taken || 0, -vnd || 0),
      },
    };
  });
  const whole = { from: 0, strong: true } as const;
  return {
    type: "waterfall",
    alt: words.titles.losses,
    head: ["kWh", ...(block.show === "energy_and_cost" ? ["VND"] : [])],
    rows: [
      {
        ...whole,
        label: words.losses.base,
        to: share(tenths.base),
        ink: "repair",
        outlined: true,
        figures: texts(tenths.base, cost.base),
      },
      ...steps.filter(({ taken }) => taken !== 0).map(({ row }) => row),
      {
        ...whole,
        label: words.losses.measured,
        to: share(tenths.measured),
        ink: "measured",
        outlined: false,
        figures: texts(tenths.measured, cost.measured),
      },
    ],
    equation: equationOf(tenths, steps, number),
  };
}

/** "98.0 − 8.6 − 2.1 = 87.3", kWh. */
const equationOf = (
  { base, measured }: LossEnergies,
  steps: readonly { readonly taken: number }[],
  number: Writing["number"],
): string =>
  [
    number(base / 10, 1),
    ...steps
      .filter(({ taken }) => taken !== 0)
      .map(({ taken }) => ` ${taken < 0 ? "+" : "−"} ${number(Math.abs(taken) / 10, 1)}`),
    ` = ${number(measured / 10, 1)}`,
  ].join("");

function byInverter({ figures, words, number }: Writing): BlockPart {
  const devices = figures.losses?.devices ?? [];
  const row = (label: string, energies: LossEnergies) => {
    const tenths = lossTenths(energies);
    return [
      label,
      number(tenths.base / 10, 1),
      ...SHOWN_STEPS.map((step) => number(-tenths[step] / 10 || 0, 1)),
      number(-restOf(tenths) / 10 || 0, 1),
      number(tenths.measured / 10, 1),
    ];
  };
  return {
    type: "table",
    head: [
      words.inverter,
      words.losses.base,
      ...SHOWN_STEPS.map((step) => words.losses[step]),
      words.losses.residual,
      words.losses.measured,
    ],
    rows: devices.map((device) => row(device.alias, device.energy_wh)),
    columns: ["auto", ...LOSS_STEPS.slice(0, 5).map(() => "fill" as const), "fill", "fill", "fill"],
    left: 1,
    sum: null,
  };
}

/** What was kept out of the air, and what that equals; null: nothing is known of it. */
export function environmentBlock({ figures, words, number }: Writing): BlockSaid | null {
  const { value: tons } = figures.totals.co2_reduction;
  if (tons === null) return null;
  const kg = tons * 1000;
  const provisional = figures.totals.co2_provisional_years.length > 0 ? words.provisional : "";
  return {
    note: provisional,
    parts: [
      {
        type: "figures",
        items: [
          { label: words.figures.co2, value: number(tons, 3), note: "t" },
          { label: words.trees, value: number(equivalentOf("trees", kg), 0), note: words.treesNote },
          { label: words.car, value: number(equivalentOf("car_gas_km", kg), 0), note: "km" },
          { label: words.phones, value: number(equivalentOf("phones", kg), 0), note: "" },
        ],
      },
    ],
  };
}
