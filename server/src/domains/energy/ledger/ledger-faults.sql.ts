// Devices whose ledger could not be made.
import type pg from "pg";
import { ids, changeArrays, type ReadingChange } from "../../telemetry/index.ts";
import { binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";

/** A device whose ledger failed, and why. */
export interface LedgerFault extends ReadingChange {
  readonly message: string;
}

const MESSAGE_LENGTH = 500;

/** Notes the faults; what waited for a device before keeps waiting, too. */
export async function noteFaults(client: pg.ClientBase, faults: readonly LedgerFault[]): Promise<void> {
  if (faults.length === 0) return;
  const messages = faults.map(({ message }) => message.slice(0, MESSAGE_LENGTH));
  await client.query(
    `insert into ledger_fault (project_id, device_id, since, until, message)
     select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[], $5::text[])
     on conflict (project_id, device_id) do update set at = now(), message = excluded.message,
       since = least(ledger_fault.since, excluded.since), until = greatest(ledger_fault.until, excluded.until)`,
    [...changeArrays(faults), binaryTextArray("text", messages)],
  );
}

/** Forgets the faults of devices whose ledger is whole again. */
export async function forgetFaults(
  client: pg.ClientBase,
  devices: readonly { readonly project_id: number; readonly device_id: number }[],
): Promise<void> {
  if (devices.length === 0) return;
  await client.query(
    `delete from ledger_fault f using unnest($1::int4[], $2::int4[]) as w(project_id, device_id)
     where f.project_id = w.project_id and f.device_id = w.device_id`,
    [ids(devices, "project_id"), ids(devices, "device_id")],
  );
}
