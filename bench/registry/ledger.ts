// The certificate ledger: transfers by eight clients while it is sealed, and doing the journal over again.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import {
  LedgerRefusal,
  postEntry,
  startSealer,
  verifyLedger,
} from "../../server/src/domains/registry/index.ts";
import { connect, type Db } from "../../server/src/platform/db.ts";
import { issueMetered } from "../../server/testing/registry/energy-kit.ts";
import { lotOf, newBatch, posting, randomFrom } from "../../server/testing/registry/ledger-kit.ts";
import { figure, percentile, timed, type Line } from "../measure.ts";
import type { Stage } from "../stage.ts";

const CLIENTS = 8;
const TRANSFERS = 12_000;
const ACCOUNTS = 200;
/** Batches of the transfers, and certificates of each. All clients take from all of them, */
const BATCHES = 400;
const QUANTITY = 1000;
/** and each tenth transfer from one of the first few, so that clients wait for each other. */
const BUSY = { one_in: 10, batches: 4 } as const;
/** Certificates of a transfer at most. */
const MOST = 50;
const GOALS = { transfers: 1000, replay: 50_000 } as const;

/** Some certificates that go to another account. */
interface Transfer {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
  readonly from: number;
  readonly to: number;
}

const available = (account_id: number) =>
  ({ account_id, sub_account: "available", reference: null }) as const;

const transferOf = (key: string, { from, to, ...range }: Transfer) =>
  posting({
    type: "transfer",
    key,
    moves: [{ ...range, from: available(from), to: available(to), lot: lotOf("transfer") }],
  });

/** Measures transfers and replay; fails when the ledger does not hold after the transfers. */
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
    // What the database does by itself within its first minute.
    await sql`analyze`.execute(db);
    say(`ledger: ${TRANSFERS} transfers by ${CLIENTS} clients`);
    const taken = await transfersBy(pools.db, accounts, batches);
    const floorMs = percentile(await timed(() => pools.pool.query(EMPTY), 200), 0.5);
    await sealed(db);
    say("ledger: the journal over again");
    const report = await verifyLedger(db);
    if (report.faults.length > 0 || failures.length > 0) {
      throw new Error(`The ledger does not hold: ${JSON.stringify([report.faults.slice(0, 5), failures])}`);
    }
    return [transferLine(taken, floorMs), replayLine(report)];
  } finally {
    await sealer.stop();
    await pools.close();
    await rm(folder, { recursive: true });
  }
}

/** The smallest durable transaction: an entry of a number's width in the log of the database. */
const EMPTY = "select pg_logical_emit_message(true, 'bench', '0')";

interface Taken {
  readonly perSecond: number;
  /** Transfers that came too late: another client had moved the certificates. */
  readonly refused: number;
}

function transferLine({ perSecond, refused }: Taken, floorMs: number): Line {
  return {
    what: `ledger: transfers checked, durable and with the sealer beside them, ${CLIENTS} clients on the same batches`,
    reached: figure(perSecond, "transfers/s", 0),
    goal: figure(GOALS.transfers, "transfers/s", 0),
    met: perSecond >= GOALS.transfers,
    against: `${figure(refused, "more", 0)} came too late and are not counted; an empty durable transaction alone takes ${figure(floorMs, "ms", 2)}`,
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
    await issueMetered(db, `issue ${i}`, newBatch(i, account, QUANTITY));
  }
  const rows = await db.selectFrom("certificate_batch").select("batch_id").execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Transfers of all clients that were taken, a second: each gives random ranges on, from whoever holds them to another account. */
async function transfersBy(db: Db, accounts: readonly number[], batches: readonly number[]): Promise<Taken> {
  // Who holds each certificate, as the clients know it: what a transfer takes is with one account.
  const holders = new Map(
    batches.map((id) => [id, Array.from({ length: QUANTITY + 1 }, () => accounts[0] ?? 0)]),
  );
  let refused = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = randomFrom(client);
      for (let taken = 0, tried = 0; taken < TRANSFERS / CLIENTS; tried += 1) {
        const one = nextTransfer(random, holders, { accounts, batches });
        const isTaken = await post(db, transferOf(`${client} ${tried}`, one));
        if (isTaken) holders.get(one.batch_id)?.fill(one.to, one.first, one.until);
        taken += Number(isTaken);
        refused += Number(!isTaken);
      }
    }),
  );
  return { perSecond: TRANSFERS / ((performance.now() - begun) / 1000), refused };
}

function nextTransfer(
  random: () => number,
  holders: ReadonlyMap<number, readonly number[]>,
  { accounts, batches }: { accounts: readonly number[]; batches: readonly number[] },
): Transfer {
  const among = (count: number) => Math.floor(random() * count);
  const isBusy = among(BUSY.one_in) === 0;
  const batch_id = batches[among(isBusy ? BUSY.batches : batches.length)] ?? 0;
  const held = holders.get(batch_id) ?? [];
  const first = 1 + among(QUANTITY);
  const from = held[first] ?? 0;
  let until = first + 1;
  while (until - first < MOST && held[until] === from) until += 1;
  const at = accounts.indexOf(from);
  // Any account but the one that has them.
  const to = accounts[(at + 1 + among(accounts.length - 1)) % accounts.length] ?? 0;
  return { batch_id, first, until, from, to };
}

/** Whether it is taken; false: others had moved the certificates. */
async function post(db: Db, one: Parameters<typeof postEntry>[1]): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => postEntry(tx, one));
    return true;
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === "moved") return false;
    throw error;
  }
}

/** Waits until nothing waits to be sealed. */
async function sealed(db: Db): Promise<void> {
  for (let waits = true; waits;) {
    await delay(100);
    waits = (await db.selectFrom("journal_unsealed").select("entry_id").limit(1).execute()).length > 0;
  }
}
