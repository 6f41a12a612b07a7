import { expect, test } from "vitest";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Origin } from "../../../platform/http.ts";
import { newCredential, REMEMBERED_MS } from "./credential.sql.ts";
import { doorkeeperGateway, gatewayByCredential } from "../index.ts";

async function plant() {
  const db = await freshDb();
  const { project_id, gateway_id, gateway_uid, gateway_serial: serial } = await scene(db);
  const { credential, credential_hash } = newCredential();
  await db.updateTable("gateway").set({ credential_hash }).where("gateway_id", "=", gateway_id).execute();
  return { db, credential, credential_hash, gateway: { project_id, gateway_id, gateway_uid, serial } };
}
const shows = (text: string, scheme = "Basic"): Origin => ({
  address: "203.0.113.1",
  authorization: `${scheme} ${Buffer.from(text).toString("base64")}`,
  userAgent: undefined,
  host: "localhost",
  timezone: undefined,
});

test("a credential is 32 random bytes of which only the hash is kept", async () => {
  const { db, credential, credential_hash, gateway } = await plant();
  expect(Buffer.from(credential, "base64url")).toHaveLength(32);
  expect(credential_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(newCredential().credential).not.toBe(credential);
  expect(await gatewayByCredential(db, gateway.serial, credential)).toEqual(gateway);
});

test("no other serial or credential opens a gateway, nor the hash that is kept", async () => {
  const { db, credential, credential_hash, gateway } = await plant();
  const other = await scene(db);
  const tries = [
    [gateway.serial, ""],
    [gateway.serial, credential_hash],
    [gateway.serial, `${credential} `],
    [other.gateway_serial, credential],
    [other.gateway_serial, "none"],
    ["", credential],
    ["nobody", credential],
    [`${gateway.serial}' or '1'='1`, credential],
    [`${gateway.serial}\u0000`, credential],
  ] as const;
  for (const [serial, shown] of tries) {
    expect([serial, await gatewayByCredential(db, serial, shown)]).toEqual([serial, null]);
  }
});

test("a removed gateway, and a gateway of a removed project, are refused", async () => {
  const { db, credential, gateway } = await plant();
  await db.updateTable("project").set({ removed_at: new Date() }).execute();
  expect(await gatewayByCredential(db, gateway.serial, credential)).toBeNull();
  await db.updateTable("project").set({ removed_at: null }).execute();
  await db.updateTable("gateway").set({ removed_at: new Date() }).execute();
  expect(await gatewayByCredential(db, gateway.serial, credential)).toBeNull();
});

test("over HTTP a gateway shows serial and credential by Basic, and whatever else it shows is refused alike", async () => {
  const { db, credential, gateway } = await plant();
  const keeper = doorkeeperGateway(db);
  expect(await keeper(shows(`${gateway.serial}:${credential}`))).toEqual(gateway);
  const none = { ...shows(""), authorization: undefined };
  const wrongs = [
    none,
    shows(""),
    shows(gateway.serial),
    shows(`${gateway.serial}:wrong`),
    shows(`${gateway.serial}:${credential}`, "Bearer"),
    { ...none, authorization: "Basic !!!" },
    { ...none, authorization: `Basic ${"A".repeat(10_000)}` },
  ];
  for (const origin of wrongs) {
    await expect(keeper(origin)).rejects.toMatchObject({
      status: 401,
      code: "gateway.credential",
      message: "The gateway's serial or credential is not correct",
    });
  }
});

test("a credential that was right is not looked up again for five seconds, and then it is; a wrong one always is", async () => {
  const { db, credential, gateway } = await plant();
  let now = 1_000_000;
  const keeper = doorkeeperGateway(db, () => now);
  const right = shows(`${gateway.serial}:${credential}`);
  const next = newCredential();
  const wrong = shows(`${gateway.serial}:${next.credential}`);
  expect(await keeper(right)).toEqual(gateway);
  await expect(keeper(wrong)).rejects.toMatchObject({ code: "gateway.credential" });
  await db.updateTable("gateway").set({ credential_hash: next.credential_hash }).execute();
  expect(await keeper(wrong)).toEqual(gateway);
  now += REMEMBERED_MS - 1;
  expect(await keeper(right)).toEqual(gateway);
  now += 1;
  await expect(keeper(right)).rejects.toMatchObject({ code: "gateway.credential" });
  expect(REMEMBERED_MS).toBeLessThanOrEqual(5000);
});
