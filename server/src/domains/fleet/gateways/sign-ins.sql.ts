// What a gateway's owner is told of its sign-ins: the first that was right, and those that were refused.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";

/** Channel on which servers hear that something arrived, or was refused, at a gateway (payload: gateway_id). */
export const GATEWAY_ARRIVAL = "gateway_arrival";

/** How somebody came who says to be a gateway. */
interface SignInPlace {
  readonly by: "mqtt" | "http";
  readonly address: string;
}

/** Why a sign-in was refused; `client_id`: its connection's id is not the gateway's, `connections`: it has too many. */
type TryReason = "credential" | "client_id" | "connections";

/** Rows of gateway_try kept for each gateway: the newest. */
export const TRIES_KEPT = 100;

/** Notes the first contact of a gateway that is new. Never fails: what cannot be noted now is noted with the next. */
export function noteSignIn(db: Db, gateway: GatewayCaller, { by, address }: SignInPlace): void {
  if (gateway.is_new !== true) return;
  sql`with first as (
      update gateway_arrival
      set first_contact_at = now(), contact_by = ${by}, contact_address = ${address.slice(0, 64)}
      where gateway_id = ${gateway.gateway_id} and first_contact_at is null
      returning gateway_id)
    select pg_notify(${GATEWAY_ARRIVAL}, gateway_id::text) from first`
    .execute(db)
    .catch(() => {});
}

/**
 * Counts a refused sign-in with the serial of a gateway, by minute and address; a serial that no gateway has leaves no trace.
 * Nobody waits for it, so that the time of a refusal does not tell which serials there are. Never fails.
 */
export function noteRefusedSignIn(
  db: Db,
  serial: string,
  { by, address, reason }: SignInPlace & { readonly reason: TryReason },
): void {
  if (!/^[A-Za-z0-9_-]{3,64}$/.test(serial)) return;
  sql`with tried as (
      insert into gateway_try as t (gateway_id, project_id, minute, address, by, reason)
      select g.gateway_id, g.project_id, date_trunc('minute', now()), ${address.slice(0, 64)}, ${by}, ${reason}
      from gateway g join project p on p.project_id = g.project_id and p.removed_at is null
      where g.serial = ${serial} and g.removed_at is null
      on conflict (gateway_id, minute, address, by, reason) do update set count = t.count + 1, last_at = now()
      returning gateway_id),
    old as (
      delete from gateway_try t using (
        select x.ctid from tried join gateway_try x using (gateway_id) order by x.minute desc, x.last_at desc offset ${TRIES_KEPT - 1}
      ) beyond where t.ctid = beyond.ctid)
    select pg_notify(${GATEWAY_ARRIVAL}, gateway_id::text) from tried`
    .execute(db)
    .catch(() => {});
}
