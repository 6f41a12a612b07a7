// What is known of the whole day beside its power chart: as statistics and explanations tell it, by the same functions.
import type { Answer, powerChart } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { countedEnergyWh, highestOf, peakIsOf } from "../../kpi/index.ts";
import { inKilowattHours, inWatts } from "../project-figures.ts";
import { projectCalendar } from "../statistics/statistics.sql.ts";
import { zonedTime } from "../zoned-time.ts";
import type { PlantPowerDay } from "./power-chart.ts";
import { batteryEnergyWh } from "./power-silence.sql.ts";

/** Peak, energies and insolation of the day. */
export async function dayDataOf(
  tx: Tx,
  access: ProjectAccess,
  of: PlantPowerDay,
  view_day: string,
): Promise<Answer<typeof powerChart>["day_data"]> {
  const by = await peakIsOf(tx, access, view_day);
  const powers = of.devices.filter(({ asset_type }) => asset_type === by).map(({ power }) => power);
  const peak = by === null ? undefined : highestOf(of.day, powers, { by });
  const [sums] = await projectCalendar(tx, access, { from_date: view_day, to_date: view_day }, "1_days");
  const produced = sums === undefined ? null : countedEnergyWh(sums);
  const { import_wh = null, export_wh = null } = sums ?? {};
  const hasBattery = of.devices.some(({ asset_type }) => asset_type === "battery");
  const stored = hasBattery ? await batteryEnergyWh(tx, access, view_day) : 0;
  return {
    peak_power: {
      ...inWatts(peak?.power_w ?? null),
      at: peak === undefined ? null : zonedTime(access.timezone, peak.at.getTime()),
      by: peak?.by ?? null,
    },
    production: {
      ...inKilowattHours(produced),
      by: produced === null ? null : (sums?.meter_wh ?? null) === null ? "solar_inverter" : "electric_meter",
    },
    import_energy: inKilowattHours(import_wh),
    export_energy: inKilowattHours(export_wh),
    load_energy: inKilowattHours(
      produced === null || import_wh === null || export_wh === null || stored === null
        ? null
        : Math.max(0, produced + import_wh - export_wh + stored),
    ),
    insolation: { value: sums?.insolation_wh_m2 ?? null, unit: "Wh/m2" },
  };
}
