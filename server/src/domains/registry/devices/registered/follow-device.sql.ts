// The record of a device follows what happens below the registry: consents that end or are given, and plants that change (rule R10).
import type { RegisteredAction } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";
import { followRecord } from "../../../parties/index.ts";
import { REGISTERED_KIND } from "./registered-kind.sql.ts";

/** How a device stands beside its state. */
interface Standing {
  readonly status: string;
  readonly suspended: boolean;
  readonly because: string | null;
  /** A plant of it has no owner's consent. */
  readonly lacks_consent: boolean;
  readonly suspended_binding: boolean;
}

/** Moves that one device may need to be where it stands. */
const MOVES = 3;
const CONSENT_ENDED = "The owner who consented no longer owns the plant";

/** What the record has to follow; undefined: it is where it stands. */
function followed({
  status,
  suspended,
  lacks_consent,
  suspended_binding,
}: Standing): RegisteredAction | undefined {
  if (status === "without_consent") return lacks_consent ? undefined : "find_consent";
  if (lacks_consent || (suspended && status !== "suspended")) return "lose_consent";
  return status === "in_force" && suspended_binding ? "change_binding" : undefined;
}

/** Brings the record of the device to where it stands; `because`: why a consent has ended, where the device does not say it. */
export async function followDevice(tx: Tx, record_uid: string, because = CONSENT_ENDED): Promise<void> {
  for (let moves = 0; moves < MOVES; moves += 1) {
    const { rows } = await sql<Standing>`
      select status, suspended_at is not null as suspended, suspended_because as because,
        plant_without_consent(r) is not null as lacks_consent, has_suspended_binding(r) as suspended_binding
      from registered_device r where record_uid = ${record_uid} for update`.execute(tx);
    const [standing] = rows;
    const action = standing === undefined ? undefined : followed(standing);
    if (standing === undefined || action === undefined) return;
    const said = standing.status === "suspended" ? because : (standing.because ?? because);
    const reason = action === "lose_consent" ? said : null;
    await followRecord(tx, REGISTERED_KIND, { record_uid, action, reason }, {});
  }
}

/** Devices of the account that are about the plant, alone or in a group. */
export async function devicesOfPlant(
  tx: Tx,
  { project_id, business_account_id }: { project_id: number; business_account_id: number },
): Promise<{ record_uid: string; code: string }[]> {
  const { rows } = await sql<{ record_uid: string; code: string }>`
    select record_uid, code from registered_device r
    where business_account_id = ${business_account_id} and ${project_id} in (select projects_of_device(r)) order by code`.execute(
    tx,
  );
  return rows;
}

/** Follows all devices that are not where they stand, each in a transaction of its own; returns how many. */
export async function followDevices(db: Db): Promise<number> {
  const { rows } = await sql<{ record_uid: string }>`
    select record_uid from registered_device r
    where upper(valid) > current_date and (
      (suspended_at is not null and status in ('in_force', 'binding_suspended'))
      or (status = 'suspended' and plant_without_consent(r) is not null)
      or (status = 'without_consent' and plant_without_consent(r) is null)
      or (status = 'in_force' and registered_device_id in (
        select u.registered_device_id from unit_binding b join device_unit u using (unit_id)
        where b.suspended_at is not null and upper_inf(b.valid) and upper(u.valid) > current_date)))
    order by registered_device_id`.execute(db);
  for (const { record_uid } of rows) {
    await db.transaction().execute((tx) => followDevice(tx, record_uid));
  }
  return rows.length;
}
