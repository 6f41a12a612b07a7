// The rows of the desk, made of causes: alarms that stand for themselves, and those of a region as one.
import { DESK_GROUPS, type DeskGroup } from "@heliograph/contract";
import { regionCauses, type LostPlant, type RegionRule } from "./region-causes.ts";

/** What an alarm costs; VND in hundredths. Null: not known yet. */
interface CauseCosts {
  readonly least_w: number | null;
  readonly most_w: number | null;
  readonly least_vnd: bigint | null;
  readonly most_vnd: bigint | null;
  readonly lost_vnd: bigint;
}

/** An alarm that has a cause of its own. */
export interface DeskCause {
  readonly alarm_id: number;
  readonly project_id: number;
  /** ms since 1970. */
  readonly started_ms: number;
  readonly group: DeskGroup;
  /** Its place among the severities. */
  readonly severity: number;
  /** The caller has it; somebody has it. */
  readonly isOwn: boolean;
  readonly isHeld: boolean;
  readonly isOpen: boolean;
  /** It is what the filter asks for. */
  readonly fits: boolean;
  /** It began within the last 24 hours. */
  readonly isOfToday: boolean;
  /** Where the plant lies of which nothing is heard any more; null: something is, or part of it is missing. */
  readonly lost: { readonly latitude: number; readonly longitude: number } | null;
}

/** A cause with what it costs. */
export type CostedCause = DeskCause & CauseCosts;

interface LostAlarm extends LostPlant {
  readonly alarm_id: number;
}

/** Alarms that one cause of a region raised: the first names it. */
interface RegionAlarms {
  readonly first: LostAlarm;
  readonly alarm_ids: readonly number[];
  readonly projects: number;
}

/** The causes of regions, and the first alarm of the region of each alarm that belongs to one, by id. */
export interface Regions {
  readonly list: readonly RegionAlarms[];
  readonly firstOf: ReadonlyMap<number, LostAlarm>;
}

/** The causes of regions among the plants of which nothing is heard. */
export function regionsIn(causes: readonly DeskCause[], rule: RegionRule): Regions {
  const lost: LostAlarm[] = [];
  for (const { alarm_id, project_id, started_ms: lost_ms, lost: place } of causes) {
    if (place === null) continue;
    const { latitude, longitude } = place;
    lost.push({ alarm_id, project_id, lost_ms, latitude, longitude });
  }
  const list = lost.length < rule.projects ? [] : regionsAmong(lost, rule);
  const firstOf = new Map<number, LostAlarm>();
  for (const { first, alarm_ids } of list) for (const id of alarm_ids) firstOf.set(id, first);
  return { list, firstOf };
}

function regionsAmong(lost: readonly LostAlarm[], rule: RegionRule): RegionAlarms[] {
  const ofPlant = Map.groupBy(lost, ({ project_id }) => project_id);
  // A plant was lost with the last of its gateways.
  const plants = [...ofPlant.values()].map((alarms) =>
    alarms.reduce((last, one) =>
      (one.lost_ms - last.lost_ms || one.alarm_id - last.alarm_id) > 0 ? one : last,
    ),
  );
  return regionCauses(plants, rule).map(({ first, plants: taken }) => ({
    first,
    alarm_ids: taken.flatMap(({ project_id }) =>
      (ofPlant.get(project_id) ?? []).map(({ alarm_id }) => alarm_id),
    ),
    projects: taken.length,
  }));
}

/** A row of the desk by the alarm that names it; VND in hundredths. */
export interface DeskUnit extends CauseCosts {
  readonly id: number;
  readonly project_id: number;
  readonly group: DeskGroup;
  /** Alarms that it stands for. */
  readonly alarms: number;
  readonly started_ms: number;
  readonly severity: number;
}

/**
 * The rows that the causes which fit make, in no order. Those of a region are one, named by its first alarm, unless `region` asks for
 * the alarms of one. Sums of what is known; null: of none.
 */
export function deskUnits(
  causes: readonly CostedCause[],
  regions: Regions,
  region?: RegionAlarms,
): DeskUnit[] {
  const inside = region === undefined ? null : new Set(region.alarm_ids);
  const fitting = causes.filter(({ fits, alarm_id }) => fits && (inside?.has(alarm_id) ?? true));
  const whole = (cause: CostedCause) =>
    (inside === null ? regions.firstOf.get(cause.alarm_id) : undefined) ?? cause;
  return [...Map.groupBy(fitting, (cause) => whole(cause).alarm_id).values()].map((own) => {
    const [one] = own;
    if (one === undefined) throw new RangeError("a row stands for one alarm at least");
    const named = { id: whole(one).alarm_id, project_id: whole(one).project_id };
    return own.length === 1 ? { ...one, ...named, alarms: 1 } : { ...named, ...summed(own) };
  });
}

function summed(own: readonly CostedCause[]): Omit<DeskUnit, "id" | "project_id"> {
  return {
    group: groupOf(own),
    alarms: own.length,
    started_ms: own.reduce((first, { started_ms }) => Math.min(first, started_ms), Infinity),
    severity: own.reduce((worst, { severity }) => Math.min(worst, severity), Infinity),
    least_w: sumOf(own, ({ least_w }) => least_w),
    most_w: sumOf(own, ({ most_w }) => most_w),
    least_vnd: sumOfVnd(own, ({ least_vnd }) => least_vnd),
    most_vnd: sumOfVnd(own, ({ most_vnd }) => most_vnd),
    lost_vnd: sumOfVnd(own, ({ lost_vnd }) => lost_vnd) ?? 0n,
  };
}

/** In work as soon as somebody has one of them; else it waits while one of them does. */
function groupOf(own: readonly CostedCause[]): DeskGroup {
  const groups = new Set(own.map(({ group }) => group));
  return (
    (["in_work", "nobody", "closed", "resolved"] as const).find((group) => groups.has(group)) ?? "snoozed"
  );
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number | null): number | null =>
  all.reduce<number | null>((sum, one) => {
    const more = of(one);
    return more === null ? sum : (sum ?? 0) + more;
  }, null);

/** The sum of what is known; null: nothing is. */
export const sumOfVnd = <T>(all: readonly T[], of: (one: T) => bigint | null): bigint | null =>
  all.reduce<bigint | null>((sum, one) => {
    const more = of(one);
    return more === null ? sum : (sum ?? 0n) + more;
  }, null);

type DeskOrder = "cost" | "since" | "severity";

/** What is not known yet comes last. */
const falling = (a: bigint | null, b: bigint | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a > b ? -1 : 1;

const ORDERS: Readonly<Record<DeskOrder, (a: DeskUnit, b: DeskUnit) => number>> = {
  cost: (a, b) => falling(a.least_vnd, b.least_vnd) || falling(a.most_vnd, b.most_vnd),
  since: () => 0,
  severity: (a, b) => a.severity - b.severity,
};

/** The rows by group and in the order asked for; those that are alike the newest first. */
export const ordered = (units: readonly DeskUnit[], order: DeskOrder): DeskUnit[] =>
  units.toSorted(
    (a, b) =>
      DESK_GROUPS.indexOf(a.group) - DESK_GROUPS.indexOf(b.group) ||
      ORDERS[order](a, b) ||
      b.started_ms - a.started_ms ||
      a.id - b.id,
  );

/** What waits, by cause, regions as one. */
interface Waiting {
  readonly open: number;
  readonly mine: number;
  readonly snoozed: number;
  readonly nobody: number;
  /** Since when the one that nobody has waits longest, ms since 1970; null: none waits. */
  readonly oldest_nobody_ms: number | null;
}

/** How many causes are open, have somebody and are put aside. A region is put aside, or nobody has it, as a whole only. */
export function waitingIn(causes: readonly DeskCause[], { firstOf }: Regions): Waiting {
  const open = causes.filter(({ isOpen }) => isOpen);
  const wholes = [
    ...Map.groupBy(open, ({ alarm_id }) => firstOf.get(alarm_id)?.alarm_id ?? alarm_id).values(),
  ];
  const isAside = (own: readonly DeskCause[]) => own.every(({ group }) => group === "snoozed");
  const awake = wholes.filter((own) => !isAside(own));
  const nobodys = awake.filter((own) => own.every(({ isHeld }) => !isHeld));
  const oldest = nobodys.flat().reduce((first, { started_ms }) => Math.min(first, started_ms), Infinity);
  return {
    open: awake.length,
    mine: awake.filter((own) => own.some(({ isOwn }) => isOwn)).length,
    snoozed: wholes.length - awake.length,
    nobody: nobodys.length,
    oldest_nobody_ms: nobodys.length === 0 ? null : oldest,
  };
}

/** How many causes began within the last 24 hours, regions as one. */
export function causesOfToday(causes: readonly DeskCause[], { firstOf }: Regions): number {
  const today = causes.filter(({ isOfToday }) => isOfToday);
  return new Set(today.map(({ alarm_id }) => firstOf.get(alarm_id)?.alarm_id ?? alarm_id)).size;
}
