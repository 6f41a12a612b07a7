// Schedules that are due in one and the same minute: ten thousand of them, at a thousand connected gateways.
import { setTimeout as delay } from "node:timers/promises";
import { GATEWAY_TOPICS, timeOfMinutes } from "@heliograph/contract";
import { localDay, localMinutes } from "@heliograph/contract/kernel/time";
import { sql } from "kysely";
import { putMessages } from "../server/src/domains/telemetry/index.ts";
import { messageFor } from "./downlink.ts";
import { hearCommands, settled } from "./hearing.ts";
import { figure, percentile, type Line } from "./measure.ts";
import { seedFleet, type RunningServer, type Stage } from "./stage.ts";

const GATEWAYS = 1000;
const EACH = 10;
const SCHEDULES = GATEWAYS * EACH;
const GOAL_S = 10;
const ZONE = "Asia/Ho_Chi_Minh";
const MINUTE_MS = 60_000;
/** They are put there so long before their minute, at least. */
const AHEAD_MS = 15_000;

/**
 * Time from their minute until the last command is marked as sent, which is when the broker takes it, and until the last gateway
 * has it, each once. Each gateway answers as soon as it hears.
 */
export async function benchSchedules(
  stage: Stage,
  server: RunningServer,
  say: (text: string) => void,
): Promise<Line> {
  say(`schedules: ${SCHEDULES} due in one minute at ${GATEWAYS} gateways`);
  await seedFleet(stage.pools, { projects: GATEWAYS, devices: EACH, prefix: "S" });
  const gateways = await stage.pools.db
    .selectFrom("gateway")
    .select(["gateway_id", "project_id", "serial"])
    .where("serial", "like", "S-%")
    .orderBy("gateway_id")
    .execute();
  const arrived: number[] = [];
  const clients = await hearCommands(server.mqttUrl, gateways, ({ command_uid }, { serial }, client) => {
    arrived.push(Date.now());
    const ack = JSON.stringify({ v: 1, command_uid, status: "done" });
    client.publish(GATEWAY_TOPICS.ack(serial), ack, { qos: 1 });
  });
  // The floor: as many messages put before the same gateways in one commit.
  const messages = gateways.flatMap((gateway) => Array.from({ length: EACH }, () => messageFor(gateway)));
  const from = Date.now();
  await stage.pools.db.transaction().execute((tx) => putMessages(tx, messages));
  await settled(() => arrived.length >= SCHEDULES, 60_000);
  const floorS = (Date.now() - from) / 1000;
  arrived.length = 0;
  const dueMs = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  await putSchedules(stage, dueMs);
  if (Date.now() >= dueMs) throw new Error("The schedules were not there before their minute");
  await delay(dueMs - Date.now());
  await settled(() => arrived.length >= SCHEDULES, 60_000);
  const told = await toldOf(stage);
  await Promise.all(clients.map((client) => client.endAsync(true)));
  if (arrived.length !== SCHEDULES || told.commands !== SCHEDULES || told.runs !== SCHEDULES) {
    throw new Error(
      `${SCHEDULES} schedules were due: ${told.runs} ran, ${told.commands} commands, ${arrived.length} came`,
    );
  }
  const sentS = (told.last_ms - dueMs) / 1000;
  const heard = arrived.map((at) => at - dueMs);
  return {
    what: `schedules: ${SCHEDULES} due in one minute at ${GATEWAYS} connected gateways, until all are sent, each once`,
    reached: `${figure(sentS, "s", 2)} (with the gateways: p50 ${figure(percentile(heard, 0.5) / 1000, "s", 2)}, last ${figure(percentile(heard, 1) / 1000, "s", 2)})`,
    goal: `${GOAL_S} s`,
    met: sentS <= GOAL_S,
    against: `${figure(sentS / floorS, "×")} handing as many messages over alone (${figure(floorS, "s", 2)})`,
  };
}

/** A weekly limit for each inverter, on all days, which begins at that minute. */
async function putSchedules({ pools: { db } }: Stage, dueMs: number): Promise<void> {
  const day = localDay(ZONE, dueMs);
  const from_time = timeOfMinutes(localMinutes(ZONE, dueMs));
  const to_time = timeOfMinutes((localMinutes(ZONE, dueMs) + 60) % 1440);
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    await sql`
      with put as (
        insert into schedule (schedule_no, project_id, gateway_id, schedule_type_id, schedule_timeline_type_id, from_date, to_date,
          from_time, to_time, day, state, operation_type, value, available, option_overwrite, changed_at, handled_until, next_run_at)
        select row_number() over (partition by d.project_id order by d.device_id), d.project_id, d.gateway_id, 2, 2, ${day}::date,
          ${day}::date + 30, ${from_time}, ${to_time}, array[1, 2, 3, 4, 5, 6, 7], 'OFF', 'PERCENT', 60, true, false, ${now}, ${now},
          ${new Date(dueMs)}
        from device d join gateway g on g.gateway_id = d.gateway_id where g.serial like 'S-%'
        returning schedule_id, project_id, schedule_no
      ), devices as (
        select device_id, project_id, row_number() over (partition by project_id order by device_id) as no from device
      )
      insert into schedule_device (schedule_id, device_id, project_id)
      select put.schedule_id, d.device_id, put.project_id from put join devices d
        on d.project_id = put.project_id and d.no = put.schedule_no`.execute(tx);
    await sql`
      insert into schedule_gateway (gateway_id, project_id, next_at)
      select gateway_id, project_id, ${new Date(dueMs)} from gateway where serial like 'S-%'`.execute(tx);
  });
  await sql`analyze schedule, schedule_device, schedule_gateway, device, gateway`.execute(db);
}

/** What became of them: runs, commands, and when the last was marked as sent, ms since 1970. */
async function toldOf({ pools }: Stage): Promise<{ runs: number; commands: number; last_ms: number }> {
  const { rows } = await sql<{ runs: number; commands: number; last_ms: number }>`
    select (select count(*)::int4 from schedule_run) as runs, count(*)::int4 as commands,
      (extract(epoch from max(m.sent_at)) * 1000)::float8 as last_ms
    from command c join gateway_message m on m.message_uid = c.command_uid where c.cause = 'schedule'`.execute(
    pools.db,
  );
  return rows[0] ?? { runs: 0, commands: 0, last_ms: Number.NaN };
}
