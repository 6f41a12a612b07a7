// What a schedule must be to be saved: of its own, for its devices, and beside others.
import {
  deviceName,
  timeOfMinutes,
  firstOverlap,
  localDay,
  localMinutes,
  occurrencesFrom,
  SCHEDULE_TYPES,
  scheduleFaults,
  TIMELINES,
  type ScheduleRule,
  type updateSchedule,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { SessionRequest } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { devicesBehind, type ScheduleValues, type StoredSchedule } from "./schedule.sql.ts";

/** The thing of a device that a schedule sets, as commands name it. */
const subjectOf = ({ schedule_type_id, relay }: Pick<ScheduleValues, "schedule_type_id" | "relay">): string =>
  schedule_type_id === 2 ? "power_limit" : `connect${relay === null ? "" : `:${relay}`}`;

/** True where one begins as soon as it is saved. */
export const isInstant = ({
  schedule_timeline_type_id,
}: Pick<ScheduleValues, "schedule_timeline_type_id">): boolean =>
  schedule_timeline_type_id === TIMELINES.instant;

/** The rule of the values in the project's zone. */
const ruleOf = (values: Omit<ScheduleRule, "timezone">, { timezone }: ProjectAccess): ScheduleRule => ({
  ...values,
  timezone,
});

/**
 * Since when runs are to be seen to of a schedule that is saved at the instant: one that is going on begins too. Refuses one that
 * would never run with 400 `schedule.over`.
 */
function handledFrom(rule: ScheduleRule, now: Date): Date {
  const [run] = occurrencesFrom(rule, now.getTime(), { most: 1 });
  if (run === undefined) {
    const message = "The schedule would never run: its last day is over";
    throw new Problem(400, "schedule.over", message, { "body.to_date": message });
  }
  return new Date(Math.min(run.starts_ms - 1, now.getTime()));
}

interface Meeting extends ScheduleValues {
  readonly schedule_uid: string;
  readonly schedule_no: number;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
}

/** Refuses with 409 `schedule.overlaps` what would run while another does that wants the same thing of one of the devices. */
async function refuseOverlap(
  tx: Tx,
  access: ProjectAccess<"change">,
  of: {
    readonly gateway_id: number;
    readonly device_ids: readonly number[];
    readonly subject: string;
    readonly rule: ScheduleRule;
    /** The schedule itself, where it is one that is there. */
    readonly but: number | null;
    readonly today: string;
  },
): Promise<void> {
  const { rows } = await sql<Meeting>`
    select distinct on (s.schedule_no) s.schedule_uid, s.schedule_no, s.schedule_timeline_type_id, s.from_date::text as from_date,
      s.to_date::text as to_date, s.from_time, s.to_time, s.day, d.serial, d.name, d.alias
    from schedule s join schedule_device sd on sd.schedule_id = s.schedule_id
    join device d on d.device_id = sd.device_id and d.removed_at is null
    where s.gateway_id = ${of.gateway_id} and s.removed_at is null and s.available and s.subject = ${of.subject}
      and s.schedule_id is distinct from ${of.but}::int8 and sd.device_id = any(${[...of.device_ids]}::int4[])
      and s.to_date >= ${of.today}::date - 1
    order by s.schedule_no`.execute(tx);
  for (const other of rows) {
    const at = firstOverlap(of.rule, ruleOf(other, access), of.today);
    if (at === null) continue;
    const message = `Overlaps schedule ${other.schedule_no}`;
    throw new Problem(409, "schedule.overlaps", message, {
      "body.option_overwrite": message,
      schedule_id: other.schedule_uid,
      window: `${other.from_time}–${other.to_time}`,
      first: `${deviceName(other)} on ${at.date} at ${at.time}`,
    });
  }
}

/** An instant schedule begins now, on the project's clocks, whatever its sender's clocks say. */
export function fromNow(
  { timezone }: ProjectAccess,
  now: Date,
): Pick<ScheduleValues, "from_date" | "from_time"> {
  return {
    from_date: localDay(timezone, now.getTime()),
    from_time: timeOfMinutes(localMinutes(timezone, now.getTime())),
  };
}

/** Refuses values that contradict each other with 400 `request.invalid`, by the field. */
export function refuseFaults(values: ScheduleValues): void {
  const faults = scheduleFaults(values);
  if (faults.length === 0) return;
  const fields = Object.fromEntries(faults.map(({ path, error }) => [`body.${path}`, error]));
  throw new Problem(400, "request.invalid", faults[0]?.error ?? "", fields);
}

/** The ids of the devices; all must be behind the gateway and of a kind that can do what is asked. */
export async function devicesFor(
  tx: Tx,
  of: {
    gateway_id: number;
    uids: readonly string[];
    stated: Pick<ScheduleValues, "schedule_type_id" | "relay">;
  },
): Promise<number[]> {
  const devices = await devicesBehind(tx, of.gateway_id, of.uids);
  if (devices.length < of.uids.length) throw new Problem(404, "device.not_found", "No such device");
  const { schedule_type_id, relay } = of.stated;
  const canDo = (asset_type: string) =>
    asset_type === "swh_controller"
      ? schedule_type_id === SCHEDULE_TYPES.on_off && relay !== null
      : asset_type === "solar_inverter" && relay === null;
  if (!devices.every(({ asset_type }) => canDo(asset_type))) {
    const message = "Inverters are switched or limited, controllers of water heaters switch a relay";
    throw new Problem(400, "schedule.not_for_device", message, { "body.device_serial": message });
  }
  return devices.map(({ device_id }) => device_id);
}

/** Refuses what would never run or what meets another schedule, unless it is to give way; returns since when runs are to be seen to. */
export async function settleSchedule(
  tx: Tx,
  access: ProjectAccess<"change">,
  of: {
    gateway_id: number;
    device_ids: readonly number[];
    values: ScheduleValues;
    but: number | null;
    overwrite: boolean;
    now: Date;
  },
): Promise<Date> {
  const { values, now } = of;
  // One that begins now and is over by now would be no schedule at all.
  if (!values.available && !isInstant(values)) return now;
  const rule = ruleOf(values, access);
  const from = handledFrom(rule, now);
  if (!values.available) return now;
  if (!of.overwrite) {
    const today = localDay(access.timezone, now.getTime());
    await refuseOverlap(tx, access, { ...of, rule, subject: subjectOf(values), today });
  }
  return from;
}

type Named = SessionRequest<typeof updateSchedule>["body"];

const uids = (all: readonly string[]) =>
  all
    .map((uid) => uid.toLowerCase())
    .toSorted()
    .join();

/** M156: what a schedule is for stays; it may be named as it is. */
export function refuseOther(before: StoredSchedule, body: Named): void {
  const others: Record<string, boolean> = {
    schedule_id: body.schedule_id !== undefined && body.schedule_id.toLowerCase() !== before.schedule_uid,
    gateway_uid: body.gateway_uid !== undefined && body.gateway_uid.toLowerCase() !== before.gateway_uid,
    device_serial:
      body.device_serial !== undefined &&
      uids(body.device_serial.map(({ device_uid }) => device_uid)) !== uids(before.device_uids),
    schedule_type_id: (body.schedule_type_id ?? before.schedule_type_id) !== before.schedule_type_id,
    schedule_timeline_type_id:
      (body.schedule_timeline_type_id ?? before.schedule_timeline_type_id) !==
      before.schedule_timeline_type_id,
    relay: body.relay !== undefined && body.relay !== before.relay,
  };
  // Ids that nothing of the schedule has answer as ids that nothing has at all.
  for (const noun of ["schedule", "gateway", "device"] as const) {
    const field = noun === "device" ? "device_serial" : `${noun}_${noun === "schedule" ? "id" : "uid"}`;
    if (others[field] === true) throw new Problem(404, `${noun}.not_found`, `No such ${noun}`);
  }
  const [field] = Object.keys(others).filter((name) => others[name] === true);
  if (field === undefined) return;
  const message = "Gateway, devices, type and timeline of a schedule cannot be changed";
  throw new Problem(400, "schedule.fixed", message, { [`body.${field}`]: message });
}
