// The energy of a range by how it is known: counted, integrated from power, or spread over gaps.
import type { QualityDay, QualityDeviceRow, QualityQuarters } from "./data-quality.sql.ts";

/** Production by how it is known, Wh; the parts add up to the total. */
interface EnergyClasses {
  readonly source: "electric_meter" | "solar_inverter" | "mixed" | null;
  readonly total_wh: number | null;
  readonly integrated_wh: number;
  readonly estimated_wh: number;
}

/** A device's day with what its quarter hours say, where they were looked into. */
interface SourceDay {
  readonly device: Pick<QualityDeviceRow, "asset_type">;
  readonly day: QualityDay;
  readonly quarters: Pick<QualityQuarters, "est_production_wh" | "est_export_wh"> | undefined;
}

interface Sums {
  total: number | null;
  integrated: number;
  estimated: number;
}

/** What counts as production of a device's day: of a meter that does not tell it, what it exported. */
function productionOf({ device, day, quarters }: SourceDay): { total: number | null } & Omit<Sums, "total"> {
  const exports = device.asset_type === "electric_meter" && day.production_wh === null;
  return exports
    ? {
        total: day.export_wh,
        integrated: day.int_export_wh,
        estimated: quarters?.est_export_wh ?? day.est_export_wh,
      }
    : {
        total: day.production_wh,
        integrated: day.int_production_wh,
        estimated: quarters?.est_production_wh ?? day.est_production_wh,
      };
}

/**
 * The production of the days as the statistics add it up: of each day that of the meters, where they have told any, else
 * of the inverters.
 */
export function energyClasses(days: readonly SourceDay[]): EnergyClasses {
  const byDay = Map.groupBy(days, ({ day }) => day.day);
  const sources = new Set<"electric_meter" | "solar_inverter">();
  const all: Sums = { total: null, integrated: 0, estimated: 0 };
  for (const ofDay of byDay.values()) {
    const meters = sumOf(ofDay, "electric_meter");
    const source = meters.total === null ? "solar_inverter" : "electric_meter";
    const sums = meters.total === null ? sumOf(ofDay, source) : meters;
    if (sums.total === null) continue;
    sources.add(source);
    all.total = (all.total ?? 0) + sums.total;
    all.integrated += sums.integrated;
    all.estimated += sums.estimated;
  }
  const [first] = sources;
  return {
    source: sources.size > 1 ? "mixed" : (first ?? null),
    total_wh: all.total,
    integrated_wh: all.integrated,
    estimated_wh: all.estimated,
  };
}

function sumOf(days: readonly SourceDay[], asset_type: string): Sums {
  const sums: Sums = { total: null, integrated: 0, estimated: 0 };
  for (const one of days) {
    if (one.device.asset_type !== asset_type) continue;
    const { total, integrated, estimated } = productionOf(one);
    if (total === null) continue;
    sums.total = (sums.total ?? 0) + total;
    sums.integrated += integrated;
    sums.estimated += estimated;
  }
  return sums;
}
