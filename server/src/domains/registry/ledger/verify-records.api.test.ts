import { expect, test } from "vitest";
import { importApi } from "../../../../testing/registry/import-kit.ts";
import { issuedMonth } from "../../../../testing/registry/issued-month.ts";
import {
  available,
  businessAccounts,
  move,
  posted,
  reserved,
  tamper,
  withoutConstraints,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { importedBatch, newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { lastCheck } from "./ledger-check.sql.ts";
import { ledgerWork } from "./verify.jobs.ts";
import { verifyLedger } from "./verify.sql.ts";

const invariantsOf = async (db: Db) => [
  ...new Set((await verifyLedger(db)).faults.map(({ invariant }) => invariant)),
];

/** What each change makes the checker find; what was changed is put back from a copy of the table. */
async function found(
  db: Db,
  table: string,
  statements: readonly string[],
): Promise<Record<string, string[]>> {
  await withoutConstraints(db, table);
  await tamper(db, `create table was_${table} as table ${table}`);
  const columns = (await columnsOf(db, table)).join(", ");
  const all: Record<string, string[]> = {};
  for (const statement of statements) {
    expect(await tamper(db, statement), statement).toBeGreaterThan(0n);
    all[statement] = await invariantsOf(db);
    await tamper(db, `delete from ${table}`);
    await tamper(
      db,
      `insert into ${table} (${columns}) overriding system value select ${columns} from was_${table}`,
    );
  }
  expect(await invariantsOf(db)).toEqual([]);
  return all;
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const { columns = [] } = tables.find(({ name }) => name === table) ?? {};
  return columns.filter(({ name }) => name !== "range").map(({ name }) => name);
}

test("I4: certificates without the energy that they are made of are found, and energy without its certificates", async () => {
  const { db, plant } = await issuedMonth();
  const faults = await found(db, "generation_posting", [
    "update generation_posting set entry_id = null where type = 'issue'",
    "update generation_posting set certified_wh = certified_wh + 1000000 where type = 'issue'",
    "update generation_posting set reserved_wh = reserved_wh - 1 where type = 'accept'",
    "delete from generation_posting where type = 'issue'",
  ]);
  for (const [statement, invariants] of Object.entries(faults)) expect(invariants, statement).toContain("I4");
  await posted(
    db,
    posting({ type: "issue", key: "more", batches: [newBatch(2, plant.business_account_id, 50)] }),
  );
  expect(await invariantsOf(db)).toEqual(["I4", "R7"]);
});

test("I4, I21, I25: an account that is not its postings, whose carry is not its days, or whose days were changed is found", async () => {
  const { db } = await issuedMonth();
  const columns = await columnsOf(db, "generation_account");
  const amounts = columns.filter((name) => name.endsWith("_wh"));
  expect(amounts).toHaveLength(9);
  const accounts = await found(db, "generation_account", [
    ...amounts.map((name) => `update generation_account set ${name} = ${name} + 1`),
    "update generation_account set vintage = vintage + 1",
    "update generation_account set registry = 'TIGR'",
    "update generation_account set lineage_id = lineage_id + 1",
    "delete from generation_account",
  ]);
  for (const [statement, invariants] of Object.entries(accounts)) {
    expect(invariants, statement).toContain("I4");
  }
  await tamper(db, "update generation_account set carried = '[]'");
  expect(await invariantsOf(db)).toEqual(["I21"]);
  await tamper(db, "update generation_account a set carried = w.carried from was_generation_account w");
  const days = await found(db, "accepted_day", [
    "update accepted_day set metered_wh = metered_wh + 1 where day = (select min(day) from accepted_day)",
    "update accepted_day set declared_wh = declared_wh + 1 where day = (select min(day) from accepted_day)",
    "update accepted_day set generation_account_id = generation_account_id + 1 where day = (select min(day) from accepted_day)",
    "delete from accepted_day where day = (select min(day) from accepted_day)",
  ]);
  for (const [statement, invariants] of Object.entries(days)) expect(invariants, statement).toEqual(["I25"]);
});

/** Another value of the type than the one in the column. */
const other = (name: string, type: string) =>
  ({
    text: `coalesce(${name}, '') || 'x'`,
    bool: `not ${name}`,
    date: `${name} - 400`,
    timestamptz: `${name} + interval '1 microsecond'`,
  })[type] ?? `coalesce(${name}, 0) + 1`;

test("R7: a statement that certificates were made of is found out when anything that is kept of it or of its days is another", async () => {
  const { db } = await issuedMonth();
  for (const table of ["generation_statement", "generation_day"]) {
    const { columns = [] } = (await db.introspection.getTables()).find(({ name }) => name === table) ?? {};
    const first = table === "generation_day" ? "where day = (select min(day) from generation_day)" : "";
    const changes = await found(db, table, [
      ...columns.map(
        ({ name, dataType }) => `update ${table} set ${name} = ${other(name, dataType)} ${first}`,
      ),
      `delete from ${table} ${first}`,
    ]);
    for (const [statement, invariants] of Object.entries(changes)) {
      expect(invariants, statement).toEqual(["R7"]);
    }
  }
});

const of = (record: { number: string }) => `where number = '${record.number}'`;

test("I7, I19, I20: reservations and retirements that are not those of their records are found", async () => {
  const at = await redeemers([{ quantity: 100, fuel: "ES300" }]);
  const { db } = at;
  const open = (await at.submit(20, { fuel: "ES300" })).body;
  const done = await at.approved(30, { fuel: "ES300" });
  expect((await at.read(done.record_uid)).status).toBe("completed");
  expect(await invariantsOf(db)).toEqual([]);
  expect(
    await found(db, "redemption", [
      `update redemption set amount = amount + 1 ${of(open)}`,
      `update redemption set status = 'cancelled' ${of(open)}`,
      `update redemption set number = 'RD-1999-000001' ${of(open)}`,
      `delete from redemption ${of(open)}`,
      `update redemption set amount = amount + 1 ${of(done)}`,
      `update redemption set status = 'approved', completed_at = null ${of(done)}`,
      `update redemption set status = 'cancelled', completed_at = null ${of(done)}`,
      `delete from redemption ${of(done)}`,
    ]),
  ).toEqual({
    [`update redemption set amount = amount + 1 ${of(open)}`]: ["I19"],
    [`update redemption set status = 'cancelled' ${of(open)}`]: ["I19"],
    [`update redemption set number = 'RD-1999-000001' ${of(open)}`]: ["I19"],
    [`delete from redemption ${of(open)}`]: ["I19"],
    [`update redemption set amount = amount + 1 ${of(done)}`]: ["I20"],
    [`update redemption set status = 'approved', completed_at = null ${of(done)}`]: ["I19", "I20"],
    [`update redemption set status = 'cancelled', completed_at = null ${of(done)}`]: ["I20"],
    [`delete from redemption ${of(done)}`]: ["I20"],
  });
  const statements = await found(db, "redemption_statement", [
    "delete from redemption_statement",
    "update redemption_statement set entry_id = entry_id - 1",
  ]);
  expect(Object.values(statements)).toEqual([["I20"], ["I20"]]);
  // Reserved for a record that is none.
  const { batch_id } = await db.selectFrom("certificate_batch").select("batch_id").executeTakeFirstOrThrow();
  const account = at.own.business_account_id;
  const stray = { ...move(available(account), reserved(account, "RD-1999-000009"), 91, 96), batch_id };
  await posted(db, posting({ type: "request_redemption", key: "stray", moves: [stray] }));
  expect(await invariantsOf(db)).toEqual(["I19"]);
});

test("I22: certificates of another registry that no record brought in are found", async () => {
  const { db, declare, confirm } = await importApi();
  const { body } = await declare();
  expect((await confirm(body)).body.status).toBe("imported");
  expect(await invariantsOf(db)).toEqual([]);
  const receptions = await found(db, "rec_import_reception", [
    "delete from rec_import_reception",
    "update rec_import_reception set serials = '{[1,2)}'",
  ]);
  expect(Object.values(receptions)).toEqual([["I22"], ["I22"]]);
  const [account = 0] = await businessAccounts(db, 1);
  await posted(db, posting({ type: "import", key: "smuggled", batches: [importedBatch(7, account, 5)] }));
  expect(await invariantsOf(db)).toEqual(["I22"]);
});

test("the nightly check fails, names what does not hold and keeps how much it found", async () => {
  const { db } = await redeemers();
  await sealAll(db, await announcedKey(db));
  const [nightly] = ledgerWork;
  // oxlint-disable-next-line no-unsafe-type-assertion -- the check uses the database alone
  const at = { db, signal: new AbortController().signal } as Parameters<
    NonNullable<typeof nightly>["run"]
  >[1];
  await nightly?.run({}, at);
  expect(await lastCheck(db)).toMatchObject({ faults: 0 });
  await tamper(db, "update journal_entry set actor_id = 8 where type = 'issue'");
  await expect(nightly?.run({}, at)).rejects.toThrow(/1 faults of the certificate ledger: I13: entry \d+/);
  expect(await lastCheck(db)).toMatchObject({ faults: 1 });
});
