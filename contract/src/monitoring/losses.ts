// Where the sun's energy went: from the light on the modules to the measured energy, in steps that close to the watt-hour.
import { z } from "zod";
import { calendarDay, daysInOrder } from "../kernel/calendar-day.ts";
import { countedBy } from "../kernel/counted-by.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { roundedParts } from "../kernel/rounding.ts";
import { utcInstant } from "../kernel/units.ts";

/** Most days of one waterfall, days up to which each of them is told, and most outages that are listed. */
export const LOSS_LIMITS = { days: 400, byDay: 62, outages: 50 } as const;

/** What is taken from the light, in the order of the waterfall. The last three together are the residual. */
export const LOSS_STEPS = [
  "temperature",
  "zero_export",
  "clipping",
  "outage",
  "communication",
  "usual",
  "wiring",
  "unexplained",
] as const;
export type LossStep = (typeof LOSS_STEPS)[number];

/** The light, the steps and what was measured, each as the schema given. */
const eachStep = <S extends z.ZodType>(of: S) =>
  z.object({
    /** Of the light on the modules at standard test conditions: Σ P0 · G · τ. */
    base: of,
    temperature: of,
    zero_export: of,
    clipping: of,
    outage: of,
    communication: of,
    usual: of,
    /** Between inverters and meters; 0 where the inverters themselves count. */
    wiring: of,
    unexplained: of,
    /** `base` less all steps, exactly. */
    measured: of,
  });

/** Whole Wh. */
const wattHours = eachStep(z.int());
export type LossEnergies = z.output<typeof wattHours>;

/** Quarter hours of all devices together. */
const quarters = z.int().min(0);

export const lossWaterfall = endpoint({
  name: "lossWaterfall",
  method: "GET",
  path: "project/losses",
  summary:
    "Where a project's light went: steps that close with the measured energy, in Wh and VND, by inverter and day",
  query: daysInOrder(
    z.object({
      project_uid: z.uuid(),
      from_date: calendarDay,
      to_date: calendarDay,
      /** Of one gateway, or one inverter (where there are none, one production meter); neither: of the project. */
      gateway_uid: z.uuid().optional(),
      device_uid: z.uuid().optional(),
    }),
  ).refine(
    ({ from_date, to_date }) => Date.parse(to_date) - Date.parse(from_date) < LOSS_LIMITS.days * 86_400_000,
    { path: ["to_date"], error: `At most ${LOSS_LIMITS.days} days` },
  ),
  answer: z.object({
    timezone: z.string(),
    from_date: z.iso.date(),
    to_date: z.iso.date(),
    /** Null: nothing is known of these days, or no light was measured. */
    energy_wh: wattHours.nullable(),
    /** Whole VND by the tariff in force in each quarter hour; closes as well. Null with the energies. */
    cost_vnd: eachStep(z.int()).nullable(),
    /** Why there are no energies; null: there are. */
    reason: z.enum(["no_data", "no_irradiance"]).nullable(),
    /** VND per kWh where it was the same in all quarter hours, decimal text; null: it was not. */
    vnd_per_kwh: z.string().nullable(),
    /** What the light fell on, Wp, and how much, Wh/m². */
    capacity_wp: z.number(),
    insolation_wh_m2: z.number(),
    /** Module temperature weighed by the light, °C; null: no light, or no temperature coefficient. */
    temperature_c: z.number().nullable(),
    /** Power temperature coefficient, %/°C. */
    gamma_percent_per_c: z.number(),
    /** κ over these quarter hours, weighed by the light; null: no light. */
    kappa: z.number().nullable(),
    /** What the inverters can deliver together, W; null: one does not say. */
    ac_nominal_w: z.number().nullable(),
    /** By which devices the measured energy is told. */
    by: countedBy,
    quarter_hours: z.object({
      zero_export: quarters,
      clipping: quarters,
      outage: quarters,
      communication: quarters,
      /** By day, and those of them of which light and energy are known. */
      daylight: quarters,
      known: quarters,
    }),
    /** What was expected while a device was silent, and what of it is pending, Wh. */
    gap_expected_wh: z.int(),
    pending_wh: z.int(),
    /** Of the base, what no sensor saw: the energy of the counters told it, Wh. */
    estimated_base_wh: z.int(),
    /** Of zero export, what power limits and disconnections took that the portal commanded: Wh, whole VND and quarter hours. */
    commanded: z.object({ energy_wh: z.int(), cost_vnd: z.int(), quarter_hours: quarters }),
    /** Days of which less than nine tenths are known, in stretches. */
    incomplete: z.array(z.object({ from_date: z.iso.date(), to_date: z.iso.date() })),
    /** Outages, the largest first, and how many there are; devices as aliases, else names or serials. */
    outages: z.array(
      z.object({
        from_at: utcInstant,
        to_at: utcInstant,
        energy_wh: z.int(),
        devices: z.array(z.string()),
        /** True: all devices of the waterfall. */
        all: z.boolean(),
      }),
    ),
    outage_count: z.int(),
    /** Each closes as well: `wiring` is 0. By gateway, in the order they were added. */
    devices: z.array(
      z.object({
        device_uid: z.uuid(),
        gateway_uid: z.uuid(),
        alias: z.string(),
        gateway_alias: z.string(),
        energy_wh: wattHours,
      }),
    ),
    /** In order, of what is known: by day, by month (named by its first day) beyond LOSS_LIMITS.byDay days. */
    days: z.array(z.object({ day: z.iso.date(), energy_wh: wattHours })),
    /** Names the rules. */
    version: z.string(),
  }),
  heavyFromDays: 32,
  refusals: ["project.not_found", "gateway.not_found", "device.not_found"],
});
export type LossWaterfall = z.output<(typeof lossWaterfall)["answer"]>;

/** Energies in tenths of a kWh that close as the Wh do: each rounded once, by largest remainder. */
export function lossTenths(energies: LossEnergies): LossEnergies {
  const base = Math.round(energies.base / 100);
  const measured = Math.round(energies.measured / 100);
  const parts = roundedParts(
    LOSS_STEPS.map((step) => energies[step] / 100),
    base - measured,
  );
  const steps = Object.fromEntries(LOSS_STEPS.map((step, at) => [step, parts[at] ?? 0])) as Record<
    LossStep,
    number
  >; // the same names
  return { base, ...steps, measured };
}
