import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { account, freshDb, scene } from "../../../../testing/test-kit.ts";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import { accessTo, accessToMany, inProject } from "../index.ts";

const look = { to: "look", noun: "project" } as const;

test("the proof carries what queries need of the project, and the caller's role", async () => {
  const db = await freshDb();
  const plant = await scene(db, "managed", { timezone: "Asia/Tokyo", project_type: "swh" });
  expect(await accessTo(db, plant, plant.project_uid, look)).toEqual({
    project_id: plant.project_id,
    project_uid: plant.project_uid,
    name: "Roof 1",
    project_type: "swh",
    timezone: "Asia/Tokyo",
    latitude: 10.7769,
    longitude: 106.7009,
    night_from: null,
    night_to: null,
    commissioned_on: null,
    run_nze: false,
    role: "managed",
  });
});

test("each role may do what it may and is told what it may not", async () => {
  const db = await freshDb();
  const told = async (role: "owner" | "managed" | "read_only", to: "look" | "change" | "own") => {
    const plant = await scene(db, role);
    return accessTo(db, plant, plant.project_uid, { to, noun: "schedule" }).then(
      () => "may",
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    );
  };
  expect(await told("owner", "look")).toBe("may");
  expect(await told("owner", "change")).toBe("may");
  expect(await told("owner", "own")).toBe("may");
  expect(await told("managed", "look")).toBe("may");
  expect(await told("managed", "change")).toBe("may");
  expect(await told("managed", "own")).toBe("403 schedule.owner_only");
  expect(await told("read_only", "look")).toBe("may");
  expect(await told("read_only", "change")).toBe("403 schedule.read_only");
  expect(await told("read_only", "own")).toBe("403 schedule.read_only");
});

test("a stranger's project, a removed one, none and one that never was are refused alike", async () => {
  const db = await freshDb();
  const mine = await scene(db);
  const theirs = await scene(db);
  const removed = await scene(db);
  await db
    .updateTable("project")
    .set({ removed_at: new Date() })
    .where("project_id", "=", removed.project_id)
    .execute();
  const tries = [
    [mine, theirs.project_uid],
    [removed, removed.project_uid],
    [mine, randomUUID()],
    [mine, undefined],
  ] as const;
  for (const [who, uid] of tries) {
    for (const to of ["look", "change", "own"] as const) {
      await expect(accessTo(db, who, uid, { to, noun: "project" })).rejects.toMatchObject({
        status: 404,
        code: "project.not_found",
        message: "No such project",
      });
    }
  }
});

test("several proofs come in the order asked, repeats included, and one foreign project refuses them all", async () => {
  const db = await freshDb();
  const one = await scene(db);
  const two = await scene(db);
  const { account_id } = one;
  await db
    .insertInto("project_member")
    .values({ project_id: two.project_id, account_id, role: "read_only" })
    .execute();
  const uids = [two.project_uid, one.project_uid.toUpperCase(), two.project_uid];
  const proofs = await accessToMany(db, one, uids, look);
  expect(proofs.map(({ project_id }) => project_id)).toEqual([
    two.project_id,
    one.project_id,
    two.project_id,
  ]);
  expect(await accessToMany(db, one, [], look)).toEqual([]);
  await expect(
    accessToMany(db, one, [one.project_uid, (await scene(db)).project_uid], look),
  ).rejects.toMatchObject({
    code: "project.not_found",
  });
  await expect(accessToMany(db, one, uids, { to: "change", noun: "project" })).rejects.toMatchObject({
    code: "project.read_only",
  });
});

/** Rows of every kind of project data, in both projects. */
async function twoPlants(db: Db) {
  const mine = await scene(db);
  const other = await scene(db);
  for (const { project_id, device_id, gateway_id } of [mine, other]) {
    const of = { project_id, device_id };
    const ts = new Date("2026-03-01T05:00:00Z");
    await db
      .insertInto("tariff")
      .values({ project_id, valid_from: "2026-01-01", vnd_per_kwh: "2000" })
      .execute();
    await db
      .insertInto("reading")
      .values({ ...of, ts, interval_s: 10 })
      .execute();
    await db
      .insertInto("reading_correction")
      .values({ ...of, ts, was: "{}", became: "{}" })
      .execute();
    await db
      .insertInto("refused_reading")
      .values({ project_id, gateway_id, reason: "reading.empty" })
      .execute();
    await db
      .insertInto("refused_day")
      .values({ project_id, gateway_id, day: "2026-03-01", reason: "reading.empty", count: 1, last_at: ts })
      .execute();
    await db
      .insertInto("ledger_event")
      .values({ ...of, quantity: "import", at: ts, kind: "gap" })
      .execute();
    await db
      .insertInto("latest")
      .values({ ...of, ts })
      .execute();
    await db
      .insertInto("energy_quarter")
      .values({ ...of, bin_utc: ts })
      .execute();
    await db
      .insertInto("energy_day")
      .values({ ...of, day: "2026-03-01", closing: "{}" })
      .execute();
    await db
      .insertInto("energy_month")
      .values({ ...of, month: "2026-03-01" })
      .execute();
  }
  return { mine, other };
}
const PROJECT_DATA = [
  "tariff",
  "gateway",
  "device",
  "reading",
  "reading_correction",
  "refused_reading",
  "refused_day",
  "ledger_event",
  "latest",
  "energy_quarter",
  "energy_day",
  "energy_month",
  "energy_hour",
] as const;
const MEMBER_DATA = ["project", "project_member", "project_summary"] as const;

async function projectsIn(tx: Tx, tables: readonly string[]): Promise<Record<string, number[]>> {
  const seen: Record<string, number[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{
      project_id: number;
    }>`select project_id from ${sql.table(table)} order by 1`.execute(tx);
    seen[table] = rows.map(({ project_id }) => project_id);
  }
  return seen;
}
const each = (tables: readonly string[], ids: number[]) =>
  Object.fromEntries(tables.map((table) => [table, ids]));

test("the API's role sees no row of any project when it was not told who asks", async () => {
  const db = await freshDb();
  const { mine, other } = await twoPlants(db);
  const all = [...PROJECT_DATA, ...MEMBER_DATA];
  const unlimited = await db.transaction().execute((tx) => projectsIn(tx, all));
  expect(unlimited).toEqual(each(all, [mine.project_id, other.project_id]));
  const seen = await db.transaction().execute(async (tx) => {
    await sql`set local role heliograph_api`.execute(tx);
    return projectsIn(tx, all);
  });
  expect(seen).toEqual(each(all, []));
});

test("within a project every query sees its rows and no other's, filtered or not", async () => {
  const db = await freshDb();
  const { mine } = await twoPlants(db);
  const all = [...PROJECT_DATA, ...MEMBER_DATA];
  const seen = await inProject(db, mine, mine.project_uid, look, (tx) => projectsIn(tx, all));
  expect(seen).toEqual(each(all, [mine.project_id]));
});

test("naming another project lets nobody see the lists of those he is no member of", async () => {
  const db = await freshDb();
  const { mine, other } = await twoPlants(db);
  const who = { account_id: mine.account_id, projects: [other.project_id] };
  const seen = await asAccount(db, who, (tx) => projectsIn(tx, [...PROJECT_DATA, ...MEMBER_DATA]));
  expect(seen).toEqual({
    ...each(PROJECT_DATA, [other.project_id]),
    ...each(MEMBER_DATA, [mine.project_id]),
    // The view takes the time zone from the project, which stays hidden.
    energy_hour: [],
  });
});

test("the limits end with the transaction: the connection's next user is not bound by them, nor by a failure", async () => {
  const db = await freshDb();
  const { mine, other } = await twoPlants(db);
  const fails = inProject(db, mine, mine.project_uid, look, () => Promise.reject(new RangeError("no")));
  await expect(fails).rejects.toThrow("no");
  await inProject(db, mine, mine.project_uid, look, async () => {});
  const after = await Promise.all(
    Array.from({ length: 8 }, () => db.transaction().execute((tx) => projectsIn(tx, ["gateway"]))),
  );
  for (const seen of after) expect(seen).toEqual({ gateway: [mine.project_id, other.project_id] });
});

test("work in a project is not begun for a stranger, and cannot write what the API may not", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const stranger = await account(db);
  let begun = 0;
  const work = async () => {
    begun += 1;
  };
  await expect(inProject(db, stranger, plant.project_uid, look, work)).rejects.toMatchObject({ status: 404 });
  expect(begun).toBe(0);
  const change = { to: "change", noun: "project" } as const;
  const writes = inProject(db, plant, plant.project_uid, change, (tx) =>
    tx.updateTable("gateway").set({ credential_hash: "mine" }).execute(),
  );
  await expect(writes).rejects.toThrow(/permission denied/);
  await inProject(db, plant, plant.project_uid, change, (tx) =>
    tx.updateTable("gateway").set({ alias: "Roof" }).execute(),
  );
  const gateways = await db.selectFrom("gateway").select(["alias", "credential_hash"]).execute();
  expect(gateways).toEqual([{ alias: "Roof", credential_hash: "none" }]);
});
