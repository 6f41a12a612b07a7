// Schedules at work. Whoever sees to a gateway holds its row of schedule_gateway: two processes never do so at once, and a run is
// written down once for its day (docs/decisions/0099-schedules.md).
import { randomUUID } from "node:crypto";
import { TIMELINES, type CommandArgs } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { orderCommands, type CommandOrder } from "../commands/order.sql.ts";
import {
  beginRuns,
  closeRuns,
  scheduleHolds,
  noteCommands,
  openRunsOf,
  releaseDevices,
  schedulesOf,
  setNext,
  switchedOn,
  takeDevices,
  type DueRow,
  type HoldRow,
} from "./due-rows.sql.ts";
import { endCommand, endTimes, holders, startCommand, startTimes, type Hold, type OpenRun } from "./due.ts";

/** Gateways that are seen to in one transaction. */
const AT_ONCE = 100;
/**
 * Does what is due: begins runs, ends runs, and gives the commands for it, all of a gateway's in one transaction. Returns how many
 * gateways were seen to. Any number of processes may do so at once; `ended` lets it stop between two transactions.
 */
export async function runSchedules(db: Db, now: Date, ended: () => boolean = () => false): Promise<number> {
  let seen = 0;
  while (!ended()) {
    const done = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ gateway_id: number }>`
        select gateway_id from schedule_gateway where next_at <= ${now}
        order by next_at limit ${AT_ONCE} for update skip locked`.execute(tx);
      await seeTo(
        tx,
        rows.map(({ gateway_id }) => gateway_id),
        now,
      );
      return rows.length;
    });
    if (done === 0) return seen;
    seen += done;
  }
  return seen;
}

/** Makes every gateway with schedules due: a process that starts computes anew when each schedule runs. */
export async function reconsiderAll(db: Db, now: Date): Promise<void> {
  await sql`update schedule_gateway set next_at = ${now} where next_at is null or next_at > ${now}`.execute(
    db,
  );
}

/** Makes gateways due that have gone back by themselves from what a schedule still holds: it is given again, as a new command. */
export async function reconsiderReverted(db: Db, now: Date): Promise<void> {
  await sql`
    update schedule_gateway set next_at = ${now} where (next_at is null or next_at > ${now}) and gateway_id in (
      select h.gateway_id from schedule_hold h join command c on c.command_id = h.command_id where c.state = 'reverted')`.execute(
    db,
  );
}

/** Waits until nobody else sees to the gateway's schedules, for the rest of the transaction. */
export async function lockGateway(
  tx: Tx,
  gateway: { gateway_id: number; project_id: number },
): Promise<void> {
  await sql`
    insert into schedule_gateway (gateway_id, project_id) values (${gateway.gateway_id}, ${gateway.project_id})
    on conflict (gateway_id) do update set project_id = excluded.project_id`.execute(tx);
}

/** A run whose window has begun, with its schedule. */
interface Run extends OpenRun {
  readonly of: DueRow;
}

/** A device that a run takes, and who held it until now. */
interface Start {
  readonly run: Run;
  readonly device: DueRow["devices"][number];
  readonly before: Hold | null;
}

/** Does what is due on these gateways, whose rows the caller holds. */
export async function seeTo(tx: Tx, gateway_ids: readonly number[], now: Date): Promise<void> {
  if (gateway_ids.length === 0) return;
  const nowMs = now.getTime();
  const schedules = await schedulesOf(tx, gateway_ids);
  const byId = new Map(schedules.map((row) => [row.schedule_id, row]));
  const gone = new Set(schedules.flatMap(({ is_gone, gateway_id }) => (is_gone ? [gateway_id] : [])));
  const nexts = await beginRuns(tx, schedules, nowMs);
  const open = (await openRunsOf(tx, gateway_ids)).flatMap((run): Run[] => {
    const of = byId.get(run.schedule_id);
    if (of === undefined || of.is_gone) return [];
    const { rank, subject } = of;
    return [{ ...run, of, rank, subject, device_ids: of.devices.map(({ device_id }) => device_id) }];
  });
  const holds = (await scheduleHolds(tx, gateway_ids)).filter(({ gateway_id }) => !gone.has(gateway_id));
  const plan = holders(open, holds, nowMs);
  const starts = plan.taken.flatMap(({ run, device_id, before }): Start[] => {
    const device = run.of.devices.find((one) => one.device_id === device_id);
    return device === undefined ? [] : [{ run, device, before }];
  });
  const wasOn = await stateBefore(tx, starts);
  const orders = [...startOrders(starts, nowMs), ...endOrders(plan.released, byId)];
  const given = await orderCommands(tx, randomUUID(), orders);
  const told = orders.map(({ run_id, project_id, is_end }, index) => {
    const command_id = given[index]?.command_id ?? 0;
    return { run_id, project_id, is_end, command_id };
  });
  await noteCommands(tx, told);
  await releaseDevices(tx, plan.released);
  await takeDevices(
    tx,
    starts.map(({ run: { run_id, of }, device: { device_id }, before }, index) => {
      const { subject, project_id, gateway_id } = of;
      const was_on = before?.was_on ?? wasOn.get(`${device_id} ${subject}`) ?? true;
      return {
        device_id,
        subject,
        project_id,
        gateway_id,
        run_id,
        was_on,
        command_id: told[index]?.command_id ?? 0,
      };
    }),
  );
  await closeRuns(tx, plan, now);
  await setNext(tx, { gateway_ids, nexts, open, gone, nowMs });
}

/** Whether devices that nobody held are on, by device and subject; of limits nothing is known. */
function stateBefore(tx: Tx, starts: readonly Start[]): Promise<ReadonlyMap<string, boolean>> {
  return switchedOn(
    tx,
    starts.flatMap(({ run: { of }, device: { device_id }, before }) =>
      before === null && of.subject !== "power_limit"
        ? [{ device_id, subject: of.subject, relay: of.relay }]
        : [],
    ),
  );
}

/** An order with the run that gives it. */
interface RunOrder extends CommandOrder {
  readonly run_id: number;
  readonly is_end: boolean;
}

/** The commands of one run are one batch. */
function batches(): (run_id: number) => string {
  const uids = new Map<number, string>();
  return (run_id) => {
    const uid = uids.get(run_id) ?? randomUUID();
    uids.set(run_id, uid);
    return uid;
  };
}

function startOrders(starts: readonly Start[], nowMs: number): RunOrder[] {
  const batchOf = batches();
  return starts.map(({ run: { run_id, ends_ms, of }, device }) => {
    const { expires_in_s, after_s } = startTimes(ends_ms, nowMs);
    return {
      ...orderOf(of, device, startCommand(of)),
      // What a person orders for now is a person's command; for later it is the schedule's.
      cause: of.schedule_timeline_type_id === TIMELINES.instant ? "person" : "schedule",
      batch_uid: batchOf(run_id),
      expires_in_s,
      reversion: { after_s, to: of.subject === "power_limit" ? "own_limit" : "connected" },
      run_id,
      is_end: false,
    };
  });
}

function endOrders(released: readonly HoldRow[], byId: ReadonlyMap<number, DueRow>): RunOrder[] {
  const batchOf = batches();
  return released.flatMap(({ run_id, schedule_id, device_id, device_uid, may_hold, was_on }): RunOrder[] => {
    const of = byId.get(schedule_id);
    if (of === undefined || device_uid === null || !may_hold) return [];
    const command = endCommand(of, was_on);
    const { expires_in_s, after_s } = endTimes(command);
    return [
      {
        ...orderOf(of, { device_id, device_uid }, command),
        cause: "end",
        batch_uid: batchOf(run_id),
        expires_in_s,
        reversion: after_s === null ? null : { after_s, to: "connected" },
        run_id,
        is_end: true,
      },
    ];
  });
}

function orderOf(of: DueRow, device: DueRow["devices"][number], command: CommandArgs) {
  const { project_id, gateway_id, account_id } = of;
  return { project_id, gateway_id, account_id, device, command };
}
