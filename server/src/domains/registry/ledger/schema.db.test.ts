import { CHANNELS_OF, LOT_CHANNELS, POSTING_RULES, type EntryType } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  available,
  heldRanges,
  businessAccounts,
  move,
  outcome,
  posted,
  redemption,
  smallLedger,
  transfer,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { importedBatch, lotOf, newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { MIGRATIONS } from "../../../platform/command.ts";
import { connect, migrate } from "../../../platform/db.ts";
import { prepareJobs } from "../../../platform/jobs/jobs.ts";
import type { LotTerms, Move, Posting } from "./post.sql.ts";

/** Sells the ten certificates of the second batch. */
const sell = (key: string, from: number, to: number) => {
  const one = { ...move(available(from), available(to), 1, 11), batch_id: 2 };
  return posting({ type: "transfer", key, moves: [one] });
};

/** Fifty certificates of another registry, from that number on. */
const imported = (number: number, to: number, first: number) =>
  posting({
    type: "import",
    key: `import ${number}`,
    batches: [
      {
        ...newBatch(number, to, 50),
        code: `IREC-VN-D000123-202510-XEVIDENT000${number}`,
        manifest_root: null,
        lot: lotOf("import"),
        foreign: [{ registry: "EVIDENT", series: "VN-0001", first, until: first + 50 }],
      },
    ],
  });

/** Five certificates of a demonstration. */
const shown = (to: number) => ({
  ...newBatch(2, to, 5),
  demonstration: true,
  code: "DEMO-IREC-VN-D1-202510-0001",
});

test("R22: the database takes exactly the moves that the contract names", async () => {
  const db = await freshDb();
  const rows = await db.selectFrom("posting_rule").selectAll().execute();
  expect(rows.map((r) => [r.type, r.from_sub, r.to_sub, r.owner_change].join(" ")).toSorted()).toEqual(
    POSTING_RULES.map((r) => [r.type, r.from, r.to, r.owner].join(" ")).toSorted(),
  );
});

test("I15: green certificates can be sold only once", async () => {
  const { db, a, b, c } = await smallLedger();
  const green = {
    ...newBatch(2, a, 10),
    registry: "GEC",
    code: "GEC-CN-D000007-202510-0001",
    country: "CN",
  } as const;
  await posted(db, posting({ type: "issue", key: "green", batches: [green] }));
  expect(await outcome(db, sell("1", a, b))).toBe("taken");
  await expect(posted(db, sell("2", b, c))).rejects.toThrow("Green certificates can be sold only once.");
});

test("I15, R25: a split gives certificates a label and nothing else: what was sold stays so", async () => {
  const { db, a, b, c } = await smallLedger();
  const green = {
    ...newBatch(2, a, 10),
    registry: "GEC",
    code: "GEC-CN-D000007-202510-0001",
    country: "CN",
  } as const;
  await posted(db, posting({ type: "issue", key: "green", batches: [green] }));
  await posted(db, sell("1", a, b));
  const split = (key: string, lot: LotTerms) => {
    const one = { ...move(available(b), available(b), 1, 11), batch_id: 2, lot };
    return posting({ type: "split", key, moves: [one] });
  };
  expect(await outcome(db, split("issued", lotOf("issued")))).toBe("not_allowed");
  expect(await outcome(db, split("price", { ...lotOf("transfer"), unit_cost: "1", currency: "USD" }))).toBe(
    "not_allowed",
  );
  expect(await outcome(db, split("label", lotOf("transfer", "Hotel")))).toBe("taken");
  await expect(posted(db, sell("2", b, c))).rejects.toThrow("Green certificates can be sold only once.");
});

test("R25: an entry makes lots of the channels that the contract names for its kind, and no others", async () => {
  const { db, a, b } = await smallLedger();
  const made = async (key: string, one: Posting) =>
    (await outcome(db, { ...one, key })) === "taken" ? [key] : [];
  const taken: string[] = [];
  for (const [i, channel] of LOT_CHANNELS.entries()) {
    const lot = lotOf(channel);
    for (const type of ["issue", "import"] as const) {
      const number = 10 + 2 * i + Number(type === "import");
      const batch = type === "issue" ? newBatch(number, a, 5) : importedBatch(number, a, 5);
      taken.push(
        ...(await made(`${type} ${channel}`, posting({ type, key: "", batches: [{ ...batch, lot }] }))),
      );
    }
    const range = [1 + 10 * i, 11 + 10 * i] as const;
    const there = { ...move(available(a), available(b), ...range), lot };
    const transferred = await made(
      `transfer ${channel}`,
      posting({ type: "transfer", key: "", moves: [there] }),
    );
    taken.push(...transferred);
    if (transferred.length > 0) continue;
    const record = (sub_account: "on_sale" | "in_settlement") =>
      ({ account_id: a, sub_account, reference: "S-1" }) as const;
    const steps: [EntryType, Move["from"], Move["to"]][] = [
      ["place_sale", available(a), record("on_sale")],
      ["match", record("on_sale"), record("in_settlement")],
    ];
    for (const [type, from, to] of steps) {
      await posted(db, posting({ type, key: `${type} ${i}`, moves: [move(from, to, ...range)] }));
    }
    const sold = { ...move(record("in_settlement"), available(b), ...range), lot };
    taken.push(...(await made(`settle ${channel}`, posting({ type: "settle", key: "", moves: [sold] }))));
  }
  const named = Object.entries(CHANNELS_OF).flatMap(([type, channels]) =>
    channels.map((channel) => `${type} ${channel}`),
  );
  expect(taken.toSorted()).toEqual(named.toSorted());
});

test("I22, R13: a serial of another registry comes in once, also by two imports at once", async () => {
  const { db, a, b } = await smallLedger();
  const tried = await Promise.all([outcome(db, imported(2, a, 1000)), outcome(db, imported(3, b, 1049))]);
  expect(tried.toSorted()).toEqual(["taken", "twice"]);
  expect(await outcome(db, imported(4, b, 1099))).toBe("taken");
});

test("R14: certificates of a demonstration are never a real company's, nor real ones a demonstration's", async () => {
  const { db, a } = await smallLedger();
  const [demo = 0] = await businessAccounts(db, 1, true);
  await posted(db, posting({ type: "issue", key: "demo", batches: [shown(demo)] }));
  await expect(posted(db, transfer("real to demo", a, demo))).rejects.toThrow("foreign key");
  const wrong = { ...shown(a), code: "DEMO-IREC-VN-D1-202510-0002" };
  await expect(posted(db, posting({ type: "issue", key: "wrong", batches: [wrong] }))).rejects.toThrow(
    "foreign key",
  );
  const unmarked = { ...shown(demo), code: "IREC-VN-D1-202510-0003" };
  await expect(posted(db, posting({ type: "issue", key: "c", batches: [unmarked] }))).rejects.toThrow(
    "check",
  );
});

test("R41: nobody but the ledger's functions writes, and what is written is not changed, by whomever", async () => {
  const { db } = await smallLedger();
  const tables = [
    "journal_entry",
    "journal_leg",
    "journal_unsealed",
    "journal_seal",
    "journal_head",
    "certificate_batch",
    "certificate_holding",
    "certificate_lot",
    "foreign_serial",
    "posting_rule",
    "ledger_hold",
  ];
  for (const table of tables) {
    await expect(sql.raw(`truncate ${table} cascade`).execute(db)).rejects.toThrow("only added to");
  }
  const tried = [
    "update journal_entry set at = now()",
    "delete from journal_leg",
    "delete from journal_unsealed",
    "update certificate_holding set business_account_id = 2",
    "delete from certificate_holding",
    "update certificate_batch set quantity = 1000",
    "insert into posting_rule values ('transfer', 'retired', 'available', 'begins')",
    "insert into ledger_hold (size, root) values (1, sha256('x'))",
  ];
  for (const statement of tried) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow("only added to");
  }
  // As the ledger itself, what was written down stays.
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`set local role heliograph_ledger`.execute(tx);
      await sql`update journal_entry set at = now()`.execute(tx);
    }),
  ).rejects.toThrow("only added to");
  // By the rights of an account nothing of it is there, and nothing can be posted.
  for (const statement of ["select from journal_entry", "select ledger_seal(1)"]) {
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`set local role heliograph_api`.execute(tx);
        await sql.raw(statement).execute(tx);
      }),
    ).rejects.toThrow("permission denied");
  }
});

test("I2, R16: a holding that is deleted, shortened, moved or put beside another does not outlast its transaction", async () => {
  const { db, a } = await smallLedger();
  await posted(db, redemption("R-1", a, [41, 61]));
  const tried = [
    "delete from certificate_holding where first = 41",
    "delete from certificate_holding where first = 1",
    "delete from certificate_holding where first = 61",
    "update certificate_holding set until = until - 1 where first = 1",
    "update certificate_holding set until = until - 1 where first = 61",
    "update certificate_holding set until = until + 1 where first = 61",
    "update certificate_holding set first = 42 where first = 41",
    "update certificate_holding set first = 2 where first = 1",
    "update certificate_holding set until = 42 where first = 1",
    `insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, lot_id)
      values (1, 50, 61, 100, false, ${a}, 'available', 1)`,
    "update certificate_holding set quantity = 99",
  ];
  for (const statement of tried) {
    const done = db.transaction().execute(async (tx) => {
      await sql`set local role heliograph_ledger`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
    await expect(done, statement).rejects.toThrow(
      /no_certificate_twice|followed_by_the_next|begins_at_one|check constraint|foreign key/,
    );
  }
});

test("R41: on an operator's own PostgreSQL, without a superuser, the product can post and read, and write in no other way", async () => {
  const server = inject("postgresUrl");
  const name = `t_plain_${process.pid}_${Date.now()}`;
  const admin = connect(server, 1);
  await sql.raw(`create role ${name} login createrole password 'plain'`).execute(admin.db);
  // Another database of the same server has made these roles before.
  await sql
    .raw(`grant heliograph_ledger, heliograph_api to ${name} with admin option, inherit false, set false`)
    .execute(admin.db);
  await sql.raw(`create database ${name} owner ${name}`).execute(admin.db);
  const url = new URL(server);
  Object.assign(url, { pathname: `/${name}`, username: name, password: "plain" });
  const pools = connect(url.href, 2);
  onTestFinished(async () => {
    await pools.close();
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await sql.raw(`drop role ${name}`).execute(admin.db);
    await admin.close();
  });
  await prepareJobs(pools.pool);
  await migrate(pools.db, MIGRATIONS);
  const { db } = pools;
  const [a = 0] = await businessAccounts(db, 1);
  await posted(db, posting({ type: "issue", key: "issue", batches: [newBatch(1, a, 100)] }));
  expect(await heldRanges(db)).toEqual([`1–100 ${a} available`]);
  const tried = [
    "insert into journal_unsealed values (9)",
    "delete from certificate_holding",
    "alter table journal_entry disable trigger all",
    "select ledger_lot('{}')",
    "set role heliograph_ledger",
  ];
  for (const statement of tried) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
});
