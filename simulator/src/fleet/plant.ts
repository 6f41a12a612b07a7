// What a simulated project is made of. Everything is constant: a plant and a day decide all that happens on it.
import type { LoadProfile } from "../physics/load.ts";
import type { Plane } from "../physics/plane-of-array.ts";
import type { Collector } from "../physics/water-heater.ts";
import type { Agreement } from "./agreement.ts";
import type { Climate } from "./climate.ts";

/**
 * Where a plant is. Its day is that of the zone's clock without summer time: a day of 24 hours, all year, by which sun and
 * loads go. The portal knows the zone and its summer time.
 */
export interface Site {
  readonly timezone: string;
  /** The clock, without summer time, is so far ahead of UTC. */
  readonly aheadMs: number;
  readonly gridHz: 50 | 60;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number;
  readonly climate: Climate;
}

/** The nameplate of a device, as a gateway announces it. */
export interface Nameplate {
  readonly serial: string;
  readonly name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly firmware: string;
  readonly warrantyBegin: string;
  readonly warrantyEnd: string;
}

export interface Inverter extends Nameplate {
  /** Index into the plant's gateways. */
  readonly gateway: number;
  /** Index into the plant's planes. */
  readonly plane: number;
  readonly acNominalW: number;
  readonly dcCapacityWp: number;
  readonly eta: number;
  readonly mppts: number;
  readonly stringsPerMppt: number;
  readonly modulesPerString: number;
  readonly lineVoltageV: number;
  /** Its array against the plant's mean, about 1. */
  readonly mismatch: number;
}

export interface Battery extends Nameplate {
  readonly capacityWh: number;
  readonly maxPowerW: number;
  readonly nominalV: number;
}

export interface Gateway {
  readonly serial: string;
  readonly name: string;
  readonly firmware: string;
  readonly capacityWp: number;
}

/** Something that comes back every `everyDays` days, `phase` days after the first day of 2020. */
export interface Recurrence {
  readonly everyDays: number;
  readonly phase: number;
}

/** What goes wrong at a plant, so that every case can be seen in any two months. */
export interface Quirks {
  /** Share of the yield lost each day since the last cleaning. */
  readonly soiling?: Recurrence & { readonly lossPerDay: number };
  /** An inverter stands still from a morning until the afternoon `days` later. */
  readonly inverterFault?: Recurrence & { readonly inverter: number; readonly days: number };
  /** A string without current for `days` days. */
  readonly stringFault?: Recurrence & {
    readonly inverter: number;
    readonly mppt: number;
    readonly days: number;
  };
  /** An inverter's board is replaced and its counter starts at 0. */
  readonly counterReset?: Recurrence & { readonly inverter: number };
  /** An inverter's counter shows nonsense for five minutes. */
  readonly glitch?: Recurrence & { readonly inverter: number };
  /** An inverter says for half an hour that it is hotter than any can be: the portal refuses what it says. */
  readonly badRegister?: Recurrence & { readonly inverter: number };
  /** The gateways have no line for these hours of a day, and what they measure meanwhile is lost. */
  readonly lineLost?: Recurrence & { readonly fromHour: number; readonly hours: number };
  /** The gateway's line is bad: it loses whole hours of readings, never to be seen again. */
  readonly badLine?: true;
  /** The gateway lives on the inverters' power: it is dead from dusk to dawn. */
  readonly darkNights?: true;
  /** The sensor's line from a water heater's collector is broken from a morning until the afternoon `days` later. */
  readonly outletLine?: Recurrence & { readonly days: number };
  /** The battery of a water heater's clock is flat for `days` days. */
  readonly clockLost?: Recurrence & { readonly days: number };
  /** The mains sag in the evenings of `days` days. */
  readonly weakMains?: Recurrence & { readonly days: number };
  /** The gateway is without a line at these minutes of each day and sends afterwards what it kept. */
  readonly late?: { readonly fromMinute: number; readonly minutes: number };
}

interface Project {
  /** Names the project in seeds; never changes. */
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly site: Site;
  readonly capacityWp: number;
  readonly commissionedOn: string;
  readonly gateways: readonly Gateway[];
  readonly tariff: PlantTariff;
  /** The registry that its certificates are of: such a plant has 14 months of history. Null: it holds none. */
  readonly certificates: "I-REC" | "GEC" | null;
  readonly quirks: Quirks;
}

export interface PlantTariff {
  readonly vndPerKwh: string;
  readonly exportVndPerKwh: string;
  readonly bands: readonly { from: string; to: string; days: number[]; vnd_per_kwh: string }[];
}

export interface PvPlant extends Project {
  readonly type: "pv";
  readonly runNze: boolean;
  readonly planes: readonly Plane[];
  /** Wiring, mismatch, nameplate: everything between module and inverter, 0.08 to 0.12. */
  readonly dcLoss: number;
  readonly gamma: number;
  /** Null: nothing was guaranteed. */
  readonly agreement: Agreement | null;
  readonly inverters: readonly Inverter[];
  /** One for each gateway, in its order: counts what the inverters behind the gateway deliver. */
  readonly productionMeters: readonly Nameplate[];
  /** The meters below and the sensors are read by the first gateway. */
  readonly gridMeter: Nameplate | null;
  readonly gridConnectionW: number;
  readonly irradianceSensor: Nameplate | null;
  readonly panelSensor: Nameplate | null;
  readonly battery: Battery | null;
  readonly load: LoadProfile;
}

export interface SwhPlant extends Project {
  readonly type: "swh";
  readonly collector: Collector;
  readonly collectorType: "flat_plate" | "evacuated_tube";
  readonly tankLitres: number;
  readonly tankLossWK: number;
  readonly heaterW: number;
  /** Litres drawn on an ordinary day. */
  readonly drawLitres: number;
  readonly controller: Nameplate;
  readonly irradianceSensor: Nameplate | null;
}

export type Plant = PvPlant | SwhPlant;

type Clock = Pick<Site, "aheadMs">;

/** The instant at which a day of the place begins, ms since 1970. */
export const dayStartMs = ({ aheadMs }: Clock, day: string): number =>
  Date.parse(`${day}T00:00:00Z`) - aheadMs;

/** The day of the place that an instant ends in: midnight belongs to the day it closes, as the end of an interval. */
export const dayEndingAt = ({ aheadMs }: Clock, atMs: number): string =>
  new Date(atMs - 1 + aheadMs).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("2020-01-01T00:00:00Z") / DAY_MS;

/** Days since the event last began, 0 on its first day. */
export function daysInto({ everyDays, phase }: Recurrence, day: string): number {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS - FIRST_DAY - phase;
  return ((number % everyDays) + everyDays) % everyDays;
}
