// Registered devices as a kind of record, and what their actions do (docs/decisions/0148-registered-devices.md).
import {
  DECISION_MESSAGES,
  DEVICE_MESSAGES,
  filledMessage,
  LOOK_WITHIN,
  REGISTERED_LIFE,
  type RegisteredAction,
  type RegisteredStatus,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../../platform/db.ts";
import {
  followRecord,
  hasRole,
  limitEnd,
  recordBegan,
  type Actor,
  type Effect,
  type RecordKind,
} from "../../../parties/index.ts";
import { projectsOfDevices } from "../device-projects.sql.ts";
import { refuseUnmet, type Fault } from "../unmet.ts";
import { changeMembers, type MembersChange } from "./members.sql.ts";
import { noteFinding, type Finding } from "./meter-finding.sql.ts";
import type { RegisteredRow } from "./registered-rows.ts";
import { passDevice } from "./release.sql.ts";

/** What commands carry beside what every command does. */
interface DevicePayload {
  readonly trade_account_id?: string | null;
  readonly finding?: Finding;
  readonly members?: MembersChange;
}
type Does = Effect<RegisteredRow, DevicePayload>;

const suspend: Does = async (tx, row, { reason }) => setSuspended(tx, row, reason);

/** Nothing is issued for the device from now on; of one that is suspended already the reason alone changes. */
async function setSuspended(tx: Tx, row: RegisteredRow, reason: string | null): Promise<void> {
  await tx
    .updateTable("registered_device")
    .set({ suspended_at: row.suspended_at ?? sql<Date>`now()`, suspended_because: reason })
    .where("registered_device_id", "=", row.registered_device_id)
    .execute();
}

/** Certificates may be issued again: an owner of each of its plants consents, and an issuer has looked at bindings that a change of the plant has suspended. */
const resume: Does = async (tx, row, { actor }) => {
  const isIssuer = hasRole(actor, "issuer");
  refuseUnmet([
    ...(await consentFaults(tx, row)),
    ...(isIssuer ? [] : bindingFaults(await suspendedMeters(tx, row))),
  ]);
  if (isIssuer) await confirmBindings(tx, row);
  await tx
    .updateTable("registered_device")
    .set({ suspended_at: null, suspended_because: null })
    .where("registered_device_id", "=", row.registered_device_id)
    .execute();
};

async function consentFaults(tx: Tx, { registered_device_id }: RegisteredRow): Promise<Fault[]> {
  const { rows } = await sql<{ project: string }>`
    select p.name as project from registered_device r join project p on p.project_id = plant_without_consent(r)
    where r.registered_device_id = ${registered_device_id}`.execute(tx);
  return rows.map((params) => ({
    code: "DEV-015",
    message: filledMessage(DEVICE_MESSAGES["DEV-015"], params),
    params,
  }));
}

/** Serials of the device's meters whose bindings are suspended. */
async function suspendedMeters(tx: Tx, { registered_device_id }: RegisteredRow): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select distinct g.serial from device_unit u join unit_binding b using (unit_id) join generating_unit g using (unit_id)
    where u.registered_device_id = ${registered_device_id} and upper(u.valid) > current_date and b.suspended_at is not null
      and upper_inf(b.valid) order by g.serial`.execute(tx);
  return rows.map(({ serial }) => serial);
}

function bindingFaults(serials: readonly string[]): Fault[] {
  if (serials.length === 0) return [];
  const params = { meters: serials.join(", ") };
  return [{ code: "DEV-043", message: filledMessage(DECISION_MESSAGES["DEV-043"], params), params }];
}

async function confirmBindings(tx: Tx, { registered_device_id }: RegisteredRow): Promise<void> {
  await sql`
    update unit_binding b set suspended_at = null, suspended_because = null from device_unit du
    where du.registered_device_id = ${registered_device_id} and du.unit_id = b.unit_id and b.suspended_at is not null`.execute(
    tx,
  );
}

/** Registered devices: those of the account, of the issuer's registry and country, and for platform operators all. */
export const REGISTERED_KIND: RecordKind<RegisteredStatus, RegisteredAction, RegisteredRow, DevicePayload> = {
  life: REGISTERED_LIFE,
  table: "registered_device",
  prefix: "D",
  hidden: [],
  projectsOf: (tx, { registered_device_id }) => projectsOfDevices(tx, { ids: [registered_device_id] }),
  effects: {
    suspend,
    resume,
    confirm_binding: confirmBindings,
    lose_consent: suspend,
    find_consent: async (tx, _row, { actor }) => ({ due_at: await limitEnd(tx, actor.at, LOOK_WITHIN) }),
    find_meter: async (tx, row, { actor, payload: { finding }, reason }) => {
      if (finding !== undefined) await noteFinding(tx, row, { ...finding, actor, reason: reason ?? "" });
    },
    change_members: async (tx, row, { actor, payload: { members } }) => {
      if (members !== undefined) await changeMembers(tx, row, { ...members, at: actor.at });
    },
    release: (tx, row, { actor, payload: { trade_account_id = null } }) =>
      passDevice(tx, row, { to: trade_account_id, actor }),
    take_back: (tx, row, { actor }) => passDevice(tx, row, { to: null, actor }),
  },
};

/** Notes that the device, which was just written, is registered. */
export const deviceBegan = (
  tx: Tx,
  device: { device_uid: string; business_account_id: number },
  actor: Actor,
): Promise<void> =>
  recordBegan(
    tx,
    REGISTERED_KIND,
    { record_uid: device.device_uid, business_account_id: device.business_account_id, status: "in_force" },
    { actor, action: "register" },
  );

/** Notes that another device, of the code, succeeds the one. */
export async function deviceSucceeded(tx: Tx, registered_device_id: number, code: string): Promise<void> {
  const { record_uid } = await tx
    .selectFrom("registered_device")
    .select("record_uid")
    .where("registered_device_id", "=", registered_device_id)
    .executeTakeFirstOrThrow();
  await followRecord(tx, REGISTERED_KIND, { record_uid, action: "succeed", reason: code }, {});
}
