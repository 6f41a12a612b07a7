// The certificate workspace through the product's own server: pages of an inventory of many ranges, and the way from the approval of a
// redemption to its signed statement.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  confirmIdentity,
  listInventory,
  listInventoryRanges,
  moveRedemption,
  submitRedemption,
} from "@heliograph/contract";
import { sql } from "kysely";
import { createAccount } from "../../server/src/domains/identity/index.ts";
import type { Db } from "../../server/src/platform/db.ts";
import { issueMetered } from "../../server/testing/registry/energy-kit.ts";
import { newBatch } from "../../server/testing/registry/ledger-kit.ts";
import { signIn, type Ask } from "../api-client.ts";
import { figure, percentile, timed, type Line } from "../measure.ts";
import { BENCH_EMAIL, BENCH_PASSWORD, type RunningServer, type Stage } from "../stage.ts";
import { RANGES, scatter } from "./scattered.ts";

const GOALS = { pageMs: 200, statementMs: 1000 } as const;
const REDEMPTIONS = 15;
const ISSUER = { username: "issuer@test.example", password: "an issuer of 2 cores" };
/** A statement that is not there after so long is none. */
const PATIENCE_MS = 20_000;

/** Measures pages of the inventory, and statements; `floorMs`: what an empty request takes, p95. */
export async function benchWorkspace(
  { stage, server, ask }: { stage: Stage; server: RunningServer; ask: Ask },
  floorMs: number,
  say: (text: string) => void,
): Promise<Line[]> {
  const { db } = stage.pools;
  const { account, holder, other } = await companies(db);
  await issueMetered(db, "bench water", water(holder));
  say(`certificates: an account with ${RANGES} ranges`);
  await scatter(db, { holder, other, prefix: "W" });
  const pages = await timed(
    () =>
      ask(listInventory, { query: { account, registry: "IREC", page: 1 + Math.floor(Math.random() * 4) } }),
    40,
  );
  const opened = await timed(
    () => ask(listInventoryRanges, { query: { account, ...rowOf(1 + Math.floor(Math.random() * 200)) } }),
    40,
  );
  say(`certificates: ${REDEMPTIONS} redemptions until their statements are signed`);
  const issuer = await signIn(server.url, ISSUER);
  await ask(confirmIdentity, { body: { password: BENCH_PASSWORD } });
  await issuer(confirmIdentity, { body: { password: ISSUER.password } });
  const signed: number[] = [];
  const printed: number[] = [];
  for (let i = 0; i < REDEMPTIONS; i += 1) {
    const taken = await statementMs({ db, account, ask, issuer });
    signed.push(taken.signedMs);
    printed.push(taken.printedMs);
  }
  return [
    line(
      `certificates: a page of the inventory of an account with ${figure(RANGES, "ranges", 0)}, p95`,
      pages,
      {
        goalMs: GOALS.pageMs,
        against: `${figure(percentile(pages, 0.95) / floorMs, "×")} an empty request (${figure(floorMs, "ms")}); the ranges of a row ${figure(percentile(opened, 0.95), "ms")}`,
      },
    ),
    line("certificates: from the approval of a redemption to its signed statement (JSON), p95", signed, {
      goalMs: GOALS.statementMs,
      against: `${figure(percentile(signed, 0.95) / floorMs, "×")} an empty request`,
    }),
    line(
      "certificates: from the approval of a redemption to its signed PDF in three languages, p95",
      printed,
      {
        goalMs: null,
        against: `${figure(percentile(printed, 0.95) / percentile(signed, 0.95), "×")} the statement itself`,
      },
    ),
  ];
}

const rowOf = (device: number) =>
  ({ registry: "IREC", country: "VN", device: `W${device}`, vintage: 2025 }) as const;

function line(
  what: string,
  taken: readonly number[],
  { goalMs, against }: { goalMs: number | null; against: string },
): Line {
  const p95 = percentile(taken, 0.95);
  return {
    what,
    reached: `${figure(p95, "ms")} (median ${figure(percentile(taken, 0.5), "ms")})`,
    goal: goalMs === null ? "" : `${goalMs} ms`,
    met: goalMs === null ? null : p95 <= goalMs,
    against,
  };
}

/** Hydropower, whose redemption costs nothing and so completes with its approval. */
const water = (account_id: number) => ({ ...newBatch(9000, account_id, 10_000), fuel: "ES300" });

/** The bench account's company, another one, and an issuer with an account of its own. */
async function companies(db: Db): Promise<{ account: string; holder: number; other: number }> {
  const made = await db
    .insertInto("business_account")
    .values(["Bench Energy JSC", "Another JSC"].map((company_name, i) => ({ company_name, ...active(i) })))
    .returning(["business_account_id", "business_account_uid"])
    .execute();
  const [own, other] = made;
  if (own === undefined || other === undefined) throw new Error("The bench has no companies");
  const { account_id } = await db
    .selectFrom("account")
    .select("account_id")
    .where("email", "=", BENCH_EMAIL)
    .executeTakeFirstOrThrow();
  const issuer = await createAccount(db, {
    email: ISSUER.username,
    display_name: "Bench Issuer",
    password: ISSUER.password,
    kind: "user",
  });
  const { business_account_id } = own;
  await db
    .insertInto("role_grant")
    .values([
      { account_id, class: "market", business_account_id, role: "account_manager" },
      { account_id: issuer.account_id, class: "issuer", registry: "IREC", country: "VN" },
    ])
    .execute();
  return { account: own.business_account_uid, holder: business_account_id, other: other.business_account_id };
}

const active = (i: number) => ({
  status: "active",
  number: `BA-BENCH-${i}`,
  trade_account_id: `TA-9000${i}0`,
  registration_number: `BENCH-${i}`,
  english_name: "Bench",
  address: "1 Equator Road",
  country: "VN",
  province: "Can Tho",
  email: "bench@test.example",
  contact_number: "+84 1",
});

/** Submits and approves a redemption; ms from the approval until its statement is signed, and until it is printed. */
async function statementMs(at: {
  db: Db;
  account: string;
  ask: Ask;
  issuer: Ask;
}): Promise<{ signedMs: number; printedMs: number }> {
  const { db, account, ask, issuer } = at;
  const sent = await ask(submitRedemption, {
    query: { account },
    body: { ...CLAIM, acknowledged: [], key: randomUUID() },
  });
  const { record_uid, version: expected_version } = sent;
  const begun = performance.now();
  await issuer(moveRedemption, {
    query: {},
    body: { record_uid, action: "approve", expected_version, key: randomUUID() },
  });
  const after = async (isDone: (stage: StatementStage) => boolean): Promise<number> => {
    while (!isDone(await stageOf(db, record_uid))) {
      if (performance.now() - begun > PATIENCE_MS) throw new Error(`${sent.number} got no statement`);
      await delay(5);
    }
    return performance.now() - begun;
  };
  const signedMs = await after(({ is_signed }) => is_signed);
  return { signedMs, printedMs: await after(({ pdfs }) => pdfs === STATEMENT_LANGUAGES) };
}

/** English, Vietnamese, Chinese. */
const STATEMENT_LANGUAGES = 3;

interface StatementStage {
  readonly is_signed: boolean;
  readonly pdfs: number;
}

/** How far the statement of the redemption is. */
async function stageOf(db: Db, record_uid: string): Promise<StatementStage> {
  const { rows } = await sql<StatementStage>`
    select coalesce(bool_or(s.ready_at is not null), false) as is_signed,
      (select count(*)::int4 from statement_pdf p where p.statement_id = any (array_agg(s.statement_id))) as pdfs
    from redemption_statement s join redemption r using (redemption_id) where r.record_uid = ${record_uid}`.execute(
    db,
  );
  return rows[0] ?? { is_signed: false, pdfs: 0 };
}

const CLAIM = {
  registry: "IREC",
  country: "VN",
  fuel: "ES300",
  vintage: 2025,
  amount: 40,
  beneficiary_name: "Saigon Harbour Brewing JSC",
  beneficiary_registration_number: "0301234567",
  is_natural_person: false,
  beneficiary_country: "VN",
  beneficiary_address: "18 Ton That Thuyet, Ho Chi Minh City",
  redeems_for: "third_party",
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  purpose: "Scope 2, brewery, market-based",
  ranges: null,
} as const;
