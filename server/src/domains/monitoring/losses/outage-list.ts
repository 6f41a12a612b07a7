// Outages as people count them: what stood still together, from beginning to end.
import { localDay, localMinutes } from "@heliograph/contract";
import type { LossRow } from "../../kpi/index.ts";

/** A stretch in which devices stood still together. */
interface LossOutage {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly energy_wh: number;
  readonly device_ids: readonly number[];
}

/**
 * The outages of the rows, the largest first. Stretches of a device that follow each other are one, also over a night; devices whose
 * stretches are the same are one outage.
 */
export function outageList(
  rows: readonly Pick<LossRow, "device_id" | "outages">[],
  timezone: string,
): LossOutage[] {
  const together = new Map<
    string,
    { from_ms: number; to_ms: number; energy_wh: number; device_ids: number[] }
  >();
  for (const [device_id, own] of Map.groupBy(rows, (row) => row.device_id)) {
    for (const [from_ms, to_ms, wh] of joined(
      own.flatMap(({ outages }) => outages),
      timezone,
    )) {
      const key = `${from_ms} ${to_ms}`;
      const outage = together.get(key) ?? { from_ms, to_ms, energy_wh: 0, device_ids: [] };
      outage.energy_wh += wh;
      outage.device_ids.push(device_id);
      together.set(key, outage);
    }
  }
  return [...together.values()].toSorted((a, b) => b.energy_wh - a.energy_wh || a.from_ms - b.from_ms);
}

type Stretch = LossRow["outages"][number];

/** Minutes after midnight: what stood still until the evening, and again from the morning on, stood still in between. */
const EVENING = 16 * 60;
const MORNING = 8 * 60;
const DAY_MS = 86_400_000;

function joined(stretches: readonly Stretch[], timezone: string): Stretch[] {
  const found: [number, number, number][] = [];
  for (const [from, to, wh] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last !== undefined && (last[1] === from || isOneNight(timezone, last[1], from))) {
      last[1] = to;
      last[2] += wh;
    } else found.push([from, to, wh]);
  }
  return found;
}

const isOneNight = (timezone: string, fromMs: number, toMs: number): boolean =>
  toMs - fromMs < DAY_MS &&
  localDay(timezone, fromMs) !== localDay(timezone, toMs) &&
  localMinutes(timezone, fromMs) >= EVENING &&
  localMinutes(timezone, toMs) <= MORNING;
