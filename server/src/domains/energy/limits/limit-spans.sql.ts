// Which limits held when: what a plant was kept from giving is judged by them. Written by those who set limits.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** A limit that began to hold. */
export interface LimitSpan {
  readonly project_id: number;
  readonly gateway_id: number;
  /** Null: the plant at its grid meter. */
  readonly device_id: number | null;
  readonly kind: "power_limit" | "zero_export" | "disconnected";
  /** Of power, or of export, W; null: not known. */
  readonly limit_w: number | null;
  readonly command_uid: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Writes down limits that began to hold; one that is there already stays as it is. */
export async function beginLimits(tx: Tx, spans: readonly LimitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`
    insert into power_limit_span (project_id, gateway_id, device_id, kind, limit_w, command_uid, since)
    select project_id, gateway_id, device_id, kind, limit_w, command_uid, since
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s(project_id int4, gateway_id int4, device_id int4, kind text,
      limit_w float8, command_uid uuid, since timestamptz)
    on conflict (command_uid, since) do nothing`.execute(tx);
}

/** Ends the limits of the commands at the instants (ISO 8601), those that hold still; none ends before it began. */
export async function endLimits(
  tx: Tx,
  ended: readonly { readonly command_uid: string; readonly until: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    update power_limit_span s set until = greatest(s.since, e.until)
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e(command_uid uuid, until timestamptz)
    where s.command_uid = e.command_uid and s.until is null`.execute(tx);
}
