// The devices that the rows of an import belong to.
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { ImportMapping } from "./import-mapping.ts";

export interface ImportDevice {
  readonly project_id: number;
  readonly device_id: number;
}

/** The project of that uid; undefined: there is none, or it was removed. */
export async function projectByUid(
  db: Db,
  uid: string,
): Promise<{ project_id: number; name: string; timezone: string } | undefined> {
  return db
    .selectFrom("project")
    .select(["project_id", "name", "timezone"])
    .where("project_uid", "=", uid)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/**
 * The project's devices by serial, of the gateway of that serial when one is given. A serial that several devices have is
 * listed in `ambiguous` and not among the devices.
 */
export async function devicesBySerial(
  db: Db,
  projectId: number,
  gateway: string | undefined,
): Promise<{ devices: Map<string, ImportDevice>; ambiguous: string[] }> {
  const rows = await db
    .selectFrom("device as d")
    .innerJoin("gateway as g", "g.gateway_id", "d.gateway_id")
    .select(["d.project_id", "d.device_id", "d.serial"])
    .where("d.project_id", "=", projectId)
    .where("d.removed_at", "is", null)
    .$if(gateway !== undefined, (query) => query.where("g.serial", "=", gateway ?? ""))
    .orderBy("d.device_id")
    .execute();
  const devices = new Map<string, ImportDevice>();
  const ambiguous = new Set<string>();
  for (const { serial, ...device } of rows) {
    if (devices.has(serial)) ambiguous.add(serial);
    devices.set(serial, device);
  }
  for (const serial of ambiguous) devices.delete(serial);
  return { devices, ambiguous: [...ambiguous] };
}

/**
 * Makes devices of the serials on the mapping's gateway, which is made as well when it is not there; nobody knows its
 * credential until one is issued. Returns the devices by serial. Throws when the gateway belongs to another project.
 */
export async function createDevices(
  db: Db,
  projectId: number,
  create: NonNullable<ImportMapping["create"]>,
  serials: readonly string[],
): Promise<Map<string, ImportDevice>> {
  const { gateway, devices } = create;
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto("gateway")
      .values({
        project_id: projectId,
        serial: gateway,
        credential_hash: createHash("sha256").update(randomBytes(32)).digest("hex"),
      })
      .onConflict((conflict) => conflict.column("serial").doNothing())
      .execute();
    const { gateway_id, project_id } = await tx
      .selectFrom("gateway")
      .select(["gateway_id", "project_id"])
      .where("serial", "=", gateway)
      .executeTakeFirstOrThrow();
    if (project_id !== projectId) throw new Error(`The gateway ${gateway} belongs to another project`);
    const rows = await tx
      .insertInto("device")
      .values(
        serials.map((serial) => {
          const own = devices[serial];
          return {
            project_id,
            gateway_id,
            serial,
            asset_type: own?.asset_type ?? create.asset_type,
            ac_nominal_w: own?.ac_nominal_w ?? create.ac_nominal_w ?? null,
            dc_capacity_wp: own?.dc_capacity_wp ?? create.dc_capacity_wp ?? null,
          };
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(["gateway_id", "serial"]).doUpdateSet({ removed_at: sql<null>`null` }),
      )
      .returning(["project_id", "device_id", "serial"])
      .execute();
    return new Map(rows.map(({ serial, ...device }) => [serial, device]));
  });
}
