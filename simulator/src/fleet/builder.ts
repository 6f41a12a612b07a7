// Turns a line of the fleet's list into a plant with nameplates, gateways and inverters.
import { hash32, chance } from "../physics/random.ts";
import type { LoadShape } from "../physics/load.ts";
import { COLLECTOR_CURVES } from "../physics/water-heater.ts";
import { agreementOf, type AgreementKind } from "./agreement.ts";
import { CLIMATES } from "./climate.ts";
import { CLOCKS } from "./clocks.ts";
import type {
  Battery,
  Gateway,
  Inverter,
  Nameplate,
  PvPlant,
  Quirks,
  Site,
  SwhPlant,
  PlantTariff,
} from "./plant.ts";

/** Data sheets, rounded. */
const INVERTER_MODELS = {
  huawei215: { maker: "Huawei", model: "SUN2000-215KTL-H3", ac: 200_000, mppts: 3, strings: 5, volts: 800 },
  huawei150: { maker: "Huawei", model: "SUN2000-150K-MG0", ac: 150_000, mppts: 7, strings: 3, volts: 400 },
  huawei50: { maker: "Huawei", model: "SUN2000-50KTL-M3", ac: 50_000, mppts: 4, strings: 2, volts: 400 },
  sungrow110: { maker: "Sungrow", model: "SG110CX", ac: 110_000, mppts: 9, strings: 2, volts: 400 },
  sungrow33: { maker: "Sungrow", model: "SG33CX", ac: 33_000, mppts: 3, strings: 2, volts: 400 },
  sma50: { maker: "SMA", model: "STP 50-41 CORE1", ac: 50_000, mppts: 6, strings: 2, volts: 400 },
  sma100: { maker: "SMA", model: "SHP 100-21", ac: 100_000, mppts: 1, strings: 12, volts: 400 },
  growatt80: { maker: "Growatt", model: "MAX 80KTL3 LV", ac: 80_000, mppts: 6, strings: 2, volts: 400 },
  goodwe25: { maker: "GoodWe", model: "GW25K-MT", ac: 25_000, mppts: 3, strings: 2, volts: 400 },
} as const;
type InverterModel = keyof typeof INVERTER_MODELS;
const ETA = 0.983;
const MODULES_PER_STRING = 18;

const BATTERY_MODELS = {
  luna200: { maker: "Huawei", model: "LUNA2000-200KWH-2H1", wh: 200_000, w: 100_000, volts: 1100 },
  byd60: { maker: "BYD", model: "Battery-Box Commercial C130 60", wh: 60_000, w: 30_000, volts: 700 },
} as const;

/** Prices before VAT from 2025-05-10: production 6-22 kV, business 6-22 kV, and the average of all. */
const TARIFF_KINDS = {
  production: { normal: "1899", peak: "3508", off: "1234" },
  business: { normal: "3108", peak: "5202", off: "1829" },
  average: { normal: "2204.0655", peak: null, off: null },
  // What a kilowatt-hour costs abroad, in VND.
  china: { normal: "2350", peak: null, off: null },
  westernAustralia: { normal: "4700", peak: null, off: null },
  portugal: { normal: "4100", peak: null, off: null },
  chile: { normal: "2600", peak: null, off: null },
  california: { normal: "5700", peak: null, off: null },
} as const;
const EXPORT_VND_PER_KWH = "671";

export interface PvLine {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly at: readonly [latitude: number, longitude: number, altitudeM: number];
  readonly climate: keyof typeof CLIMATES;
  /** Left out: Viet Nam. */
  readonly zone?: keyof typeof CLOCKS;
  readonly certificates?: "I-REC" | "GEC";
  readonly kwp: number;
  readonly since: string;
  readonly inverters: number;
  readonly model: InverterModel;
  /** 0: the project has no gateway yet. */
  readonly gateways?: number;
  readonly load: readonly [shape: LoadShape, peakKw: number, weekend: number];
  readonly tariff: keyof typeof TARIFF_KINDS;
  readonly tilt?: number;
  /** Left out: south. */
  readonly azimuth?: number;
  /** Two halves of a roof, facing east and west. */
  readonly eastWest?: true;
  readonly nze?: true;
  readonly gridMeter?: false;
  readonly sensor?: false;
  readonly panelSensor?: true;
  readonly battery?: keyof typeof BATTERY_MODELS;
  /** Left out: simulated with PVsyst and guaranteed. */
  readonly agreement?: AgreementKind;
  readonly quirks?: Quirks;
}

function tariffOf(kind: keyof typeof TARIFF_KINDS): PlantTariff {
  const { normal, peak, off } = TARIFF_KINDS[kind];
  const bands =
    peak === null
      ? []
      : [
          { from: "00:00", to: "06:00", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: off },
          { from: "17:30", to: "22:30", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: peak },
        ];
  return { vndPerKwh: normal, exportVndPerKwh: EXPORT_VND_PER_KWH, bands };
}

/** Digits and letters of a serial number: the same for the same text. */
function code(text: string, length: number): string {
  return (hash32(text).toString(36) + hash32(`${text}.`).toString(36))
    .toUpperCase()
    .padEnd(length, "7")
    .slice(0, length);
}

/** What runs on a model: the same on all of its devices. */
function firmwareOf(model: string): string {
  const dice = hash32(`${model}|firmware`);
  return `${1 + (dice % 4)}.${(dice >>> 4) % 20}.${(dice >>> 9) % 10}`;
}

function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

function nameplate(
  line: { key: string; since: string },
  part: string,
  name: string,
  of: [string, string, number],
): Nameplate {
  const [manufacturer, model, warrantyYears] = of;
  return {
    serial: `${manufacturer.slice(0, 2).toUpperCase()}${line.since.slice(2, 4)}${code(`${line.key}|${part}`, 8)}`,
    name,
    manufacturer,
    model,
    firmware: firmwareOf(model),
    warrantyBegin: line.since,
    warrantyEnd: yearsLater(line.since, warrantyYears),
  };
}

function siteOf(line: Pick<PvLine, "at" | "climate" | "zone">): Site {
  const [latitude, longitude, altitudeM] = line.at;
  const climate = CLIMATES[line.climate];
  return { latitude, longitude, altitudeM, climate, ...CLOCKS[line.zone ?? "vietNam"] };
}

function gatewaysOf(line: { key: string; kwp: number }, count: number): Gateway[] {
  return Array.from({ length: count }, (_, index) => ({
    serial: `HG-${line.key.toUpperCase()}-${index + 1}`,
    name: count === 1 ? "Gateway" : `Gateway ${index + 1}`,
    firmware: "2.4.1",
    capacityWp: Math.round((line.kwp * 1000) / count),
  }));
}

function invertersOf(line: PvLine, gateways: number): Inverter[] {
  const data = INVERTER_MODELS[line.model];
  const weights = Array.from(
    { length: line.inverters },
    (_, i) => 1 + 0.06 * (chance(`${line.key}|size|${i}`) - 0.5),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = line.kwp * 1000;
  return weights.map((weight, i) => {
    const last = i === line.inverters - 1;
    const dcCapacityWp = last ? left : Math.round((line.kwp * 10 * weight) / total) * 100;
    left -= dcCapacityWp;
    return {
      ...nameplate(line, `inverter ${i}`, `INV-${String(i + 1).padStart(2, "0")}`, [
        data.maker,
        data.model,
        10,
      ]),
      gateway: Math.floor((i * Math.max(gateways, 1)) / line.inverters),
      plane: line.eastWest === true ? i % 2 : 0,
      acNominalW: data.ac,
      dcCapacityWp,
      eta: ETA,
      mppts: data.mppts,
      stringsPerMppt: data.strings,
      modulesPerString: data.volts === 800 ? 26 : MODULES_PER_STRING,
      lineVoltageV: data.volts,
      mismatch: 1 + 0.03 * (chance(`${line.key}|mismatch|${i}`) - 0.5),
    };
  });
}

function batteryOf(line: PvLine): Battery | null {
  if (line.battery === undefined) return null;
  const data = BATTERY_MODELS[line.battery];
  return {
    ...nameplate(line, "battery", "ESS-01", [data.maker, data.model, 10]),
    capacityWh: data.wh,
    maxPowerW: data.w,
    nominalV: data.volts,
  };
}

/** The PV plant that a line of the list describes. */
export function pvPlant(line: PvLine): PvPlant {
  const count = line.gateways ?? 1;
  const plain = (part: string, name: string, of: [string, string, number]): Nameplate =>
    nameplate(line, part, name, of);
  const tilt = line.tilt ?? 10;
  const [shape, peakKw, weekend] = line.load;
  const dcLoss = 0.08 + 0.03 * chance(`${line.key}|loss`);
  const gamma = -0.0035;
  const climate = CLIMATES[line.climate];
  return {
    type: "pv",
    key: line.key,
    name: line.name,
    address: line.address,
    site: siteOf(line),
    capacityWp: line.kwp * 1000,
    commissionedOn: line.since,
    runNze: line.nze === true,
    gateways: gatewaysOf(line, count),
    tariff: tariffOf(line.tariff),
    certificates: line.certificates ?? null,
    quirks: line.quirks ?? {},
    planes:
      line.eastWest === true
        ? [
            { tilt, azimuth: 90 },
            { tilt, azimuth: 270 },
          ]
        : [{ tilt, azimuth: line.azimuth ?? 180 }],
    dcLoss,
    gamma,
    agreement: agreementOf(line.agreement ?? "pvsyst", { dcLoss, gamma, climate }),
    inverters: count === 0 ? [] : invertersOf(line, count),
    productionMeters: Array.from({ length: count }, (_, i) =>
      plain(`meter ${i}`, `PM-${String(i + 1).padStart(2, "0")}`, ["Schneider", "iEM3255", 5]),
    ),
    gridMeter:
      count === 0 || line.gridMeter === false ? null : plain("grid", "GM-01", ["Janitza", "UMG 96RM-E", 5]),
    gridConnectionW: Math.max(line.kwp, peakKw) * 1250,
    irradianceSensor:
      count === 0 || line.sensor === false ? null : plain("sun", "WS-01", ["Kipp & Zonen", "SMP10-A", 5]),
    panelSensor: line.panelSensor === true ? plain("panel", "PT-01", ["LONGi", "LR5-72HPH-545M", 12]) : null,
    battery: batteryOf(line),
    load: { shape, peakW: peakKw * 1000, weekend },
  };
}

export interface SwhLine {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly at: readonly [latitude: number, longitude: number, altitudeM: number];
  readonly climate: keyof typeof CLIMATES;
  readonly since: string;
  readonly areaM2: number;
  readonly curve: keyof typeof COLLECTOR_CURVES;
  readonly litres: number;
  readonly heaterKw: number;
  readonly drawLitres: number;
  readonly sensor?: true;
  readonly quirks?: Quirks;
}

/** Thermal power that the industry counts for a square metre of collector (IEA SHC, 2004), Wp. */
const THERMAL_WP_PER_M2 = 700;

/** The solar water heater that a line of the list describes. */
export function swhPlant(line: SwhLine): SwhPlant {
  const capacityWp = Math.round(line.areaM2 * THERMAL_WP_PER_M2);
  return {
    type: "swh",
    key: line.key,
    name: line.name,
    address: line.address,
    site: siteOf(line),
    capacityWp,
    commissionedOn: line.since,
    tariff: tariffOf("business"),
    certificates: null,
    quirks: line.quirks ?? {},
    gateways: gatewaysOf({ key: line.key, kwp: capacityWp / 1000 }, 1),
    collectorType: line.curve === "flatPlate" ? "flat_plate" : "evacuated_tube",
    collector: { areaM2: line.areaM2, ...COLLECTOR_CURVES[line.curve] },
    tankLitres: line.litres,
    tankLossWK: 2.5 * (line.litres / 300) ** (2 / 3),
    heaterW: line.heaterKw * 1000,
    drawLitres: line.drawLitres,
    controller: nameplate(line, "controller", "SC-01", ["RESOL", "DeltaSol BX Plus", 3]),
    irradianceSensor: line.sensor === true ? nameplate(line, "sun", "WS-01", ["RESOL", "CS10", 2]) : null,
  };
}
