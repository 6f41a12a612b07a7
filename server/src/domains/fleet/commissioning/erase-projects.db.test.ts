import { Readable } from "node:stream";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshStore } from "../../../../testing/file-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import { tablesOfProjects } from "./erase-project.sql.ts";
import { eraseRemoved } from "./erase-projects.jobs.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 23);
const never = () => false;

async function keptFile(store: FileStore): Promise<string> {
  const file = await store.receive(Readable.from([Buffer.from("content")]), 100);
  await file.keep();
  return file.file_uid;
}

/** A project with rows in every kind of table, removed so many days before NOW_MS; null: not removed. */
async function lived(
  db: Db,
  stores: { files: FileStore; imports: FileStore; documents: FileStore },
  removedDaysAgo: number | null,
) {
  const plant = await scene(db);
  const { project_id, device_id, gateway_id, account_id } = plant;
  const of = { project_id, device_id };
  const file_uid = await keptFile(stores.files);
  const import_file = await keptFile(stores.imports);
  const document_uid = await keptFile(stores.documents);
  await db
    .insertInto("document")
    .values({
      document_uid,
      project_id,
      kind: "nze.proof",
      name: "proof.pdf",
      mime: "application/pdf",
      size_bytes: 7,
      sha256: "0".repeat(64),
    })
    .execute();
  await db
    .insertInto("reading")
    .values([1, 2, 3].map((hour) => ({ ...of, ts: new Date(NOW_MS + hour * 3_600_000), interval_s: 300 })))
    .execute();
  await db
    .insertInto("energy_day")
    .values({ ...of, day: "2026-11-22" })
    .execute();
  await db.insertInto("tariff").values({ project_id, valid_from: "1970-01-01", vnd_per_kwh: "1" }).execute();
  await db
    .insertInto("project_file")
    .values({
      project_id,
      file_uid,
      name: "a.pdf",
      category: "document",
      mime: "application/pdf",
      size_bytes: 7,
      uploaded_by: account_id,
    })
    .execute();
  await sql`insert into planned_outage (project_id, gateway_id, from_at, to_at, reason)
    values (${project_id}, ${gateway_id}, now(), now() + interval '1 day', 'roof')`.execute(db);
  await sql`with made as (insert into history_import (project_id) values (${project_id}) returning import_id)
    insert into history_import_file (file_uid, import_id, name, size_bytes)
    select ${import_file}, import_id, 'a.csv', 7 from made`.execute(db);
  const removed_at = removedDaysAgo === null ? null : new Date(NOW_MS - removedDaysAgo * DAY_MS);
  await db.updateTable("project").set({ removed_at }).where("project_id", "=", project_id).execute();
  return { ...plant, file_uid, import_file, document_uid };
}

/** How many rows each table has of the project, those with none left out. */
async function rowsOf(db: Db, project_id: number): Promise<Record<string, number>> {
  const counts = await Promise.all(
    ["project", ...(await tablesOfProjects(db))].map(async (table): Promise<[string, number]> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where project_id = ${project_id}`.execute(db);
      return [table, rows[0]?.n ?? 0];
    }),
  );
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

async function emptyStores() {
  const [files, imports, documents] = await Promise.all([freshStore(), freshStore(), freshStore()]);
  return { files: files.store, imports: imports.store, documents: documents.store };
}

test("30 days after its removal nothing of a project is left, no row and no file, and all others keep theirs", async () => {
  const db = await freshDb();
  const kept = await emptyStores();
  const old = await lived(db, kept, 30);
  const young = await lived(db, kept, 29.9);
  const alive = await lived(db, kept, null);
  const before = { young: await rowsOf(db, young.project_id), alive: await rowsOf(db, alive.project_id) };
  expect(Object.keys(await rowsOf(db, old.project_id)).length).toBeGreaterThan(10);

  expect(await eraseRemoved(db, kept, { nowMs: NOW_MS, ended: never })).toBe(1);

  expect(await rowsOf(db, old.project_id)).toEqual({});
  expect(await rowsOf(db, young.project_id)).toEqual(before.young);
  expect(await rowsOf(db, alive.project_id)).toEqual(before.alive);
  expect(await kept.files.content(old.file_uid)).toBeNull();
  expect(await kept.imports.content(old.import_file)).toBeNull();
  expect(await kept.documents.content(old.document_uid)).toBeNull();
  for (const other of [young, alive]) {
    for (const content of [
      await kept.files.content(other.file_uid),
      await kept.imports.content(other.import_file),
      await kept.documents.content(other.document_uid),
    ]) {
      expect(content).not.toBeNull();
      content?.destroy();
    }
  }
  const log = await db.selectFrom("audit_event").select(["action", "subject"]).execute();
  expect(log).toEqual([{ action: "project.erased", subject: old.project_uid }]);
  // A day later it is the other's turn, and the one that is not removed stays for ever.
  expect(await eraseRemoved(db, kept, { nowMs: NOW_MS + DAY_MS, ended: never })).toBe(1);
  expect(await eraseRemoved(db, kept, { nowMs: NOW_MS + 1000 * DAY_MS, ended: never })).toBe(0);
  expect(await rowsOf(db, alive.project_id)).toEqual(before.alive);
});

test("what ended early goes on with the next, and the project stays its owner's until it is gone whole", async () => {
  const db = await freshDb();
  const kept = await emptyStores();
  const old = await lived(db, kept, 31);
  let steps = 0;
  const ended = () => (steps += 1) > 5;
  expect(await eraseRemoved(db, kept, { nowMs: NOW_MS, ended })).toBe(0);
  expect(await rowsOf(db, old.project_id)).toMatchObject({ project: 1, project_member: 1 });
  expect(await eraseRemoved(db, kept, { nowMs: NOW_MS, ended: never })).toBe(1);
  expect(await rowsOf(db, old.project_id)).toEqual({});
});

test("a project is erased in an order that no reference forbids, whatever tables there are", async () => {
  const db = await freshDb();
  const tables = await tablesOfProjects(db);
  expect(tables).toEqual(expect.arrayContaining(["gateway", "device", "reading_other", "project_summary"]));
  expect(tables).not.toContain("project");
  // A partition is a table by itself, the whole of them is none.
  expect(tables).not.toContain("reading");
  const at = (table: string) => tables.indexOf(table);
  expect(at("device")).toBeLessThan(at("gateway"));
  expect(at("changed_project_days")).toBeGreaterThan(at("energy_day"));
});
