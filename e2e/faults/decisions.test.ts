// The server, and once its database, are killed in the middle of approvals, redemptions and confirmations of payments, whose people repeat what they asked with the same key.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { waitingJobs } from "../../server/testing/jobs-kit.ts";
import type { Db } from "../../server/src/platform/db.ts";
import { EACH_MWH, startDeciders } from "./deciders.ts";
import { newInstallation, type Installation } from "./server-under-test.ts";
import { pastServer } from "./told-gateways.ts";
import { chance, FAULTS, say } from "./trials.ts";

const KILLS = FAULTS.kills + 4;
const WORK = FAULTS.isLong ? { redemptions: 60, plants: 8 } : { redemptions: 10, plants: 3 };
/** Requests by which the certificates came that are redeemed: approved before. */
const FROM = 1;
const LANES = 4;
/** A redemption's steps as people take them, and a plant's. */
const STEPS = WORK.redemptions * 7 + WORK.plants * 3;
const PATIENCE = { timeout: 40_000, interval: 50 };

/** Kills the server, and resolves when another one serves. */
async function killServer(installation: Installation): Promise<void> {
  const before = installation.serverPid();
  installation.killServer();
  await expect.poll(() => installation.serverPid(), PATIENCE).not.toBe(before);
  await installation.ready();
}

/** What was decided, and what ledger, invoices and histories say of it. */
async function found(db: Db) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int4 from redemption where status = 'completed') as completed,
      (select count(*)::int4 from redemption) as redemptions,
      (select coalesce(sum(until - first), 0)::int8 from certificate_holding where sub_account = 'retired') as retired,
      (select count(*)::int4 from journal_entry where type = 'retire') as retirements,
      (select count(*)::int4 from redemption_statement where ready_at is not null) as statements,
      (select count(*)::int4 from invoice where status = 'paid' and confirmed_cents = total_cents) as paid,
      (select count(*)::int4 from invoice) as invoices,
      (select count(*)::int4 from payment_claim where state = 'confirmed') as confirmed,
      (select count(*)::int4 from payment_claim) as claims,
      (select count(*)::int4 from credit_entry) as credits,
      (select count(*)::int4 from issuance where status = 'approved') as approved,
      (select count(*)::int4 from issuance) as issuances,
      (select coalesce(sum(quantity), 0)::int8 from issuance) - (select coalesce(sum(b.quantity), 0)::int8
        from certificate_batch b join issuance i on i.number = b.source_reference) as not_minted,
      (select count(*)::int4 from (select from status_event where action not in ('create', 'refreeze')
        group by entity, record_uid, action having count(*) > 1) twice) as twice`.execute(db);
  return rows[0];
}

test(
  `the server is killed ${KILLS} times and its database once while ${WORK.redemptions} redemptions and ${WORK.plants} requests are decided: with the same key again nothing is lost and nothing happens twice`,
  async () => {
    const installation = await newInstallation();
    onTestFinished(() => installation.end());
    await installation.start();
    const { db, end } = pastServer(installation);
    onTestFinished(end);
    const { tasks, done } = await startDeciders(installation, db, WORK);
    const lane = async () => {
      for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) await next();
    };
    const work = Promise.all(Array.from({ length: LANES }, lane));
    const killing = async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        // Spread over what is to be done, each at a moment of its own.
        const goal = (STEPS * (kill - 0.5 + chance() * 0.4)) / (KILLS + 1);
        await expect.poll(() => done().steps >= goal, { timeout: 60_000, interval: 5 }).toBe(true);
        await delay(chance() * 30);
        if (kill === 2) {
          installation.killDatabase();
          await expect.poll(() => done().steps > goal + 2, { timeout: 60_000, interval: 20 }).toBe(true);
        } else await killServer(installation);
      }
    };
    await Promise.all([work, killing()]);
    await installation.ready();
    await expect
      .poll(
        async () =>
          (await waitingJobs(db)).filter(({ task }) => /^(settlement\.fees|registry\.statement)$/.test(task)),
        PATIENCE,
      )
      .toEqual([]);
    const { redemptions, plants } = WORK;
    expect(await found(db)).toEqual({
      completed: redemptions,
      redemptions,
      retired: redemptions * EACH_MWH,
      retirements: redemptions,
      statements: redemptions,
      paid: redemptions,
      invoices: redemptions,
      confirmed: redemptions,
      claims: redemptions,
      credits: 0,
      approved: plants + FROM,
      issuances: plants + FROM,
      not_minted: 0,
      twice: 0,
    });
    expect(done().repeats).toBeGreaterThan(0);
    say(`${done().steps} steps were answered, ${done().repeats} asked again`);
    // The sealer is about a second behind.
    await expect
      .poll(() => installation.run("server/src/ledger-verify.ts", []).catch(String), {
        timeout: 60_000,
        interval: 1000,
      })
      .toContain("The ledger holds");
  },
  FAULTS.isLong ? 480_000 : 180_000,
);
