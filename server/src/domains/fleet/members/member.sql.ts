import type { ProjectRole } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/** The members of a project by e-mail. */
export async function membersOf(db: Db, { project_id }: ProjectAccess<"own">) {
  return db
    .selectFrom("project_member as m")
    .innerJoin("account as a", "a.account_id", "m.account_id")
    .select(["a.email", "a.display_name", sql<ProjectRole>`m.role`.as("role")])
    .where("m.project_id", "=", project_id)
    .orderBy("a.email")
    .execute();
}

/** The role of the account with the e-mail (lower case); null: it has none. */
export async function roleOf(
  tx: Tx,
  access: ProjectAccess<"own">,
  email: string,
): Promise<ProjectRole | null> {
  return (await membersOf(tx, access)).find((member) => member.email === email)?.role ?? null;
}

/** Gives the account with the e-mail (lower case) the role; false when there is no such account. */
export async function putMember(
  tx: Tx,
  { project_id }: ProjectAccess<"own">,
  { email, role }: { email: string; role: ProjectRole },
): Promise<boolean> {
  const row = await tx
    .insertInto("project_member")
    .columns(["project_id", "account_id", "role"])
    .expression((eb) =>
      eb
        .selectFrom("account")
        .select([
          sql<number>`${project_id}::int4`.as("project_id"),
          "account_id",
          sql<string>`${role}`.as("role"),
        ])
        .where("email", "=", email)
        .where("disabled_at", "is", null),
    )
    .onConflict((conflict) => conflict.columns(["account_id", "project_id"]).doUpdateSet({ role }))
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the role of the account with the e-mail away; false when it had none. */
export async function dropMember(
  tx: Tx,
  { project_id }: ProjectAccess<"own">,
  email: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("project_member as m")
    .using("account as a")
    .whereRef("a.account_id", "=", "m.account_id")
    .where("a.email", "=", email)
    .where("m.project_id", "=", project_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How many members the project has, and how many of them own it. */
export async function memberCounts(
  tx: Tx,
  { project_id }: { readonly project_id: number },
): Promise<{ members: number; owners: number }> {
  return tx
    .selectFrom("project_member")
    .select((eb) => [
      eb.fn.countAll<number>().as("members"),
      eb.fn.countAll<number>().filterWhere("role", "=", "owner").as("owners"),
    ])
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
}
