// An account manager lets a device go to another account (rule R11).
import { accountStatesFor, GROUP_MESSAGES, releaseDevice } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { accountMust, actorOf, mustHaveRole, once } from "../../parties/index.ts";
import { found } from "./registered.routes.ts";
import { registeredDeviceOf, type RegisteredRow } from "./registered.sql.ts";
import { mustBeFree } from "./succession.sql.ts";

/** Serves the release of devices, to account managers, who prove who they are. */
export function releaseRoutes(serve: Serve, db: Db): void {
  serve(releaseDevice, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      await accountMust(tx, actor, { action: "release", deed: "act" });
      const row = found(await registeredDeviceOf(tx, actor, asked.device_uid));
      mustHaveRole(actor, "release", "account_manager");
      await mustBeConfirmed(tx, session);
      return once(tx, actor, { command: "registered_device.release", key, request: asked }, async () => {
        await mustBeFree(tx, row, row.device_unique_id);
        if (row.device_type === "grouped") {
          throw new GuardRefusal(422, [{ code: "GRP-007", message: GROUP_MESSAGES["GRP-007"] }]);
        }
        await release(tx, row, { to: asked.trade_account_id, by: actor.account_id });
        await audit(tx, {
          ...session,
          address: origin.address,
          action: "record.changed",
          subject: row.device_unique_id,
          detail: { action: "release", to: asked.trade_account_id ?? "" },
        });
        return { message: "The release has been saved" };
      });
    }),
  );
}

/** Writes to whom the device is released; the newest holds. Refuses with DEV-042 an account that is not active, or the device's own. */
async function release(
  tx: Tx,
  { registered_device_id, business_account_id }: RegisteredRow,
  { to, by }: { to: string | null; by: number | null },
): Promise<void> {
  await tx.deleteFrom("device_release").where("registered_device_id", "=", registered_device_id).execute();
  if (to === null) return;
  const { rows } = await sql<{ released: number }>`
    insert into device_release (registered_device_id, business_account_id, signed_by)
    select r.registered_device_id, b.business_account_id, ${by}::int4 from business_account b, registered_device r
    where r.registered_device_id = ${registered_device_id} and b.trade_account_id = ${to.trim()} and b.status = any(${accountStatesFor("act")}::text[])
      and b.demonstration = r.demonstration and b.business_account_id <> ${business_account_id}
    returning 1 as released`.execute(tx);
  if (rows.length > 0) return;
  const message = `There is no other active account ${to}.`;
  throw new GuardRefusal(422, [
    { code: "DEV-042", message, params: { account: to }, field: "body.trade_account_id" },
  ]);
}
