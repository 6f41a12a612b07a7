// A plant and people with roles on it, over the calls of the fleet.
import { randomUUID } from "node:crypto";
import { signAccessToken } from "../src/domains/identity/tokens.ts";
import { keysOf } from "../src/domains/identity/secrets.sql.ts";
import { fileRoutes, fleetRoutes, type AccountLimits } from "../src/domains/fleet/index.ts";
import type { Db } from "../src/platform/db.ts";
import { apiOf } from "./api-kit.ts";
import { freshStore } from "./file-kit.ts";
import { account, freshPools, scene, type Role } from "./test-kit.ts";

/** The calls of the fleet on a fresh database with one plant, and the token of its owner. Limits: those of the product. */
export async function projectsApi(limits?: AccountLimits) {
  const { db, url } = await freshPools();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    fleetRoutes(serve, db, limits);
    fileRoutes(serve, db, store);
  });
  const plant = await scene(db);
  const { email } = await db
    .selectFrom("account")
    .select("email")
    .where("account_id", "=", plant.account_id)
    .executeTakeFirstOrThrow();
  return { db, url, api, plant: { ...plant, email }, token: await tokenFor(db, plant) };
}

/** A new account with a role on the project (null: none) and its token. */
export async function accountOn(db: Db, on: { project_id: number; role: Role } | null) {
  const who = await account(db, "Minh Pham");
  if (on !== null) {
    const { project_id, role } = on;
    await db.insertInto("project_member").values({ project_id, account_id: who.account_id, role }).execute();
  }
  const { email } = await db
    .selectFrom("account")
    .select("email")
    .where("account_id", "=", who.account_id)
    .executeTakeFirstOrThrow();
  return { ...who, email, token: await tokenFor(db, who) };
}

/** An access token of a session opened for the account without a password. */
export async function tokenFor(db: Db, who: { account_id: number; account_uid: string }): Promise<string> {
  const session_id = randomUUID();
  const expires_at = new Date(Date.now() + 86_400_000);
  await db.insertInto("session").values({ session_id, account_id: who.account_id, expires_at }).execute();
  return signAccessToken(await keysOf(db), { session_id, account_uid: who.account_uid }, Date.now());
}
