// Takes away what an earlier fold of the ledger had made and a new one does not.
import type pg from "pg";
import { binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import type { Replaced } from "../fold/ledger-job.ts";
import { ids, instants } from "../../telemetry/index.ts";
import { ofDevice, ledgerRows, type DeviceDay, type DeviceResult, type OfDevice } from "./device-result.ts";

interface Again extends OfDevice, Replaced {
  readonly result: DeviceResult;
}

/** Two arrays of instants; null: without limit. */
function spans(from: (number | null)[], before: (number | null)[]): Buffer[] {
  return [instants(from.map((ms) => ms ?? -Infinity)), instants(before.map((ms) => ms ?? Infinity))];
}

/**
 * Takes away rows that an earlier fold made and this one does not, and returns the days among them. `not in` makes the
 * database look them up in a hash; the planner knows nothing of the length of an array, and a nested loop over years of
 * quarter hours would take hours.
 */
export async function deleteReplaced(
  client: pg.ClientBase,
  results: readonly DeviceResult[],
): Promise<DeviceDay[]> {
  const again = results.flatMap((result): Again[] => {
    const { project_id, device_id, replaced } = result;
    return replaced === null ? [] : [{ project_id, device_id, ...replaced, result }];
  });
  if (again.length === 0) return [];
  const devices = [ids(again, "project_id"), ids(again, "device_id")];
  const bins = ledgerRows(
    again.map(({ result }) => result),
    "bins",
  );
  await client.query(
    `delete from energy_quarter using unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[])
       as w(project_id, device_id, first, before)
     where energy_quarter.project_id = w.project_id and energy_quarter.device_id = w.device_id and energy_quarter.bin_utc >= w.first and energy_quarter.bin_utc < w.before
       and (energy_quarter.device_id, energy_quarter.bin_utc) not in (select * from unnest($5::int4[], $6::timestamptz[]))`,
    [
      ...devices,
      ...spans(
        again.map(({ binsFrom }) => binsFrom),
        again.map(({ binsBefore }) => binsBefore),
      ),
      ids(bins.devices, "device_id"),
      instants(bins.rows.map(({ bin_utc }) => bin_utc)),
    ],
  );
  await deleteEvents(client, again);
  const days = again.flatMap(({ result }) => ofDevice(result, result.days));
  const gone = await client.query<DeviceDay>(
    `delete from energy_day using unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) as w(project_id, device_id, first, before)
     where energy_day.project_id = w.project_id and energy_day.device_id = w.device_id
       and energy_day.day >= coalesce(w.first::date, '-infinity') and energy_day.day < coalesce(w.before::date, 'infinity')
       and (energy_day.device_id, energy_day.day) not in (
         select device_id, day::date from unnest($5::int4[], $6::text[]) as remaining(device_id, day))
     returning energy_day.project_id, energy_day.device_id, energy_day.day`,
    [
      ...devices,
      binaryTextArray(
        "text",
        again.map(({ daysFrom }) => daysFrom),
      ),
      binaryTextArray(
        "text",
        again.map(({ daysBefore }) => daysBefore),
      ),
      ids(days, "device_id"),
      binaryTextArray(
        "text",
        days.map(({ day }) => day),
      ),
    ],
  );
  return gone.rows;
}

async function deleteEvents(client: pg.ClientBase, again: readonly Again[]): Promise<void> {
  const events = again.flatMap(({ result }) => ofDevice(result, result.events));
  await client.query(
    `delete from ledger_event e using unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[])
       as w(project_id, device_id, after, up_to)
     where e.project_id = w.project_id and e.device_id = w.device_id and e.at > w.after and e.at <= w.up_to
       and (e.device_id, e.quantity, e.at, e.kind) not in (
         select * from unnest($5::int4[], $6::text[], $7::timestamptz[], $8::text[]))`,
    [
      ids(again, "project_id"),
      ids(again, "device_id"),
      ...spans(
        again.map(({ eventsAfter }) => eventsAfter),
        again.map(({ eventsUpTo }) => eventsUpTo),
      ),
      ids(events, "device_id"),
      binaryTextArray(
        "text",
        events.map(({ counted }) => counted),
      ),
      instants(events.map(({ at }) => at)),
      binaryTextArray(
        "text",
        events.map(({ kind }) => kind),
      ),
    ],
  );
}
