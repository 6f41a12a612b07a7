import { FLEET_LIMITS, type Tariff } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/** Sets the tariff from a day on; false when the project has as many as it may. */
export async function putTariff(
  tx: Tx,
  project_id: number,
  tariff: Tariff & { valid_from: string },
): Promise<boolean> {
  const { valid_from, vnd_per_kwh, export_vnd_per_kwh } = tariff;
  const price = { vnd_per_kwh, export_vnd_per_kwh, bands: JSON.stringify(tariff.bands) };
  await tx
    .insertInto("tariff")
    .values({ project_id, valid_from, ...price })
    .onConflict((conflict) => conflict.columns(["project_id", "valid_from"]).doUpdateSet(price))
    .execute();
  const { count } = await tx
    .selectFrom("tariff")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return count <= FLEET_LIMITS.tariffsPerProject;
}

/** Every tariff of the project, the latest first; prices as text with four decimals. Empty: energy has no price. */
export async function tariffsOf(tx: Tx, { project_id }: ProjectAccess) {
  const rows = await tx
    .selectFrom("tariff")
    .select(["valid_from", "vnd_per_kwh", "export_vnd_per_kwh", "bands"])
    .where("project_id", "=", project_id)
    .orderBy("valid_from", "desc")
    .limit(FLEET_LIMITS.tariffsPerProject)
    .execute();
  // Only bands of the contract are ever written.
  return rows.map((row) => ({ ...row, bands: row.bands as Tariff["bands"] }));
}

/** What the tariff in force on the day says beside the price of energy; before the first one there is nothing. */
export async function tariffTermsOn(
  tx: Tx,
  { project_id }: ProjectAccess,
  day: string,
): Promise<Pick<Tariff, "export_vnd_per_kwh" | "bands">> {
  const row = await tx
    .selectFrom("tariff")
    .select(["export_vnd_per_kwh", "bands"])
    .where("project_id", "=", project_id)
    .where("valid_from", "<=", day)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  // Only bands of the contract are ever written.
  return row === undefined
    ? { export_vnd_per_kwh: "0", bands: [] }
    : { ...row, bands: row.bands as Tariff["bands"] };
}

/** The tariff that begins on the day, as `tariffsOf` has it; null: none does. */
export async function tariffFrom(tx: Tx, access: ProjectAccess, valid_from: string) {
  return (await tariffsOf(tx, access)).find((tariff) => tariff.valid_from === valid_from) ?? null;
}

/** Takes away the tariff that begins on the day; false when there is none. */
export async function deleteTariff(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  valid_from: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("tariff")
    .where("project_id", "=", project_id)
    .where("valid_from", "=", valid_from)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
