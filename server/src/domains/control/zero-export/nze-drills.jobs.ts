// Asks for the drills of the week, and judges drills by what gateways report of them. A failed one is an alarm.
import { randomUUID } from "node:crypto";
import { NZE_DRILL_METER_OUT_S, type NzeDrillReason } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { contactLimitSeconds, settleAlarms, type AlarmOf } from "../../kpi/index.ts";
import { orderCommands } from "../commands/order.sql.ts";
import { nextDrillMs, verdictOfReport, verdictWithoutReport, whyNoDrill } from "./nze-drill.ts";
import {
  drillGateway,
  dueDrills,
  endDrill,
  failedDrills,
  insertDrill,
  openDrills,
  setWeeklyDrill,
  type DrillGateway,
} from "./nze-drills.sql.ts";

/** Between rounds: so long after its report a drill has its verdict. */
const EVERY_S = 5;
/** A weekly drill that could not be asked for within this time of its hour is missed: production is not dropped at any other hour. */
const LATE_MS = 3_600_000;

const drillsTask = task({
  name: "control.nze-drills",
  payload: nothing,
  queue: "nze-drills",
  starts: { everySeconds: EVERY_S },
});

/** The work on drills. */
export const nzeDrillWork: Work = does(drillsTask, async (_, { db }) => {
  await askDueDrills(db, Date.now());
  await judgeDrills(db, Date.now());
});

/** How a gateway is asked: a poller needs its intervals to hear of it. */
export const expiryS = (interval_s: number): number => Math.max(180, 2 * interval_s + 60);

interface Asked {
  readonly drill_uid: string;
  /** Null: nothing was asked of the gateway, for the reason. */
  readonly command_uid: string | null;
  readonly reason: NzeDrillReason | null;
}

/** Asks the gateway for a drill, or notes why there is none. */
export async function askDrill(
  tx: Tx,
  gateway: DrillGateway,
  by: { asked_by: "week" | "person"; account_id: number | null; nowMs: number; reason?: NzeDrillReason },
): Promise<Asked> {
  const { nowMs, asked_by, account_id } = by;
  const contact = gateway.last_contact_at?.getTime() ?? 0;
  const reason =
    by.reason ??
    whyNoDrill({
      ...gateway,
      asked_by,
      in_contact: contact >= nowMs - contactLimitSeconds(gateway.interval_s) * 1000,
    });
  const { project_id, gateway_id } = gateway;
  const [command] =
    reason !== null
      ? []
      : await orderCommands(tx, randomUUID(), [
          {
            project_id,
            gateway_id,
            device: null,
            command: { name: "nze_drill", meter_out_s: NZE_DRILL_METER_OUT_S },
            cause: "drill",
            account_id,
            expires_in_s: expiryS(gateway.interval_s),
            reversion: null,
          },
        ]);
  const command_uid = command?.command_uid ?? null;
  const drill_uid = await insertDrill(tx, {
    gateway,
    asked_by,
    account_id,
    at_ms: nowMs,
    meter_out_s: NZE_DRILL_METER_OUT_S,
    command_uid,
    reason,
  });
  return { drill_uid, command_uid, reason };
}

/** Asks for the weekly drills whose hour has come, and sets their next one. Returns how many were asked for or skipped. */
export async function askDueDrills(db: Db, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await dueDrills(tx, nowMs);
    for (const { gateway_id, due_ms } of due) {
      const gateway = await drillGateway(tx, gateway_id, nowMs);
      await setWeeklyDrill(tx, gateway, nextDrillMs(gateway.timezone, nowMs));
      if (gateway.is_drilling) continue;
      const missed = nowMs - due_ms > LATE_MS ? ({ reason: "missed" } as const) : {};
      await askDrill(tx, gateway, { asked_by: "week", account_id: null, nowMs, ...missed });
    }
    return due.length;
  });
}

/** Judges the drills that have come to an end, and sets or ends their alarms. Returns how many. */
export async function judgeDrills(db: Db, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const judged = new Set<number>();
    let count = 0;
    for (const drill of await openDrills(tx)) {
      const verdict =
        drill.report === null
          ? verdictWithoutReport(drill, nowMs)
          : verdictOfReport(drill.report, drill.allowed_s);
      if (verdict === null) continue;
      await endDrill(tx, drill, verdict, nowMs);
      judged.add(drill.project_id);
      count += 1;
    }
    await settleDrillAlarms(tx, [...judged], nowMs);
    return count;
  });
}

async function settleDrillAlarms(tx: Tx, project_ids: readonly number[], nowMs: number): Promise<void> {
  if (project_ids.length === 0) return;
  const failed = await failedDrills(tx, project_ids);
  const should = failed.map(({ project_id, gateway_id, ended_ms, to_limit_s, allowed_s }): AlarmOf => ({
    project_id,
    kind: "nze_drill_failed",
    severity: "critical",
    gateway_id,
    device_id: null,
    started_ms: ended_ms,
    cause: { allowed_s, ...(to_limit_s === null ? {} : { to_limit_s }) },
  }));
  await settleAlarms(tx, should, { kinds: ["nze_drill_failed"], project_ids }, nowMs);
}
