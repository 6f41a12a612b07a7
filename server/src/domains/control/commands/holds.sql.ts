// The dead man's switch: which commands the portal holds on a gateway, and when the gateway is told so again (ruling 19).
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { holdCommands } from "../../telemetry/index.ts";

/** A gateway is told again after this share of the shortest time after which it would go back. */
const SHARE = 1 / 3;

interface Held {
  readonly gateway_id: number;
  readonly uids: string[];
}

/**
 * Tells the gateways given, and all whose time has come, what is held on them from now on: the commands in force that would be gone
 * back from.
 */
export async function renewHolds(tx: Tx, changed: readonly number[]): Promise<void> {
  const { rows } = await sql<Held>`
    with due as (
      select gateway_id from command where hold_at <= now()
      union select unnest(${[...changed]}::int4[])
    ), held as (
      select c.command_id, c.gateway_id, c.command_uid, min(c.revert_after_s) over (partition by c.gateway_id) as shortest_s
      from due join command c on c.gateway_id = due.gateway_id and c.effect_ended_at is null and c.revert_after_s is not null
        and c.state in ('sent', 'acknowledged', 'applied', 'verified')
    ), next as (
      update command c set hold_at = now() + held.shortest_s * ${SHARE}::float8 * interval '1 s'
      from held where c.command_id = held.command_id
    ), over as (
      update command c set hold_at = null from due
      where c.gateway_id = due.gateway_id and c.hold_at is not null
        and not exists (select from held where held.command_id = c.command_id)
    )
    select due.gateway_id, coalesce(array_agg(held.command_uid order by held.command_id) filter (where held.command_id is not null),
      '{}') as uids
    from due left join held using (gateway_id) group by due.gateway_id order by due.gateway_id`.execute(tx);
  await holdCommands(tx, rows);
}
