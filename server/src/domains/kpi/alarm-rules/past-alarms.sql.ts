// The alarms that a rule would have raised, with each of several thresholds, over a span of the past.
import { setImmediate as others } from "node:timers/promises";
import { addDays, startOfDay, type AlarmRule } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { replays, type DeviceRun, type PastAlarm } from "../alarms/alarm-replay.ts";
import { alarmsOfDays } from "../alarms/day-alarms.ts";
import { judgingFacts } from "../alarms/day-alarms.jobs.ts";
import { dayVerdicts } from "../alarms/day-verdicts.ts";
import { pastMeasured, pastStrings } from "../alarms/held-alarms.ts";
import { sunnyStrings } from "../alarms/late-alarms.jobs.ts";
import { deviceRuns, measuredBetween, type TimeSpan } from "../alarms/late-alarms.sql.ts";
import { RAISES, usualRules, withOwn, type ProjectRules } from "../alarms/project-rules.ts";
import type { KpiProject } from "../ratios/kpi-rows.sql.ts";

/** What is looked at, and who hears how far that is. */
export interface Looking {
  readonly project: KpiProject;
  readonly span: TimeSpan;
  /** Local days of the span, both counted. */
  readonly from_day: string;
  readonly to_day: string;
  readonly devices: readonly number[];
  /** Hears of the share that is done, 0 to 1; throws where nobody waits for it any longer. */
  readonly reached: (share: number) => Promise<void>;
}

/**
 * For each of the rules, which are of one kind, the alarms that it would have raised. Devices are read one after the other, and
 * between them others have their turn.
 */
export async function pastAlarms(db: Db, rules: readonly AlarmRule[], of: Looking): Promise<PastAlarm[][]> {
  const usual = usualRules(of.project.terms);
  const each = rules.map((rule) => withOwn(usual, [{ ...rule, enabled: true }]));
  switch (rules[0]?.kind) {
    case "gateway_silent":
    case "device_silent":
    case "inverter_event":
      return raisedLive(db, rules[0].kind, each, of);
    case "string_deviation":
      return byDevice(db, of, async (device_id) => {
        const reports = await sunnyStrings(db, { ...placeOf(of), ...of.span, device_id });
        return each.map(({ string_deviation }) => pastStrings(reports, string_deviation));
      });
    case "measured":
      return byDevice(db, of, async (device_id) => {
        const quantity = each[0]?.measured[0]?.quantity;
        if (quantity === undefined) return each.map(() => []);
        const reports = await measuredBetween(db, of.project.project_id, { ...of.span, quantity, device_id });
        return each.map(({ measured }) =>
          measured.flatMap((rule) => pastMeasured(reports, rule, placeOf(of))),
        );
      });
    case "device_underperforming":
    case "plant_underperforming":
      return raisedByDay(db, rules[0].kind, each, of);
    case undefined:
    default:
      return [];
  }
}

const placeOf = ({ project }: Looking) => ({
  project_id: project.project_id,
  latitude: project.plant.latitude,
  longitude: project.plant.longitude,
});

type LiveKind = "gateway_silent" | "device_silent" | "inverter_event";

// oxlint-disable-next-line max-params -- where, of which kind, by which rules and what is looked at
async function raisedLive(
  db: Db,
  kind: LiveKind,
  each: readonly ProjectRules[],
  of: Looking,
): Promise<PastAlarm[][]> {
  const runs: DeviceRun[] = [];
  for (const [index, device_id] of of.devices.entries()) {
    runs.push(...(await deviceRuns(db, of.project.project_id, { ...of.span, device_id })));
    await of.reached((0.8 * (index + 1)) / of.devices.length);
  }
  const walk = replays(runs, placeOf(of), each);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value.map((alarms) => raisedBy(alarms, kind, of));
    await others();
  }
}

/** The alarms that a rule of the kind raises, without those that began before the span. */
const raisedBy = (alarms: readonly PastAlarm[], kind: AlarmRule["kind"], { span }: Looking) =>
  alarms.filter((alarm) => RAISES[kind].includes(alarm.kind) && alarm.started_ms >= span.from_ms);

async function byDevice(
  db: Db,
  of: Looking,
  look: (device_id: number) => Promise<PastAlarm[][]>,
): Promise<PastAlarm[][]> {
  const all: PastAlarm[][] = [];
  for (const [index, device_id] of of.devices.entries()) {
    for (const [rule, alarms] of (await look(device_id)).entries()) (all[rule] ??= []).push(...alarms);
    await of.reached((index + 1) / of.devices.length);
  }
  return all;
}

// oxlint-disable-next-line max-params -- as above
async function raisedByDay(
  db: Db,
  kind: "device_underperforming" | "plant_underperforming",
  each: readonly ProjectRules[],
  of: Looking,
): Promise<PastAlarm[][]> {
  const { project, from_day, to_day } = of;
  // Only days that are over are judged.
  const facts = await judgingFacts(db, project, { from: from_day, to: addDays(to_day, -1) });
  const clock = {
    startOf: (day: string) => startOfDay(project.timezone, day),
    after: (day: string) => addDays(day, 1),
  };
  return each.map((rules) => raisedBy(alarmsOfDays(dayVerdicts(facts, rules), clock), kind, of));
}

/** A device of the project as alarms name it. */
export interface NamedDevice {
  readonly device_id: number;
  readonly gateway_id: number;
  readonly device_uid: string;
  readonly device: string;
  readonly gateway_uid: string;
  readonly gateway: string;
}

/** The devices of the project in order of id; those that were removed are among them, their past was real. */
export async function namedDevices(db: Db, project_id: number): Promise<NamedDevice[]> {
  const { rows } = await sql<NamedDevice>`
    select d.device_id, d.gateway_id, d.device_uid, coalesce(d.alias, nullif(d.name, ''), d.serial) as device,
      g.gateway_uid, coalesce(g.alias, nullif(g.name, ''), g.serial) as gateway
    from device d join gateway g on g.gateway_id = d.gateway_id where d.project_id = ${project_id} order by d.device_id`.execute(
    db,
  );
  return rows;
}

/** How many readings the span has, and on how many of its days there are any. */
export async function readHistory(
  db: Db,
  { project, span }: Pick<Looking, "project" | "span">,
): Promise<{ readings: number; days: number }> {
  const { rows } = await sql<{ readings: number; days: number }>`
    select coalesce(sum(n), 0)::float8 as readings, count(*)::int4 as days from (
      select (ts at time zone ${project.timezone})::date as day, count(*) as n from reading
      where project_id = ${project.project_id} and ts >= ${new Date(span.from_ms)} and ts <= ${new Date(span.to_ms)} group by 1) d`.execute(
    db,
  );
  return rows[0] ?? { readings: 0, days: 0 };
}
