// What is left when a process dies in the middle of approvals and redemptions: nothing is lost, and nothing happens twice.
import { createIssuance, commandIssuance } from "@heliograph/contract";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { meteredMonth, registeredPlant } from "../../../testing/registry/issuance-kit.ts";
import { recordCommandOf } from "../../../testing/registry/record-kit.ts";
import { redeemers } from "../../../testing/registry/redemption-kit.ts";
import type { Db } from "../../platform/db.ts";
import { verifyLedger } from "./index.ts";

const TIME_LIMIT_MS = 240_000;
const PROGRAM = new URL("../../../testing/registry/decide-all.ts", import.meta.url).pathname;
const [REDEMPTIONS, EACH_MWH, PLANTS] = [16, 2, 4];

/** Redemptions without a fee and requests for certificates, all of them waiting for the issuer. */
async function waiting() {
  const at = await redeemers([{ quantity: REDEMPTIONS * EACH_MWH, fuel: "ES300" }]);
  const query = { account: at.own.account };
  for (let n = 0; n < REDEMPTIONS; n += 1) {
    expect((await at.submit(EACH_MWH, { fuel: "ES300" })).status).toBe(200);
  }
  for (let n = 0; n < PLANTS; n += 1) {
    const plant = await registeredPlant(at.db, { own: at.own });
    const month = await meteredMonth(at.db, plant, 3_000_000);
    const body = { device_uid: plant.device_uid, ...month, key: randomUUID() };
    const made = (await at.api(createIssuance, { token: at.trader.token, query, body })).body;
    const submit = recordCommandOf(made, "submit");
    expect((await at.api(commandIssuance, { token: at.trader.token, query, body: submit })).status).toBe(200);
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(at.db);
  const url = inject("postgresUrl").replace(/\/[^/]*$/, `/${rows[0]?.name ?? ""}`);
  return { ...at, url };
}

/** Lets a process decide, and kills it once it has said so many lines. True: it came to its end before. */
async function decideUntil(url: string, issuer: number, lines: number): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, url, String(issuer)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let heard = 0;
  let isDone = false;
  for await (const line of createInterface({ input: child.stdout })) {
    heard += 1;
    isDone = line === "done";
    if (heard >= lines) child.kill("SIGKILL");
  }
  await ended;
  return isDone;
}

/** What is decided, and what the ledger holds of it. */
async function decided(db: Db) {
  const { rows } = await sql<{
    completed: number;
    retired: number;
    approved: number;
    asked: number;
    minted: number;
  }>`
    select (select count(*)::int4 from redemption where status = 'completed') as completed,
      (select coalesce(sum(until - first), 0)::int8 from certificate_holding where sub_account = 'retired') as retired,
      (select count(*)::int4 from issuance where status = 'approved') as approved,
      (select coalesce(sum(quantity), 0)::int8 from issuance where status = 'approved') as asked,
      (select coalesce(sum(b.quantity), 0)::int8 from certificate_batch b join issuance i on i.number = b.source_reference) as minted`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("Nothing was counted");
  return row;
}

test(
  "kill -9 in the middle of approvals and redemptions loses and doubles nothing, and whoever goes on comes to the end",
  { timeout: TIME_LIMIT_MS },
  async () => {
    const { db, url, issuer } = await waiting();
    let kills = 0;
    // Each process is killed a little later than the one before; what it had in its hands is taken up by the next.
    while (!(await decideUntil(url, issuer.account_id, 1 + kills))) {
      kills += 1;
      const { completed, retired, asked, minted } = await decided(db);
      expect(retired).toBe(completed * EACH_MWH);
      expect(minted).toBe(asked);
      expect(kills).toBeLessThan(40);
    }
    expect(kills).toBeGreaterThan(1);
    const { completed, retired, approved } = await decided(db);
    // One request more made what is redeemed here.
    expect([completed, retired, approved]).toEqual([REDEMPTIONS, REDEMPTIONS * EACH_MWH, PLANTS + 1]);
    const { faults } = await verifyLedger(db);
    // Nobody seals in this test, and the checker says of what waits for long that it does.
    expect(faults.filter(({ invariant }) => invariant !== "I13")).toEqual([]);
  },
);
