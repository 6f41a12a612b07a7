// A waterfall as the server answers it.
import type { LossEnergies, LossWaterfall } from "@heliograph/contract/monitoring/losses";

const INVERTERS = ["INV-01", "INV-02", "INV-03"];

const uid = (index: number) => `3f2504e0-4f89-41d3-9a0c-0305e82c331${index}`;

const NOTHING: LossEnergies = {
  base: 0,
  temperature: 0,
  zero_export: 0,
  clipping: 0,
  outage: 0,
  communication: 0,
  usual: 0,
  wiring: 0,
  unexplained: 0,
  measured: 0,
};

const INVERTER: LossEnergies = {
  ...NOTHING,
  base: 1_000_000,
  temperature: 88_000,
  outage: 10_000,
  usual: 100_320,
  unexplained: 9100,
  measured: 792_580,
};

/** The third inverter stood still for longer than the others. */
const THIRD: LossEnergies = { ...INVERTER, outage: 60_000, measured: 742_580 };

const WHOLE: LossEnergies = {
  ...NOTHING,
  base: 3_000_000,
  temperature: 264_000,
  outage: 80_000,
  usual: 300_960,
  wiring: 18_000,
  unexplained: 27_300,
  measured: 2_309_740,
};

const priced = (energies: LossEnergies): LossEnergies =>
  Object.fromEntries(Object.entries(energies).map(([name, wh]) => [name, 2 * wh])) as unknown as LossEnergies; // the same names

/** An answer of three inverters over three days, changed as given. */
export const lossAnswer = (change: Partial<LossWaterfall> = {}): LossWaterfall => ({
  timezone: "Asia/Ho_Chi_Minh",
  from_date: "2026-02-01",
  to_date: "2026-02-03",
  energy_wh: WHOLE,
  cost_vnd: priced(WHOLE),
  reason: null,
  vnd_per_kwh: "2000",
  capacity_wp: 100_000,
  insolation_wh_m2: 30_000,
  temperature_c: 50.1,
  gamma_percent_per_c: -0.35,
  kappa: 0.89,
  ac_nominal_w: 85_000,
  by: "electric_meter",
  quarter_hours: { zero_export: 0, clipping: 0, outage: 12, communication: 0, daylight: 432, known: 432 },
  gap_expected_wh: 0,
  pending_wh: 0,
  estimated_base_wh: 0,
  commanded: { energy_wh: 0, cost_vnd: 0, quarter_hours: 0 },
  incomplete: [],
  outages: [
    {
      from_at: "2026-02-02T02:00:00.000Z",
      to_at: "2026-02-02T03:30:00.000Z",
      energy_wh: 50_000,
      devices: ["INV-03"],
      all: false,
    },
    {
      from_at: "2026-02-03T02:00:00.000Z",
      to_at: "2026-02-03T02:15:00.000Z",
      energy_wh: 30_000,
      devices: INVERTERS,
      all: true,
    },
  ],
  outage_count: 2,
  devices: INVERTERS.map((alias, index) => ({
    device_uid: uid(index + 1),
    gateway_uid: uid(9),
    alias,
    gateway_alias: "Gateway 1",
    energy_wh: index === 2 ? THIRD : INVERTER,
  })),
  days: ["2026-02-01", "2026-02-02", "2026-02-03"].map((day, at) => ({
    day,
    energy_wh: at === 0 ? { ...WHOLE, outage: 0 } : WHOLE,
  })),
  version: "key-figures/5",
  ...change,
});
