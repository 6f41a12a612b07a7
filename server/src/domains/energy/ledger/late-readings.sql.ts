// Notes which readings came after their time: the alarms of that time are judged anew with them.
import type pg from "pg";
import { changeArrays, type ReadingChange } from "../../telemetry/index.ts";

/** Notes the spans of the late readings, one for each project. */
export async function noteLateReadings(
  client: pg.ClientBase,
  entries: readonly ReadingChange[],
): Promise<void> {
  await client.query({
    name: "note_late_readings",
    text: `
      insert into late_spans (project_id, what, since, until)
      select project_id, 'readings', min(since), max(until)
      from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) as e (project_id, device_id, since, until)
      join project using (project_id) group by project_id order by project_id`,
    values: changeArrays(entries),
  });
}
