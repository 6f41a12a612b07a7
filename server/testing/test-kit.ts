// What server tests share: a database of their own, and a small believable scene in it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inject, onTestFinished } from "vitest";
import { connect, type Db, type Pools } from "../src/platform/db.ts";

/** A database of its own for the calling test: a copy of the migrated template, dropped when the test ends. */
export async function freshPools(): Promise<Pools & { url: string }> {
  const server = inject("postgresUrl");
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = connect(server, 1);
  // Copying files costs less than logging each of their pages.
  await sql.raw(`create database ${name} template t_base strategy file_copy`).execute(admin.db);
  const url = server.replace(/\/[^/]*$/, `/${name}`);
  const pools = connect(url, 8);
  onTestFinished(async () => {
    await pools.close();
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
  });
  return { ...pools, url };
}

export async function freshDb(): Promise<Db> {
  return (await freshPools()).db;
}

export type Role = "owner" | "managed" | "read_only";

/** An account without a password; sign-in tests make their own. */
export async function account(
  db: Db,
  displayName = "Lan Tran",
): Promise<{ account_id: number; account_uid: string }> {
  return db
    .insertInto("account")
    .values({ email: `${randomUUID()}@test.example`, display_name: displayName })
    .returning(["account_id", "account_uid"])
    .executeTakeFirstOrThrow();
}

/** A project in Viet Nam with one gateway and one 50 kW inverter, and an account with the given role on it. */
export async function scene(
  db: Db,
  role: Role = "owner",
  project: { timezone?: string; project_type?: "pv" | "swh" } = {},
) {
  const who = await account(db);
  const { project_id, project_uid } = await db
    .insertInto("project")
    .values({
      name: "Roof 1",
      latitude: 10.7769,
      longitude: 106.7009,
      project_type: "pv",
      timezone: "Asia/Ho_Chi_Minh",
      capacity_wp: 60_000,
      ...project,
    })
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  await db.insertInto("project_member").values({ project_id, account_id: who.account_id, role }).execute();
  await db.insertInto("project_summary").values({ project_id }).execute();
  const { gateway_id, gateway_uid, serial } = await db
    .insertInto("gateway")
    .values({
      project_id,
      serial: `GW-${randomUUID().slice(0, 8)}`,
      credential_hash: "none",
      interval_s: 300,
    })
    .returning(["gateway_id", "gateway_uid", "serial"])
    .executeTakeFirstOrThrow();
  const { device_id, device_uid } = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "solar_inverter", serial: "INV-1", ac_nominal_w: 50_000 })
    .returning(["device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  return {
    ...who,
    project_id,
    project_uid,
    gateway_id,
    gateway_uid,
    gateway_serial: serial,
    device_id,
    device_uid,
  };
}
