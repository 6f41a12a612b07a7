// Outages that were agreed beforehand. Days they touch are made out of date by triggers of the table.
import { deviceName, type PlannedOutage } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

type Row = Omit<PlannedOutage, "from_at" | "to_at" | "gateway"> & {
  readonly from_at: Date;
  readonly to_at: Date;
  /** Of the gateway; null: all of them. */
  readonly alias: string | null;
  readonly name: string | null;
  readonly serial: string | null;
};

/** The project's outages that overlap the span (all of them without one), the latest first. */
export async function plannedOutagesOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  span: { readonly from_ms: number; readonly to_ms: number } | null = null,
): Promise<PlannedOutage[]> {
  const overlaps =
    span === null
      ? sql`true`
      : sql`o.from_at < ${new Date(span.to_ms)} and o.to_at > ${new Date(span.from_ms)}`;
  const { rows } = await sql<Row>`
    select o.outage_uid, o.from_at, o.to_at, o.reason, g.gateway_uid,
      g.alias, g.name, g.serial
    from planned_outage o left join gateway g on g.gateway_id = o.gateway_id and g.project_id = o.project_id
    where o.project_id = ${project_id} and ${overlaps}
    order by o.from_at desc, o.outage_id desc`.execute(tx);
  return rows.map(({ alias, name, serial, ...row }) => ({
    ...row,
    gateway: serial === null ? null : deviceName({ alias, name: name ?? "", serial }),
    from_at: row.from_at.toISOString(),
    to_at: row.to_at.toISOString(),
  }));
}

/** How many outages the project has. */
export async function countOfPlannedOutages(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  const { outages } = await tx
    .selectFrom("planned_outage")
    .select(({ fn }) => fn.countAll<number>().as("outages"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return outages;
}

/** Records an outage and returns its uid. A gateway that the project does not have: 404 `gateway.not_found`. */
export async function insertPlannedOutage(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  outage: {
    readonly from_at: string;
    readonly to_at: string;
    readonly reason: string;
    readonly gateway_uid: string | undefined;
    readonly created_by: number;
  },
): Promise<string> {
  const { gateway_uid, ...values } = outage;
  const gateway =
    gateway_uid === undefined
      ? { gateway_id: null }
      : await tx
          .selectFrom("gateway")
          .select("gateway_id")
          .where("project_id", "=", project_id)
          .where("gateway_uid", "=", gateway_uid)
          .where("removed_at", "is", null)
          .executeTakeFirst();
  if (gateway === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
  const { outage_uid } = await tx
    .insertInto("planned_outage")
    .values({ project_id, ...gateway, ...values })
    .returning("outage_uid")
    .executeTakeFirstOrThrow();
  return outage_uid;
}

/** Takes the outage away and returns what it was; undefined: the project has none of that uid. */
export async function deletePlannedOutage(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  outage_uid: string,
): Promise<{ from_at: Date; to_at: Date; reason: string } | undefined> {
  return tx
    .deleteFrom("planned_outage")
    .where("project_id", "=", project_id)
    .where("outage_uid", "=", outage_uid)
    .returning(["from_at", "to_at", "reason"])
    .executeTakeFirst();
}
