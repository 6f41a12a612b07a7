// What a trial of an import must know of the project and its devices.
import type { Db } from "../../../platform/db.ts";
import type { DeviceFacts } from "../fold/energy-sheet.ts";
import type { TrialDevice } from "./import-trial.ts";

/** The facts of the project's place, and its devices with theirs, by id. Throws when there is no such project. */
export async function trialFacts(
  db: Db,
  projectId: number,
): Promise<{ facts: Omit<DeviceFacts, "asset_type" | "ac_nominal_w">; devices: Map<number, TrialDevice> }> {
  const project = await db
    .selectFrom("project")
    .select(["latitude", "longitude", "timezone", "capacity_wp"])
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const facts = {
    latitude: project.latitude,
    longitude: project.longitude,
    timezone: project.timezone,
    project_wp: project.capacity_wp,
  };
  const devices = await db
    .selectFrom("device")
    .select(["device_id", "serial", "asset_type", "ac_nominal_w"])
    .where("project_id", "=", projectId)
    .execute();
  return {
    facts,
    devices: new Map(
      devices.map(({ device_id, serial, asset_type, ac_nominal_w }) => [
        device_id,
        { serial, facts: { ...facts, asset_type, ac_nominal_w } },
      ]),
    ),
  };
}
