// What the portal finds of a simulated plant's losses, from what its gateways have kept, without a database in between: the same rules
// that fold readings into quarter hours and days into rows.
import { localDay, localMinutes, startOfDay, addDays, USUAL_TERMS } from "@heliograph/contract";
import { checkedBatch } from "../../server/src/domains/telemetry/ingest/reading-batch.ts";
import { fold } from "../../server/src/domains/energy/fold/energy-ledger.ts";
import { binRows, dayRows, type BinRow } from "../../server/src/domains/energy/fold/energy-rows.ts";
import { emptyLedger, type Ledger } from "../../server/src/domains/energy/fold/energy-sheet.ts";
import { ledgerReading } from "../../server/src/domains/energy/trial/import-trial.ts";
import { lossRowsOfDay } from "../../server/src/domains/kpi/losses/loss-day.ts";
import type { LossRow } from "../../server/src/domains/kpi/losses/loss-row.ts";
import {
  freeSumsOf,
  KAPPA_DAYS,
  pairedDay,
  settledDay,
  type Learnt,
} from "../../server/src/domains/kpi/ratios/key-figures.ts";
import type { KpiPlant } from "../../server/src/domains/kpi/ratios/kpi-plant.ts";
import type {
  CommandedLimit,
  DeviceRows,
  KpiDaySpan,
} from "../../server/src/domains/kpi/ratios/kpi-quarters.ts";
import type { Price } from "../../server/src/domains/kpi/saving/cost-saving.ts";
import { devicesOf } from "../../simulator/src/fleet/devices.ts";
import { dayStartMs, type PvPlant } from "../../simulator/src/fleet/plant.ts";
import { kept, type LoggedDevice } from "../../simulator/src/history.ts";
import type { Order } from "../../simulator/src/orders.ts";
import { plantModel } from "../../simulator/src/plant-model.ts";

const DAY_MS = 86_400_000;

interface FoldedDevice {
  readonly rows: Omit<DeviceRows, "rows" | "known_until_ms" | "known_before" | "resets_ms">;
  readonly ledger: Ledger;
}

/** The plant as key figures see it. */
function kpiPlantOf(plant: PvPlant): KpiPlant {
  const weights = plant.gateways.map((_, gateway) =>
    plant.inverters.reduce((sum, one) => sum + (one.gateway === gateway ? one.dcCapacityWp : 0), 0),
  );
  return {
    capacity_wp: plant.capacityWp,
    gamma_per_c: plant.gamma,
    latitude: plant.site.latitude,
    longitude: plant.site.longitude,
    run_nze: plant.runNze,
    calculate_expected_data_by: "other",
    gateways: plant.gateways.map(({ capacityWp }, gateway_id) => ({ gateway_id, capacity_wp: capacityWp })),
    arrays: weights.map((weight, gateway_id) => ({ gateway_id, weight })),
    rules: {
      min_irradiance_w_m2: USUAL_TERMS.pair_from_w_m2,
      min_completeness: USUAL_TERMS.min_completeness_percent / 100,
      min_insolation_wh_m2: USUAL_TERMS.min_insolation_wh_m2,
    },
    rated_from_w_m2: USUAL_TERMS.rated_from_w_m2,
    outages: [],
  };
}

/** What each inverter gave on each day by the ledger, Wh, by "day id". */
export function deliveredByDay(folded: readonly FoldedDevice[]): Map<string, number> {
  const inverters = folded.filter(({ rows }) => rows.asset_type === "solar_inverter");
  return new Map(
    inverters.flatMap(({ rows, ledger }) =>
      dayRows(ledger, "all").map(
        ({ day, production_wh }) => [`${day} ${rows.device_id}`, production_wh ?? 0] as const,
      ),
    ),
  );
}

/** What the orders left an inverter, as the server keeps it: each limit and disconnection until the next of its kind. */
function limitsOf(plant: PvPlant, index: number, orders: readonly Order[]): CommandedLimit[] {
  const rating = plant.inverters[index]?.acNominalW ?? 0;
  return (["power_limit", "connect"] as const).flatMap((kind) => {
    const own = orders
      .filter((order) => order.kind === kind && (order.inverter ?? index) === index)
      .toSorted((a, b) => a.atMs - b.atMs);
    const share = ({ value, by }: Order) => (by === "own" ? 1 : kind === "connect" ? value : value / 100);
    return own.flatMap((order, at) =>
      share(order) >= 1
        ? []
        : [{ from_ms: order.atMs, to_ms: own[at + 1]?.atMs ?? null, limit_w: rating * share(order) }],
    );
  });
}

/** The empty ledger of a device. */
function ledgerOf({ site, capacityWp }: PvPlant, { birth }: LoggedDevice["device"]): Ledger {
  const { asset_type, ac_nominal_w = null } = birth;
  const { latitude, longitude, timezone } = site;
  return emptyLedger(
    { asset_type, ac_nominal_w, project_wp: capacityWp, latitude, longitude, timezone },
    -Infinity,
  );
}

/** The devices of the plant with all that its gateways have kept of the days folded; ids count from 1, inverters first. */
export function foldedPlant(
  plant: PvPlant,
  days: readonly string[],
  orders: readonly Order[] = [],
): FoldedDevice[] {
  const model = plantModel(plant, orders);
  const folded: FoldedDevice[] = [];
  for (const gateway_id of plant.gateways.keys()) {
    const logged: LoggedDevice[] = devicesOf(plant, gateway_id).map((device, index) => ({
      device,
      device_uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    }));
    const devices = new Map(logged.map(({ device_uid }, device_id) => [device_uid, { device_id }]));
    const sender = {
      gateway_uid: "00000000-0000-4000-8000-000000000000",
      project_id: 1,
      interval_s: 300,
      devices,
      uids: new Map(),
      followed_until: 0,
    };
    const ledgers = logged.map(({ device }) => ledgerOf(plant, device));
    for (const day of days) {
      const from_ms = dayStartMs(plant.site, day);
      const readings = logged.map((): ReturnType<typeof ledgerReading>[] => []);
      for (const batch of kept(model, gateway_id, logged, { day, from_ms, to_ms: from_ms + DAY_MS })) {
        const message = {
          v: 1,
          seq: 1,
          sent_at: from_ms + DAY_MS,
          interval_s: batch.intervalS,
          historical: true,
          readings: batch.readings,
        };
        const checked = checkedBatch(message, sender, from_ms + DAY_MS);
        if ("reason" in checked) throw new RangeError(checked.detail);
        for (const row of checked.rows) readings[row.device_id]?.push(ledgerReading(row));
      }
      for (const [index, ledger] of ledgers.entries()) {
        fold(
          ledger,
          (readings[index] ?? []).toSorted((a, b) => a.at - b.at),
        );
      }
    }
    for (const [index, { device }] of logged.entries()) {
      const { asset_type, ac_nominal_w = null, dc_capacity_wp = null } = device.birth;
      const ledger = ledgers[index];
      if (ledger === undefined) continue;
      const device_id = device.kind === "inverter" ? device.index + 1 : 100 * (gateway_id + 1) + index;
      const has_counter = asset_type !== "sensor_radiation" && asset_type !== "solar_panel";
      const limits = device.kind === "inverter" ? limitsOf(plant, device.index, orders) : [];
      const rows = { device_id, gateway_id, asset_type, ac_nominal_w, dc_capacity_wp, has_counter, limits };
      folded.push({ rows, ledger });
    }
  }
  return folded.toSorted((a, b) => a.rows.device_id - b.rows.device_id);
}

/** The rows of losses of each of the days, in order, κ learnt as the server learns it. */
export function lossesOfPlant(
  plant: PvPlant,
  devicesOfPlant: readonly FoldedDevice[],
  { days, price }: { days: readonly string[]; price: Price },
): Map<string, LossRow[]> {
  const { timezone } = plant.site;
  const folded = devicesOfPlant.map(({ rows, ledger }) => ({
    rows,
    ledger,
    byDay: Map.groupBy(binRows(ledger, "all"), ({ bin_utc }) => localDay(timezone, bin_utc)),
  }));
  const kpiPlant = kpiPlantOf(plant);
  const learnt: Learnt[] = [];
  const found = new Map<string, LossRow[]>();
  for (const day of days) {
    const span: KpiDaySpan = {
      day,
      from_ms: startOfDay(timezone, day),
      to_ms: startOfDay(timezone, addDays(day, 1)),
    };
    const devices = folded.map(({ rows, ledger, byDay }): DeviceRows => ({
      ...rows,
      rows: columnsOf(byDay.get(day) ?? [], rows.asset_type, span),
      known_until_ms: ledger.at,
      known_before: day !== days[0],
      resets_ms: ledger.events
        .filter(
          ({ kind, counted, at }) =>
            kind === "reset" && counted === "production" && at > span.from_ms && at <= span.to_ms + DAY_MS,
        )
        .map(({ at }) => at),
    }));
    const paired = pairedDay(devices, { span, plant: kpiPlant, now_ms: Infinity, estimated_share: 0 });
    const settled = settledDay(paired, learnt.slice(-KAPPA_DAYS).flat(), kpiPlant);
    learnt.push(freeSumsOf(paired));
    const clock = (atMs: number) => ({
      minutes: localMinutes(timezone, atMs),
      weekday: ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1,
    });
    found.set(day, lossRowsOfDay({ ...settled, paired }, kpiPlant, { price, clock }));
  }
  return found;
}

function columnsOf(bins: readonly BinRow[], asset_type: string, { from_ms }: KpiDaySpan): DeviceRows["rows"] {
  if (bins.length === 0) return null;
  const metered = asset_type === "electric_meter";
  return {
    quarter: bins.map(({ bin_utc }) => (bin_utc - from_ms) / 900_000),
    energy_wh: bins.map((bin) => bin.production_wh ?? (metered ? bin.export_wh : null)),
    estimated_wh: bins.map((bin) => bin.est_production_wh),
    import_wh: bins.map((bin) => bin.import_wh),
    export_wh: bins.map((bin) => bin.export_wh),
    power_w: bins.map((bin) => bin.power_avg_w),
    power_max_w: bins.map((bin) => bin.power_max_w),
    insolation_wh_m2: bins.map((bin) => bin.insolation_wh_m2),
    module_temperature_c: bins.map((bin) => bin.module_temperature_c),
    covered_s: bins.map((bin) => bin.covered_s),
  };
}
