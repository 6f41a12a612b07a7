// Steps of a redemption after its submission: it goes back and is answered, its reservation holds, and it completes when it may.
import { readRedemption } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { heldRanges } from "../../../../testing/registry/ledger-db-kit.ts";
import { claimOf, redeemers, saidAnew, SENT_BACK } from "../../../../testing/registry/redemption-kit.ts";
import { followRecord } from "../../parties/index.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../index.ts";
import { releaseReserved } from "./postings.sql.ts";
import { redemptionKind } from "./redemption-kind.sql.ts";

const codesOf = ({ body }: { body: { errors?: { code: string }[]; code?: string } }) =>
  body.errors?.map(({ code }) => code) ?? [body.code];

/** Code and message of all that refused it. */
const refusals = ({ body }: { body: { errors?: { code: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ code, message }) => `${code} ${message}`);

test("R17: Returned keeps its reservation, is submitted again with a change, and is over when nobody does", async () => {
  const { submit, move, read, issuer, trader, db, settle } = await redeemers([{ quantity: 100 }]);
  const { body: sent } = await submit(30);
  await settle(sent.record_uid);
  const short = await move(issuer, sent, "return", { reason: "no", marks: SENT_BACK.marks });
  expect(codesOf(short)).toEqual(["GEN-423"]);
  const { body: returned } = await move(issuer, sent, "return", SENT_BACK);
  expect(returned.status).toBe("returned");
  expect((await heldRanges(db)).some((held) => held.endsWith("redemption_pending"))).toBe(true);
  expect((await move(trader, returned, "resubmit")).body.message).toBe(
    "Change what was asked for before you submit again.",
  );
  const claim = saidAnew();
  const wrong = await move(trader, returned, "resubmit", { claim: saidAnew({ purpose: "" }) });
  expect(codesOf(wrong)).toEqual(["RED-006"]);
  const again = await move(trader, returned, "resubmit", {
    claim: saidAnew({ purpose: "The brewery of Đà Nẵng" }),
  });
  expect([again.status, again.body.status]).toEqual([200, "in_progress"]);
  expect((await read(sent.record_uid)).purpose).toBe("The brewery of Đà Nẵng");
  const without = await move(trader, again.body, "cancel");
  expect([codesOf(without), without.body.message]).toEqual([
    ["GEN-423"],
    "Give a reason of at least 10 characters.",
  ]);
  const { body: cancelled } = await move(trader, again.body, "cancel", { reason: "Bought for another year" });
  expect(cancelled.status).toBe("cancelled");
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
  expect(codesOf(await move(trader, cancelled, "resubmit", { claim }))).toEqual(["GEN-422"]);
});

test("R17, RED-012: what is not reserved any more is neither approved nor submitted again nor completed, and what has lapsed stays so", async () => {
  const at = await redeemers([{ quantity: 100 }]);
  const { db, submit, move, read, issuer, trader, settle, approved, invoices, report, answer } = at;
  /** Gives the certificates back behind the redemption's back, as nothing of the product does. */
  const released = (of: { record_uid: string; number: string }) =>
    db
      .transaction()
      .execute((tx) => releaseReserved(tx, { ...of, business_account_id: at.own.business_account_id }, null));
  const gone = "RED-012 The certificates are not reserved for this redemption any more.";

  const { body: sent } = await submit(30);
  await settle(sent.record_uid);
  await released(sent);
  expect(refusals(await move(issuer, sent, "approve"))).toEqual([gone]);
  const { body: returned } = await move(issuer, sent, "return", SENT_BACK);
  const again = await move(trader, returned, "resubmit", { claim: saidAnew({ purpose: "Another" }) });
  expect(refusals(again)).toEqual([gone]);

  const paid = await approved(20);
  const [invoice] = await invoices(paid.record_uid);
  if (invoice === undefined) throw new Error("There is no invoice");
  await released(paid);
  const { body: waiting } = await report(invoice);
  expect(refusals(await answer(waiting, "confirm"))).toEqual([gone]);
  expect((await read(paid.record_uid)).status).toBe("waiting_for_confirmation");

  const { body: other } = await submit(10);
  const { body: back } = await move(issuer, other, "return", SENT_BACK);
  await sql`update record_deadline set due_at = now() - interval '1 minute' where record_uid = ${back.record_uid}`.execute(
    db,
  );
  await runDue(db, registryKinds);
  const lapsed = await read(other.record_uid);
  expect([lapsed.status, lapsed.timeline.at(-1)?.action]).toEqual(["cancelled", "lapse"]);
  expect(
    codesOf(await move(trader, lapsed, "resubmit", { claim: saidAnew({ purpose: "Another" }) })),
  ).toEqual(["GEN-422"]);
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
});

test("RED-014: a redemption whose fees are not all paid is not completed, whoever asks for it inside", async () => {
  const { db, approved, read } = await redeemers();
  const { record_uid } = await approved(50);
  const completed = db
    .transaction()
    .execute((tx) => followRecord(tx, redemptionKind, { record_uid, action: "complete" }, {}));
  await expect(completed).rejects.toMatchObject({ code: "RED-014", message: "Not all fees are paid." });
  expect((await read(record_uid)).status).toBe("approved");
});

test("RED-013: an account manager confirms what needs it alone, and once", async () => {
  const { submit, move, manager, settle } = await redeemers([{ quantity: 30_000 }]);
  const needless = ["RED-013 This redemption needs no confirmation."];
  const { body: small } = await submit(10);
  expect(refusals(await move(manager, small, "countersign"))).toEqual(needless);
  const { body: large } = await submit(12_000);
  await settle(large.record_uid);
  const { body: confirmed } = await move(manager, large, "countersign");
  expect(refusals(await move(manager, confirmed, "countersign"))).toEqual(needless);
});

test("what went back is answered item by item: what was marked is changed or answered, and both sides see what was said before", async () => {
  const { submit, move, read, issuer, trader, settle, api } = await redeemers([{ quantity: 100 }]);
  const { body: sent } = await submit(30);
  await settle(sent.record_uid);
  const reason = "Two things are not clear";
  const none = await move(issuer, sent, "return", { reason });
  expect([none.status, none.body.code, none.body.message]).toEqual([
    422,
    "RED-015",
    "Mark at least one item.",
  ]);
  const marks = [...SENT_BACK.marks, { item: "period", reason: "Which year is reported?" }];
  const { body: returned } = await move(issuer, sent, "return", { reason, marks });
  const before = await read(sent.record_uid);
  expect(before.returns).toMatchObject([{ marks, answers: [], words: { purpose: claimOf(1).purpose } }]);

  const purpose = "Scope 2 of the brewery in Đà Nẵng";
  const half = await move(trader, returned, "resubmit", { claim: saidAnew({ purpose }) });
  expect([half.body.code, half.body.message]).toEqual([
    "RED-016",
    "Change or answer the marked items before you submit again.",
  ]);
  const answers = [{ item: "period", answer: "The year of the report is 2025." }];
  const again = await move(trader, returned, "resubmit", { claim: saidAnew({ purpose }), answers });
  expect(again.body.status).toBe("in_progress");
  const { body: seen } = await api(readRedemption, {
    token: issuer.token,
    query: { record_uid: sent.record_uid },
  });
  expect(seen).toMatchObject({
    purpose,
    returns: [{ marks, answers, words: { purpose: claimOf(1).purpose, period_from: "2025-01-01" } }],
  });
  const unknown = { reason, marks: [{ item: "amount", reason: "Why so many?" }] };
  expect((await move(issuer, again.body, "return", unknown)).status).toBe(400);
});
