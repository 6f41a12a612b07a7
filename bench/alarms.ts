// The alarm desk in a blackout: ten thousand plants whose gateways fell silent within one minute.
import { alarmCounts, alarmDesk } from "@heliograph/contract";
import { sql } from "kysely";
import type { Ask } from "./api-client.ts";
import { settled } from "./hearing.ts";
import { figure, percentile, timed, type Line } from "./measure.ts";
import { seedFleet, type Stage } from "./stage.ts";

const PLANTS = 10_000;
const GOAL_MS = 200;
/** By day at the plants, so that the silence is an alarm also while the bench runs at night. */
const NOON_UTC_H = 5;
const DAY_MS = 86_400_000;

/** A page of the desk with the sums of all, while every plant's alarm is open; plants of a region are one row. */
export async function benchAlarms(stage: Stage, ask: Ask, emptyMs: number): Promise<Line> {
  const { db } = stage.pools;
  await seedFleet(stage.pools, { projects: PLANTS, devices: 1, prefix: "A" });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS + NOON_UTC_H * 3_600_000;
  const noon = new Date(today < Date.now() - 3_600_000 ? today : today - DAY_MS);
  await sql`
    update gateway set last_contact_at = ${noon}::timestamptz + make_interval(secs => gateway_id % 60)
    where serial like 'A-%'`.execute(db);
  await sql`
    insert into alarm (project_id, gateway_id, kind, severity, started_at, confirmed_at)
    select project_id, gateway_id, 'gateway_silent', 'critical', last_contact_at, now() from gateway where serial like 'A-%'
    on conflict do nothing`.execute(db);
  const cases = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int4 as n from alarm_case where closed_at is null and costed_at is not null`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  };
  await settled(async () => (await cases()) >= PLANTS, 300_000);
  await sql`vacuum analyze alarm, alarm_case, project_member, gateway`.execute(db);
  const first = await ask(alarmDesk, { query: {} });
  const held = first.groups.reduce((sum, { alarms }) => sum + alarms, 0);
  if (first.strip.signals < PLANTS || held !== first.total_items || first.strip.open !== held) {
    throw new Error(`${PLANTS} plants are silent: the desk knows ${first.strip.signals}`);
  }
  const taken = await timed(() => ask(alarmDesk, { query: {} }), 100);
  const p95 = percentile(taken, 0.95);
  const counted = await timed(() => ask(alarmCounts, {}), 50);
  return {
    what: `alarms: the desk with ${PLANTS} open alarms of one minute, which are ${first.total_items} rows, p95`,
    reached: `${figure(p95, "ms")} (median ${figure(percentile(taken, 0.5), "ms")}, count of the header ${figure(percentile(counted, 0.5), "ms")})`,
    goal: `${GOAL_MS} ms`,
    met: p95 <= GOAL_MS,
    against: `${figure(p95 / emptyMs, "×")} an empty request (${figure(emptyMs, "ms")})`,
  };
}
