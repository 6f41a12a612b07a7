// The quarter hours of a local day, one value a device and quarter hour, from the rows of the ledger.

export const QUARTER_MS = 900_000;
export const QUARTER_HOURS = 0.25;
/** A quarter hour counts as measured from this many covered seconds on: half of it. */
const MEASURED_S = 450;

export interface KpiDaySpan {
  readonly day: string;
  /** Instants (ms since 1970) between which the day lies. */
  readonly from_ms: number;
  readonly to_ms: number;
}

/** How many quarter hours the day has: 96, or 92 or 100 where clocks change. */
export const quartersOf = (span: KpiDaySpan): number => Math.round((span.to_ms - span.from_ms) / QUARTER_MS);

/** What key figures need to know of a device. */
interface KpiDevice {
  readonly device_id: number;
  readonly gateway_id: number;
  readonly asset_type: string;
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
}

/** Rows of energy_quarter of one device and day in columns; `quarter` is the index since the start of the day. */
export interface QuarterColumns {
  readonly quarter: readonly number[];
  readonly energy_wh: readonly (number | null)[];
  /** The part of the energy whose place in time is estimated. */
  readonly estimated_wh: readonly (number | null)[];
  readonly import_wh: readonly (number | null)[];
  readonly export_wh: readonly (number | null)[];
  readonly power_w: readonly (number | null)[];
  readonly power_max_w: readonly (number | null)[];
  readonly insolation_wh_m2: readonly (number | null)[];
  readonly module_temperature_c: readonly (number | null)[];
  readonly covered_s: readonly number[];
}

/** A power limit, or a disconnection, that the portal commanded: instants in ms since 1970, and what the device may give, W. */
export interface CommandedLimit {
  readonly from_ms: number;
  /** Null: it holds. */
  readonly to_ms: number | null;
  readonly limit_w: number;
}

/** A device's day as the database tells it. */
export interface DeviceRows extends KpiDevice {
  readonly rows: QuarterColumns | null;
  /** Those that held on the day. */
  readonly limits: readonly CommandedLimit[];
  /** The ledger believes its counters up to here (ms since 1970); null: never. */
  readonly known_until_ms: number | null;
  /** False: its energy is the integral of its power, which knows nothing of gaps. */
  readonly has_counter: boolean;
  /** It has a ledger for an earlier day, so that its counter was known when the day began. */
  readonly known_before: boolean;
  /** Instants (ms) at which its counter was found reset: what lies before each, back to the last reading, is unknown. */
  readonly resets_ms: readonly number[];
}

type Values = (number | null)[];

/** The device's day, every list with one entry a quarter hour. */
export interface DeviceQuarters extends KpiDevice {
  /** Wh. A quarter hour in which the counter did not move is zero; null: not known. */
  readonly energy_wh: Values;
  /** Mean power at the grid, W: import positive. */
  readonly grid_w: Values;
  /** Mean power while it was measured, W. */
  readonly power_w: Values;
  /** Highest power of a reading in it, W. */
  readonly power_max_w: Values;
  readonly irradiance_w_m2: Values;
  readonly module_temperature_c: Values;
  /** The lowest limit that the portal's commands set for some part of it, W; null: none. */
  readonly limit_w: Values;
  /** True where that limit held throughout. */
  readonly limit_throughout: boolean[];
  readonly measured: boolean[];
  /** True where a gap's energy was spread to. */
  readonly estimated: boolean[];
  /** Seconds that readings cover. */
  readonly covered_s: number;
  /** False: its energy is the integral of its power, which knows nothing of gaps. */
  readonly has_counter: boolean;
}

/** The device's rows as a whole day. */
export function quartersOfDevice(device: DeviceRows, span: KpiDaySpan): DeviceQuarters {
  const count = quartersOf(span);
  const empty = (): Values => Array<null>(count).fill(null);
  const columns = {
    energy_wh: empty(),
    grid_w: empty(),
    power_w: empty(),
    power_max_w: empty(),
    irradiance_w_m2: empty(),
    module_temperature_c: empty(),
  };
  const measured = Array<boolean>(count).fill(false);
  const estimated = Array<boolean>(count).fill(false);
  let coveredS = 0;
  device.rows?.quarter.forEach((at, index) => {
    const of = (column: keyof QuarterColumns) => device.rows?.[column][index] ?? null;
    const seconds = of("covered_s") ?? 0;
    coveredS += seconds;
    measured[at] = seconds >= MEASURED_S;
    estimated[at] = (of("estimated_wh") ?? 0) > 0;
    columns.energy_wh[at] = of("energy_wh");
    columns.power_w[at] = of("power_w");
    columns.power_max_w[at] = of("power_max_w");
    columns.module_temperature_c[at] = of("module_temperature_c");
    const light = of("insolation_wh_m2");
    if (light !== null && seconds >= MEASURED_S) columns.irradiance_w_m2[at] = (light * 3600) / seconds;
    const [into, out] = [of("import_wh"), of("export_wh")];
    if (into !== null || out !== null) columns.grid_w[at] = ((into ?? 0) - (out ?? 0)) / QUARTER_HOURS;
  });
  if (device.has_counter) fillStandstill(device, span, { energy_wh: columns.energy_wh, measured });
  return {
    ...columns,
    ...limitsOf(device, span),
    device_id: device.device_id,
    gateway_id: device.gateway_id,
    asset_type: device.asset_type,
    ac_nominal_w: device.ac_nominal_w,
    dc_capacity_wp: device.dc_capacity_wp,
    measured,
    estimated,
    covered_s: coveredS,
    has_counter: device.has_counter,
  };
}

/** By quarter hour the lowest of the limits that held in it. */
function limitsOf(
  { limits }: DeviceRows,
  span: KpiDaySpan,
): Pick<DeviceQuarters, "limit_w" | "limit_throughout"> {
  const quarters = quartersOf(span);
  if (limits.length === 0) {
    return {
      limit_w: Array<null>(quarters).fill(null),
      limit_throughout: Array<boolean>(quarters).fill(false),
    };
  }
  const lowest = Array.from({ length: quarters }, (_, at) => {
    const from = span.from_ms + at * QUARTER_MS;
    const held = limits.filter(
      ({ from_ms, to_ms }) => from_ms < from + QUARTER_MS && (to_ms === null || to_ms > from),
    );
    const limit_w = Math.min(...held.map((limit) => limit.limit_w));
    const throughout = held.some(
      (limit) =>
        limit.limit_w === limit_w &&
        limit.from_ms <= from &&
        (limit.to_ms === null || limit.to_ms >= from + QUARTER_MS),
    );
    return held.length === 0 ? null : { limit_w, throughout };
  });
  return {
    limit_w: lowest.map((limit) => limit?.limit_w ?? null),
    limit_throughout: lowest.map((limit) => limit?.throughout === true),
  };
}

/**
 * Where a device said nothing and its counter had not moved when it was back, the ledger has no row: it produced
 * nothing. Before its first reading, since its last one, and before a reset nothing is known.
 */
function fillStandstill(
  device: DeviceRows,
  span: KpiDaySpan,
  { energy_wh, measured }: { energy_wh: Values; measured: readonly boolean[] },
): void {
  const first = device.known_before ? 0 : energy_wh.findIndex((value) => value !== null);
  if (first === -1) return;
  const unknown = new Set(device.resets_ms.flatMap((at) => beforeReset(at, span, measured)));
  for (let at = first; at < energy_wh.length; at += 1) {
    const end = span.from_ms + (at + 1) * QUARTER_MS;
    if (energy_wh[at] !== null || measured[at] === true || end > (device.known_until_ms ?? 0)) continue;
    if (!unknown.has(at)) energy_wh[at] = 0;
  }
}

function beforeReset(atMs: number, span: KpiDaySpan, measured: readonly boolean[]): number[] {
  const last = Math.ceil((atMs - span.from_ms) / QUARTER_MS) - 1;
  const found: number[] = [];
  for (let at = last; at >= 0 && (at === last || measured[at] !== true); at -= 1) found.push(at);
  return found;
}
