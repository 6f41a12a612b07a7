// What the total of a lifetime holds beside the days: the opening values of the counters, and the span they cover.
import { deviceName, type Answer, type KpiName, type kpiExplain } from "@heliograph/contract";
import { producedBeforeWh, type OpeningOfDevice, type ProjectOpening } from "../../kpi/index.ts";
import { COMPUTED, input, kwh, type Explained } from "./kpi-explanation-parts.ts";

interface Openings {
  /** Of the project's devices that count production. */
  readonly openings: readonly OpeningOfDevice[];
  /** Undefined: the project has none. */
  readonly sums: ProjectOpening | undefined;
  readonly commissioned_on: string | null;
}

type Lifetime = NonNullable<Answer<typeof kpiExplain>["lifetime"]>;

/** The explanation of the figure with what the counters that count had counted before their first readings. */
export function lifetimeExplained(
  kpi: KpiName,
  explanation: Explained,
  of: Openings,
): Explained & { lifetime: Lifetime } {
  const { sums, commissioned_on } = of;
  const opening_value = sums === undefined ? null : openingValue(kpi, sums);
  const counted = of.openings.filter(({ asset_type }) => asset_type === sums?.counted_type);
  const value = plus(explanation.value, opening_value);
  const isAvoided = kpi !== "energy";
  const isDated = commissioned_on !== null || sums?.opening_counted_wh === 0;
  const opened = counted.flatMap(({ opened_on }) => (opened_on === null ? [] : [opened_on])).toSorted();
  return {
    ...explanation,
    value,
    reason: value === null ? explanation.reason : null,
    formula: `${explanation.formula}; ${OPENING_RULES[kpi] ?? ""}`,
    inputs: [
      input("opening_energy", kwh(sums?.opening_counted_wh ?? null), "kWh", {
        since: opened[0] ?? null,
        source: COMPUTED,
      }),
      ...explanation.inputs,
    ],
    lifetime: {
      measured_since: sums?.measured_since ?? null,
      commissioned_on,
      whole: sums?.counted_lifetime === true && (!isAvoided || isDated),
      openings: counted
        .filter((device) => device.measured || producedBeforeWh(device) !== null)
        .map(openingOf),
      opening_value,
    },
  };
}

const OPENING_RULES: Partial<Record<KpiName, string>> = {
  energy: "plus what the counters showed first",
  co2: "plus E_opening spread evenly from commissioning to the first reading, * EF(year)",
  saving: "plus E_opening * the first known price",
};

function openingValue(kpi: KpiName, sums: ProjectOpening): number | null {
  if (kpi === "co2") return kwh(sums.opening_counted_co2_kg);
  return kpi === "saving" ? sums.opening_saving_vnd : kwh(sums.opening_counted_wh);
}

function openingOf(device: OpeningOfDevice): Lifetime["openings"][number] {
  return {
    device: deviceName(device),
    opened_on: device.opened_on,
    opening: kwh(device.opening_wh),
    energy_before: kwh(device.energy_before_wh),
  };
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);
