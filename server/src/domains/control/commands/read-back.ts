// What devices say is set in them, held against what was ordered. Pure.
import {
  INVERTER_STATE,
  POWER_LIMIT_SOURCE,
  type CommandArgs,
  type EvidenceReading,
} from "@heliograph/contract";
import type { CommandFacts, WatchedDevice, WatchedReading } from "./evidence-facts.ts";

/** What was read back. */
export interface ReadBack {
  /** Null: nothing has been read back yet. */
  readonly is_set: boolean | null;
  readonly readings: readonly EvidenceReading[];
  /** The end of the newest interval that says so, ms since 1970. */
  readonly at_ms: number | null;
  /** The limit that holds, W; null: the command sets none, or it is not known. */
  readonly limit_w: number | null;
  readonly on_site_w: number | null;
  /** What is set instead of the limit that was ordered. */
  readonly instead: EvidenceReading | null;
  /** The same in percent of its device's rating; null: there is none, or the rating is not known. */
  readonly instead_percent: number | null;
  /** True: another controller has set it. */
  readonly isByOther: boolean;
}

const NOTHING: ReadBack = {
  is_set: null,
  readings: [],
  at_ms: null,
  limit_w: null,
  on_site_w: null,
  instead: null,
  instead_percent: null,
  isByOther: false,
};

/** A limit is the one ordered within this share of it , and of the rating where it is small. */
const WITHIN = 0.01;
const WITHIN_RATING = 0.001;
const near = (value: number, asked: number, rating: number | null) =>
  Math.abs(value - asked) <= Math.max(asked * WITHIN, (rating ?? 0) * WITHIN_RATING, 1);

/** The sum of the ratings; null where one is not known, or there is no device. */
export function ratingOf(devices: readonly WatchedDevice[]): number | null {
  if (devices.length === 0) return null;
  return devices.reduce<number | null>(
    (sum, { ac_nominal_w }) => (sum === null || ac_nominal_w === null ? null : sum + ac_nominal_w),
    0,
  );
}

const METERS_AT_GRID: ReadonlySet<string> = new Set(["grid_meter"]);

/** The devices whose settings a command changes. */
export function targetsOf({ command, devices }: CommandFacts): readonly WatchedDevice[] {
  const { args } = command;
  const { name } = args;
  if (name === "zero_export" || name === "nze_parameters") {
    return devices.filter(({ asset_type }) => METERS_AT_GRID.has(asset_type));
  }
  if (name !== "power_limit" && name !== "connect") return [];
  if (command.device_id !== null) return devices.filter(({ device_id }) => device_id === command.device_id);
  const wanted = name === "connect" && args.relay !== undefined ? "swh_controller" : "solar_inverter";
  return devices.filter(({ asset_type }) => asset_type === wanted);
}

/** A value of a reading as evidence. */
export const proof = (
  { device_uid, serial }: WatchedDevice,
  reading: WatchedReading,
  quantity: string,
  value: number,
): EvidenceReading => ({
  device_uid,
  serial,
  at: new Date(reading.at_ms).toISOString(),
  quantity,
  value,
});

/** The newest reading of each device that has the value; undefined while one of them has none. */
function newestOfAll(
  devices: readonly WatchedDevice[],
  readings: readonly WatchedReading[],
  has: (reading: WatchedReading) => boolean,
): { device: WatchedDevice; reading: WatchedReading }[] | undefined {
  const found = devices.flatMap((device) => {
    const reading = readings.findLast((one) => one.device_id === device.device_id && has(one));
    return reading === undefined ? [] : [{ device, reading }];
  });
  return devices.length > 0 && found.length === devices.length ? found : undefined;
}

/** What the devices say is set in them since the command was sent. */
export function readBack(facts: CommandFacts): ReadBack {
  const { args } = facts.command;
  switch (args.name) {
    case "power_limit":
      return args.limit === null ? givenBack(facts) : limited(facts, args.limit);
    case "connect":
      return args.relay === undefined ? connected(facts, args.on) : switched(facts, args.relay, args.on);
    case "zero_export":
      return exportSet(facts, args.on, args.on ? args.export_limit_w : null);
    case "nze_parameters":
      return exportSet(facts, null, args.export_limit_w);
    case "firmware":
      return facts.firmware_version === args.version ? { ...NOTHING, is_set: true } : NOTHING;
    case "nze_drill":
      return NOTHING;
    default:
      return args satisfies never;
  }
}

type Limit = NonNullable<Extract<CommandArgs, { name: "power_limit" }>["limit"]>;

/** The limit that is ordered, W; null where a share of an unknown rating is. */
function askedW(limit: Limit, rating: number | null): number | null {
  if ("w" in limit) return limit.w;
  return rating === null ? null : (rating * limit.percent) / 100;
}

function limited(facts: CommandFacts, limit: Limit): ReadBack {
  const targets = targetsOf(facts);
  const rating = ratingOf(targets);
  const found = newestOfAll(targets, facts.readings, ({ power_limit_w }) => power_limit_w !== null);
  if (found === undefined) return NOTHING;
  const value = found.reduce((sum, { reading }) => sum + (reading.power_limit_w ?? 0), 0);
  const asked = askedW(limit, rating);
  const sources = found.map(({ reading }) => reading.power_limit_source);
  const equals = asked === null ? sources.every(isOurs) : near(value, asked, rating);
  const isLower = asked !== null && value < asked && !equals;
  const onSite = isLower && (sources.every(isSite) || saysSo(facts, value, rating));
  const is_set = (equals || onSite) && !sources.some(isOther);
  const odd = found.find(({ reading }) => isOther(reading.power_limit_source)) ?? found[0];
  const readings = found.map(({ device, reading }) =>
    proof(device, reading, "power_limit_w", reading.power_limit_w ?? 0),
  );
  return {
    is_set,
    readings,
    at_ms: Math.max(...found.map(({ reading }) => reading.at_ms)),
    limit_w: is_set ? value : asked,
    on_site_w: onSite ? value : null,
    isByOther: sources.some(isOther),
    ...(is_set || odd === undefined ? { instead: null, instead_percent: null } : insteadOf(odd)),
  };
}

/** What a device says is set in it instead. */
function insteadOf({ device, reading }: { device: WatchedDevice; reading: WatchedReading }) {
  const watts = reading.power_limit_w ?? 0;
  const { ac_nominal_w } = device;
  return {
    instead: proof(device, reading, "power_limit_w", watts),
    instead_percent: ac_nominal_w === null || ac_nominal_w === 0 ? null : (watts / ac_nominal_w) * 100,
  };
}

const isOurs = (source: number | null) => source === POWER_LIMIT_SOURCE.portal;
const isSite = (source: number | null) => source === POWER_LIMIT_SOURCE.site;
const isOther = (source: number | null) => source === POWER_LIMIT_SOURCE.other_controller;
/** The gateway's answer named this lower limit. */
const saysSo = ({ message }: CommandFacts, value: number, rating: number | null) =>
  message !== null && message.ack_in_force_w !== null && near(value, message.ack_in_force_w, rating);

/** A limit that was given back: what holds is none, or the gateway's own. */
function givenBack(facts: CommandFacts): ReadBack {
  const targets = targetsOf(facts);
  const found = newestOfAll(
    targets,
    facts.readings,
    ({ power_limit_w, power_limit_source }) => power_limit_w !== null || power_limit_source !== null,
  );
  if (found === undefined) return NOTHING;
  const is_set = found.every(({ device, reading: { power_limit_source: source, power_limit_w: value } }) =>
    source === null
      ? value !== null && device.ac_nominal_w !== null && value >= device.ac_nominal_w * (1 - WITHIN)
      : source === POWER_LIMIT_SOURCE.none || source === POWER_LIMIT_SOURCE.site,
  );
  return {
    ...NOTHING,
    is_set,
    at_ms: Math.max(...found.map(({ reading }) => reading.at_ms)),
    readings: found.map(({ device, reading }) =>
      reading.power_limit_source === null
        ? proof(device, reading, "power_limit_w", reading.power_limit_w ?? 0)
        : proof(device, reading, "power_limit_source", reading.power_limit_source),
    ),
  };
}

const AWAY: ReadonlySet<number> = new Set([
  INVERTER_STATE.off,
  INVERTER_STATE.shutting_down,
  INVERTER_STATE.standby,
]);

function connected(facts: CommandFacts, on: boolean): ReadBack {
  const found = newestOfAll(targetsOf(facts), facts.readings, ({ state }) => state !== null);
  if (found === undefined) return NOTHING;
  return {
    ...NOTHING,
    is_set: found.every(({ reading }) => AWAY.has(reading.state ?? 0) !== on),
    at_ms: Math.max(...found.map(({ reading }) => reading.at_ms)),
    readings: found.map(({ device, reading }) => proof(device, reading, "state", reading.state ?? 0)),
    limit_w: on ? null : 0,
  };
}

function switched(facts: CommandFacts, relay: string, on: boolean): ReadBack {
  const isOn = ({ relays }: WatchedReading) => relays?.find((one) => one.relay === relay)?.on;
  const found = newestOfAll(targetsOf(facts), facts.readings, (reading) => isOn(reading) !== undefined);
  if (found === undefined) return NOTHING;
  return {
    ...NOTHING,
    is_set: found.every(({ reading }) => isOn(reading) === on),
    at_ms: Math.max(...found.map(({ reading }) => reading.at_ms)),
    readings: found.map(({ device, reading }) =>
      proof(device, reading, relay, isOn(reading) === true ? 1 : 0),
    ),
  };
}

/** Zero export at the meter: `on` null asks for the limit alone, `limit_w` null for the switch alone. */
function exportSet(facts: CommandFacts, on: boolean | null, limit_w: number | null): ReadBack {
  const found = newestOfAll(
    targetsOf(facts).slice(0, 1),
    facts.readings,
    (reading) =>
      (on === null || reading.nze_on !== null) && (limit_w === null || reading.export_limit_w !== null),
  )?.[0];
  if (found === undefined) return NOTHING;
  const { device, reading } = found;
  const isOn = on === null || (reading.nze_on === 1) === on;
  const value = reading.export_limit_w;
  const isLimit = limit_w === null || (value !== null && (value < limit_w || near(value, limit_w, null)));
  const readings: EvidenceReading[] = [];
  if (on !== null) readings.push(proof(device, reading, "nze_on", reading.nze_on ?? 0));
  if (limit_w !== null) readings.push(proof(device, reading, "export_limit_w", value ?? 0));
  return {
    ...NOTHING,
    is_set: isOn && isLimit,
    at_ms: reading.at_ms,
    readings,
    limit_w: isOn && isLimit ? value : limit_w,
  };
}
