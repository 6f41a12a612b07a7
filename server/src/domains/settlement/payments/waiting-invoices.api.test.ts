import { listRedemptions, listWaiting } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../../registry/index.ts";

/** A redemption of 60 from the exchange and 40 issued, approved; its two invoices. */
async function owing() {
  const at = await redeemers([
    { quantity: 60, channel: "exchange" },
    { quantity: 40, channel: "issued", month: "2025-11" },
  ]);
  const record = await at.approved(100);
  const [eur, usd] = await at.invoices(record.record_uid);
  if (eur === undefined || usd === undefined) throw new Error("There are no two invoices");
  return { ...at, record, eur, usd };
}

test("a reported payment is an operator's turn, within 3 business days, and as long as it is looked for nobody else's but for what is not reported", async () => {
  const at = await owing();
  const { api, own, eur, usd, report, answer, record, trader, operator, move, manager } = at;
  const waits = async ({ token }: { token: string }, query: Readonly<Record<string, string>> = {}) => {
    const { body } = await api(listWaiting, { token, query });
    const redemptions = body.services.find(({ service }: { service: string }) => service === "redemption");
    const yours = body.yours.map(
      ({ number, status, page }: { number: string; status: string; page: string }) => [
        number.slice(0, 3),
        status,
        page === record.record_uid,
      ],
    );
    return { count: redemptions.waiting, yours };
  };
  const account = { account: own.account };
  const row = async ({ token }: { token: string }, query: Readonly<Record<string, string>> = {}) =>
    (await api(listRedemptions, { token, query: { tab: "approved", ...query } })).body.items[0];
  expect(await waits(trader, account)).toEqual({ count: 1, yours: [["RD-", "approved", true]] });
  expect(await waits(operator)).toEqual({ count: 0, yours: [] });

  const { body: sent } = await report(eur);
  // The dollars are still the trader's to pay.
  expect(await waits(trader, account)).toEqual({ count: 1, yours: [["INV", "unpaid", true]] });
  const looked = { count: 1, yours: [["RD-", "waiting_for_confirmation", true]] };
  expect(await waits(operator)).toEqual(looked);
  const { body: sentToo } = await report(usd);
  expect(await waits(trader, account)).toEqual({ count: 0, yours: [] });
  expect(await waits(operator)).toEqual(looked);
  const seen = await row(operator);
  expect(seen).toMatchObject({
    status: "waiting_for_confirmation",
    next: { by: "platform_operator", is_you: true, otherwise: null },
  });
  expect(Date.parse(seen.next.until) - Date.now()).toBeLessThan(6 * 86_400_000);
  expect((await row(trader, account)).next.is_you).toBe(false);
  const refused = await move(manager, await at.read(record.record_uid), "cancel_unpaid", {
    reason: "Not needed now",
  });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "RED-021",
    "A payment was reported. Wait until an operator has looked for it.",
  ]);

  await answer(sent, "confirm");
  expect(await waits(operator)).toEqual(looked);
  await answer(sentToo, "decline", { reason: "No such transfer" });
  expect(await waits(trader, account)).toEqual({ count: 1, yours: [["RD-", "partial_paid", true]] });
  await sql`update record_deadline set due_at = now() - interval '1 minute' where entity = 'redemption'`.execute(
    at.db,
  );
  await runDue(at.db, registryKinds);
  // Money came and the time is over: operators decide (rule R19).
  expect(await waits(operator)).toEqual({ count: 1, yours: [["RD-", "partial_payment_follow_up", true]] });
  expect(await waits(trader, account)).toEqual({ count: 0, yours: [] });
});
