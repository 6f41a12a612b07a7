// An account manager lets a device go to another account, or takes that back (rule R11).
import { accountStatesFor, GROUP_MESSAGES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../../platform/db.ts";
import { GuardRefusal } from "../../../../platform/problem.ts";
import type { Actor } from "../../../parties/index.ts";
import { mustBeFree } from "../succession.sql.ts";
import type { RegisteredRow } from "./registered-rows.ts";

/** Writes to whom the device is released; the newest holds; null: to nobody. Refuses with GRP-007 a group, DEV-041 what has been succeeded, DEV-042 an account that is not active, or the device's own. */
export async function passDevice(
  tx: Tx,
  { registered_device_id, business_account_id, kind, number }: RegisteredRow,
  { to, actor }: { to: string | null; actor: Actor },
): Promise<void> {
  await mustBeFree(tx, actor, number);
  if (kind === "grouped") {
    throw new GuardRefusal(422, [{ code: "GRP-007", message: GROUP_MESSAGES["GRP-007"] }]);
  }
  await tx.deleteFrom("device_release").where("registered_device_id", "=", registered_device_id).execute();
  if (to === null) return;
  const { rows } = await sql<{ released: number }>`
    insert into device_release (registered_device_id, business_account_id, signed_by)
    select r.registered_device_id, b.business_account_id, ${actor.account_id}::int4 from business_account b, registered_device r
    where r.registered_device_id = ${registered_device_id} and b.trade_account_id = ${to.trim()} and b.status = any(${accountStatesFor("act")}::text[])
      and b.demonstration = r.demonstration and b.business_account_id <> ${business_account_id}
    returning 1 as released`.execute(tx);
  if (rows.length > 0) return;
  const message = `There is no other active account ${to}.`;
  throw new GuardRefusal(422, [
    { code: "DEV-042", message, params: { account: to }, field: "body.trade_account_id" },
  ]);
}
