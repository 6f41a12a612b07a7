// When devices were silent, and when all of a gateway were at once.
import { BIN_MS } from "../../energy/index.ts";

/** A device with the quarter hours in which its data were due, and those of them that any reading lies in. */
export interface HeardDevice {
  readonly device_id: number;
  readonly gateway_id: number;
  /** Starts of quarter hours, ms since 1970, in order. */
  readonly due: readonly number[];
  readonly isMeasured: (bin: number) => boolean;
  /** False for those in which a device may sleep: dawn, dusk and night of what the sun drives. */
  readonly isAwake: (bin: number) => boolean;
  /** True where the last of `due` is the last that was due at all until now. */
  readonly untilNow: boolean;
}

/** A stretch of time without a word of a device. */
export interface DeviceSilence {
  readonly device_id: number;
  readonly gateway_id: number;
  /** Start of the first silent quarter hour and end of the last. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** It was heard of last, and first again, when data were due; infinite: never. */
  readonly heard_before: number;
  readonly heard_after: number;
  /** True where it is silent still. */
  readonly lasts: boolean;
}

/** Shorter silences are no events: they stand in the cells alone. */
const LEAST_BINS = 2;

/** The silences of a device in order: at least two quarter hours in a row while it is certainly awake. */
export function silencesOf(device: HeardDevice): DeviceSilence[] {
  const { device_id, gateway_id, due, isMeasured, isAwake, untilNow } = device;
  const silences: DeviceSilence[] = [];
  let run: number[] = [];
  let heard_before = -Infinity;
  const end = (heard_after: number) => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined && run.filter(isAwake).length >= LEAST_BINS) {
      silences.push({
        device_id,
        gateway_id,
        from_ms: first,
        to_ms: last + BIN_MS,
        heard_before,
        heard_after,
        lasts: untilNow && heard_after === Infinity,
      });
    }
    run = [];
  };
  for (const bin of due) {
    if (isMeasured(bin)) {
      end(bin);
      heard_before = bin + BIN_MS;
    } else run.push(bin);
  }
  end(Infinity);
  return silences;
}

/** One silence of a device, or one of all devices of a gateway. */
export interface Outage {
  readonly gateway_id: number;
  readonly silences: readonly DeviceSilence[];
  /** True where all devices of the gateway whose data were due, two or more, were silent together. */
  readonly whole: boolean;
}

/** True where two silences may have the same end and beginning: neither was heard of while the other was silent. */
const isOne = (a: DeviceSilence, b: DeviceSilence): boolean =>
  a.from_ms >= b.heard_before - BIN_MS &&
  b.from_ms >= a.heard_before - BIN_MS &&
  a.to_ms <= b.heard_after + BIN_MS &&
  b.to_ms <= a.heard_after + BIN_MS;

/** How many of the list, which is in order of `by`, come before the limit. */
function countBefore<T>(list: readonly T[], limit: number, by: (one: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && by(one) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True where data of the device were due at some time of the silence. */
const wasDue = ({ due }: HeardDevice, { from_ms, to_ms }: DeviceSilence) =>
  countBefore(due, to_ms, (bin) => bin) > countBefore(due, from_ms, (bin) => bin);

/** The silences, with those that a gateway's devices share as one. Those of a device come in order. */
export function outagesOf(devices: readonly HeardDevice[], silences: readonly DeviceSilence[]): Outage[] {
  const byGateway = Map.groupBy(devices, ({ gateway_id }) => gateway_id);
  const byDevice = Map.groupBy(silences, ({ device_id }) => device_id);
  const taken = new Set<DeviceSilence>();
  const sameOf = (device_id: number, silence: DeviceSilence) => {
    const own = byDevice.get(device_id) ?? [];
    const near = countBefore(own, silence.to_ms, (one) => one.from_ms);
    return own.slice(Math.max(0, near - 2), near).findLast((one) => !taken.has(one) && isOne(one, silence));
  };
  return silences.flatMap((silence) => {
    if (taken.has(silence)) return [];
    const { gateway_id } = silence;
    const due = (byGateway.get(gateway_id) ?? []).filter((device) => wasDue(device, silence));
    const same = due.flatMap(({ device_id }) => sameOf(device_id, silence) ?? []);
    const whole = due.length > 1 && same.length === due.length;
    const members = whole ? same : [silence];
    for (const one of members) taken.add(one);
    return [{ gateway_id, silences: members, whole }];
  });
}
