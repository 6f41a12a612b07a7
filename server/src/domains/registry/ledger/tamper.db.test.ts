import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  available,
  move,
  posted,
  redemption,
  smallLedger,
  tamper,
  transfer,
  withoutConstraints,
  completedRedemption,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { importedBatch, lotOf, posting } from "../../../../testing/registry/ledger-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { verifyJournal } from "./verify.sql.ts";

/** Tables of the ledger that the checker answers for. */
const TABLES = [
  "posting_rule",
  "certificate_lot",
  "certificate_batch",
  "certificate_holding",
  "foreign_serial",
  "journal_entry",
  "journal_leg",
  "journal_unsealed",
  "journal_seal",
  "journal_head",
] as const;

/** A ledger with an entry of almost every kind under two heads, and one that waits to be sealed. */
async function fullLedger() {
  const at = await smallLedger();
  const { db, a, b } = at;
  const key = await announcedKey(db);
  await posted(db, posting({ type: "import", key: "import", batches: [importedBatch(2, b, 50)] }));
  const { entry_uid } = await posted(db, {
    ...transfer("there", a, b, [11, 31]),
    actor_id: 7,
    record: { beneficiary: 'Công ty Điện "Đà Nẵng"\\\n\u0007 上海' },
    note: { reason: "Theo hợp đồng số 12/2025" },
  });
  const back = { ...move(available(b), available(a), 11, 31), lot: lotOf("issued") };
  await posted(db, posting({ type: "reversal", key: "back", reverses: entry_uid, moves: [back] }));
  await sealAll(db, key);
  const split = { ...move(available(a), available(a), 1, 11), lot: lotOf("issued", "Hotel") };
  await posted(db, posting({ type: "split", key: "split", moves: [split] }));
  await posted(db, redemption("R-1", a, [5, 21]));
  await posted(db, completedRedemption("R-1", a, [5, 21]));
  await sealAll(db, key);
  await posted(db, transfer("last", a, b, [90, 95]));
  return { ...at, key };
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_key: boolean;
  readonly is_nullable: boolean;
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, null) as type, not attnotnull as is_nullable,
      coalesce(attnum = any ((select indkey::int2[] from pg_index where indrelid = attrelid and indisprimary)::int2[]), false) as is_key
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows;
}

/** Another value of the type than the one in the column. */
const OTHER: Readonly<Record<string, (name: string) => string>> = {
  text: (name) => `coalesce(${name}, '') || 'x'`,
  integer: (name) => `coalesce(${name}, 0) + 1`,
  bigint: (name) => `coalesce(${name}, 0) + 1`,
  numeric: (name) => `coalesce(${name}, 0) + 1`,
  boolean: (name) => `not ${name}`,
  uuid: () => "gen_random_uuid()",
  date: (name) => `${name} + 1`,
  bytea: (name) => `coalesce(set_byte(${name}, 0, 255 - get_byte(${name}, 0)), '\\x00')`,
  int8range: (name) => `int8range(lower(${name}) + 1, upper(${name}) + 1)`,
  "timestamp with time zone": (name) => `${name} + interval '1 microsecond'`,
};

/** Statements that each change one value of the row, or take the row away. */
function changesOf(table: string, columns: readonly Column[], nth: number): string[] {
  const keys = columns.filter(({ is_key }) => is_key);
  // foreign_serial has no key: a range is in it once.
  const named = (keys.length > 0 ? keys : columns).map(({ name }) => name);
  const row = `(${named.join(", ")}) in (select ${named.join(", ")} from was_${table} where nth = ${nth})`;
  return [
    `delete from ${table} where ${row}`,
    ...columns.flatMap(({ name, type, is_nullable }) => {
      const other = OTHER[type];
      if (other === undefined) throw new Error(`${table}.${name} is of an unknown type, ${type}`);
      return [
        `update ${table} set ${name} = ${other(name)} where ${row}`,
        ...(is_nullable ? [`update ${table} set ${name} = null where ${row} and ${name} is not null`] : []),
      ];
    }),
  ];
}

test(
  "I13, I22, R41: whatever value of whatever row of the ledger is changed, and whichever row is taken away, the checker finds it",
  { timeout: 300_000 },
  async () => {
    const { db } = await fullLedger();
    const kept = (await verifyJournal(db)).heads;
    // The entry that waits to be sealed does so for long in a long test.
    const faults = async () =>
      (await verifyJournal(db, kept)).faults.filter(
        ({ message }) => !message.includes("has not been sealed"),
      );
    const columnsBy = new Map<string, Column[]>();
    for (const table of TABLES) columnsBy.set(table, await columnsOf(db, table));
    for (const table of TABLES) {
      await withoutConstraints(db, table);
      await sql.raw(`create table was_${table} as table ${table}`).execute(db);
      await sql.raw(`alter table was_${table} add nth int4 generated always as identity`).execute(db);
    }
    expect(await faults()).toEqual([]);
    const missed: string[] = [];
    let made = 0;
    for (const table of TABLES) {
      const columns = columnsBy.get(table) ?? [];
      const names = columns.map(({ name }) => name).join(", ");
      // A third of the rows, among them entries of each form; rules are alike, and a few of them do.
      const { rows } = await sql<{ nth: number }>`
        select nth from ${sql.table(`was_${table}`)} where nth % (case ${table}::text when 'posting_rule' then 10 else 3 end) = 1`.execute(
        db,
      );
      expect(rows.length, table).toBeGreaterThan(0);
      for (const statement of rows.flatMap(({ nth }) => changesOf(table, columns, nth))) {
        if ((await tamper(db, statement)) === 0n) continue;
        made += 1;
        if ((await faults()).length === 0) missed.push(statement);
        await tamper(
          db,
          `delete from ${table}; insert into ${table} (${names}) select ${names} from was_${table}`,
        );
      }
    }
    expect(missed).toEqual([]);
    expect(made).toBeGreaterThan(200);
    expect(await faults()).toEqual([]);
  },
);

/** Makes of what is there entries and seals of the form before migration 0101. */
async function asBefore(db: Db): Promise<void> {
  await tamper(
    db,
    `update journal_entry set private_part =
       '{"actor":' || to_json(coalesce(actor_id::text, ''))::text || substr(private_part, strpos(private_part, ',"key":'),
         strpos(private_part, ',"request":') - strpos(private_part, ',"key":')) || '}'`,
  );
  await tamper(
    db,
    `update journal_entry set leaf = sha256('\\x00'::bytea || sha256(convert_to(public_part, 'UTF8'))
       || sha256(salt || convert_to(private_part, 'UTF8')))`,
  );
  await tamper(
    db,
    `do $$
     declare v_entry record; v_seq int8 := 0; v_hash bytea := decode(repeat('00', 32), 'hex');
     begin
       for v_entry in select entry_id, leaf from journal_entry order by entry_id loop
         v_seq := v_seq + 1;
         insert into journal_seal (seq, prev_hash, hash, entry_id, sealed_at)
           values (v_seq, v_hash, sha256(v_hash || v_entry.leaf), v_entry.entry_id, date_trunc('milliseconds', clock_timestamp()));
         v_hash := sha256(v_hash || v_entry.leaf);
       end loop;
       delete from journal_unsealed;
     end $$`,
  );
}

test("entries of the form before they named all that was asked for are checked as far as they can be, and new ones follow them", async () => {
  const { db, a, b } = await smallLedger();
  await posted(db, posting({ type: "import", key: "import", batches: [importedBatch(2, b, 50)] }));
  await posted(db, transfer("there", a, b, [11, 31]));
  await asBefore(db);
  const key = await announcedKey(db);
  await posted(db, transfer("later", a, b, [41, 51]));
  await sealAll(db, key);
  const { faults, entries } = await verifyJournal(db);
  expect({ faults, entries }).toEqual({ faults: [], entries: 5 });
  const invariants = async () => new Set((await verifyJournal(db)).faults.map(({ invariant }) => invariant));
  await tamper(db, "update journal_seal set sealed_at = sealed_at + interval '1 hour' where seq = 2");
  expect(await invariants()).toEqual(new Set(["R24"]));
  await tamper(db, "update journal_seal set sealed_at = sealed_at - interval '1 hour' where seq = 2");
  await tamper(db, "update journal_leg set to_account = from_account where entry_id = 3");
  expect(await invariants()).toContain("I13");
  await tamper(db, `update journal_leg set to_account = ${b} where entry_id = 3`);
  await tamper(db, "delete from foreign_serial");
  expect(await invariants()).toEqual(new Set(["I22"]));
});
