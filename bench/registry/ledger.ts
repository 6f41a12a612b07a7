// The certificate ledger: transfers by eight clients while it is sealed, doing the journal over again, and an inventory of many ranges.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  inventoryPage,
  postEntry,
  startSealer,
  verifyLedger,
} from "../../server/src/domains/registry/index.ts";
import { connect, type Db } from "../../server/src/platform/db.ts";
import { lotOf, newBatch, posting, randomFrom } from "../../server/testing/registry/ledger-kit.ts";
import { figure, percentile, timed, type Line } from "../measure.ts";
import type { Stage } from "../stage.ts";
import { RANGES, scatter } from "./scattered.ts";

const CLIENTS = 8;
const TRANSFERS = 12_000;
const ACCOUNTS = 200;
/** Batches of the transfers, and certificates of each. */
const BATCHES = 400;
const QUANTITY = 1000;
const GOALS = { transfers: 1000, replay: 50_000, pageMs: 200 } as const;

/** One certificate, or some, that go to another account. */
interface Transfer {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
  readonly from: number;
  readonly to: number;
}

const available = (account_id: number) =>
  ({ account_id, sub_account: "available", reference: null }) as const;

const transferOf = (key: string, transfers: readonly Transfer[]) =>
  posting({
    type: "transfer",
    key,
    moves: transfers.map(({ from, to, ...range }) => ({
      ...range,
      from: available(from),
      to: available(to),
      lot: lotOf("transfer"),
    })),
  });

const post = (db: Db, one: Parameters<typeof postEntry>[1]) =>
  db.transaction().execute((tx) => postEntry(tx, one));

/** Measures transfers, replay and a page of an inventory; fails when the ledger does not hold after the transfers. */
export async function benchLedger(stage: Stage, say: (text: string) => void): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-ledger-"));
  const { db } = stage.pools;
  const pools = connect(stage.databaseUrl, CLIENTS);
  say(`ledger: ${BATCHES} batches of ${QUANTITY}`);
  const accounts = await seedAccounts(db);
  const failures: unknown[] = [];
  const sealer = startSealer({ db, folder, failed: (_, error) => failures.push(error) });
  try {
    const batches = await issued(db, accounts[0] ?? 0);
    say(`ledger: ${TRANSFERS} transfers by ${CLIENTS} clients`);
    const spread = await transfersBy(pools.db, accounts, (client) =>
      batches.filter((_, i) => i % CLIENTS === client),
    );
    const floorMs = percentile(await timed(() => pools.pool.query(EMPTY), 200), 0.5);
    await sealed(db);
    say("ledger: the journal over again");
    const report = await verifyLedger(db);
    if (report.faults.length > 0 || failures.length > 0) {
      throw new Error(`The ledger does not hold: ${JSON.stringify([report.faults.slice(0, 5), failures])}`);
    }
    say(`ledger: an account with ${RANGES} ranges`);
    const [holder = 0, other = 0] = accounts.slice(1);
    await scatter(db, { holder, other, prefix: "S" });
    const pages = await timed(
      () =>
        db
          .transaction()
          .execute((tx) => inventoryPage(tx, { business_account_id: holder, page: 1, size: 50 })),
      30,
    );
    return [transferLine(spread, floorMs), replayLine(report), pageLine(pages)];
  } finally {
    await sealer.stop();
    await pools.close();
    await rm(folder, { recursive: true });
  }
}

/** The smallest durable transaction: an entry of a number's width in the log of the database. */
const EMPTY = "select pg_logical_emit_message(true, 'bench', '0')";

function transferLine(perSecond: number, floorMs: number): Line {
  return {
    what: `ledger: transfers checked, durable and with the sealer beside them, ${CLIENTS} clients`,
    reached: figure(perSecond, "transfers/s", 0),
    goal: figure(GOALS.transfers, "transfers/s", 0),
    met: perSecond >= GOALS.transfers,
    against: `an empty durable transaction alone takes ${figure(floorMs, "ms", 2)}`,
  };
}

function replayLine({ entries, replay_ms, hashes_ms }: Awaited<ReturnType<typeof verifyLedger>>): Line {
  const perSecond = (entries / replay_ms) * 1000;
  return {
    what: `ledger: ${figure(entries, "entries", 0)} read and done over again until all holdings stand`,
    reached: figure(perSecond, "entries/s", 0),
    goal: figure(GOALS.replay, "entries/s", 0),
    met: perSecond >= GOALS.replay,
    against: `hashes, chain and signatures ${figure((entries / hashes_ms) * 1000, "entries/s", 0)}`,
  };
}

function pageLine(pages: readonly number[]): Line {
  const p95 = percentile(pages, 0.95);
  return {
    what: `ledger: a page of the inventory of an account with ${figure(RANGES, "ranges", 0)}, p95`,
    reached: `${figure(p95, "ms")} (median ${figure(percentile(pages, 0.5), "ms")})`,
    goal: `${GOALS.pageMs} ms`,
    met: p95 <= GOALS.pageMs,
    against: "",
  };
}

async function seedAccounts(db: Db): Promise<number[]> {
  const rows = await db
    .insertInto("business_account")
    .values(Array.from({ length: ACCOUNTS }, (_, i) => ({ company_name: `Company ${i}` })))
    .returning("business_account_id")
    .execute();
  return rows.map(({ business_account_id }) => business_account_id);
}

/** Issues the batches to the account; their ids. */
async function issued(db: Db, account: number): Promise<number[]> {
  for (let i = 1; i <= BATCHES; i += 1) {
    await post(db, posting({ type: "issue", key: `issue ${i}`, batches: [newBatch(i, account, QUANTITY)] }));
  }
  const rows = await db.selectFrom("certificate_batch").select("batch_id").execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Transfers of all clients a second: each gives random ranges of its own batches on, from whoever holds them to whomever. */
async function transfersBy(
  db: Db,
  accounts: readonly number[],
  batchesOf: (client: number) => readonly number[],
): Promise<number> {
  const each = TRANSFERS / CLIENTS;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = randomFrom(client);
      const among = (count: number) => Math.floor(random() * count);
      const batches = batchesOf(client);
      // Who holds each certificate: what a transfer takes is with one account.
      const holders = new Map(
        batches.map((id) => [id, Array.from({ length: QUANTITY + 1 }, () => accounts[0] ?? 0)]),
      );
      for (let i = 0; i < each; i += 1) {
        const batch_id = batches[among(batches.length)] ?? 0;
        const held = holders.get(batch_id) ?? [];
        const first = 1 + among(QUANTITY);
        const from = held[first] ?? 0;
        let until = first + 1;
        while (until - first < 50 && held[until] === from) until += 1;
        const to = accounts[among(accounts.length)] ?? 0;
        if (to === from) continue;
        await post(db, transferOf(`${client} ${i}`, [{ batch_id, first, until, from, to }]));
        held.fill(to, first, until);
      }
    }),
  );
  return TRANSFERS / ((performance.now() - begun) / 1000);
}

/** Waits until nothing waits to be sealed. */
async function sealed(db: Db): Promise<void> {
  for (let waits = true; waits;) {
    await delay(100);
    waits = (await db.selectFrom("journal_unsealed").select("entry_id").limit(1).execute()).length > 0;
  }
}
