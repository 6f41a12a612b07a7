// New rates and versions of the agreement, which two platform operators publish and accounts accept.
import {
  acceptFeeAgreement,
  addDays,
  askFeeChange,
  confirmFeeChange,
  getFeeAgreement,
  getFeeChange,
  getFeeSchedule,
  listWaiting,
  plainGmt8Day,
  previewRedemption,
  setAsideFeeChange,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { partiesApi } from "../../../../testing/registry/parties-kit.ts";
import { claimOf, redeemers } from "../../../../testing/registry/redemption-kit.ts";

const today = () => plainGmt8Day(Date.now());
const inDays = (days: number) => addDays(today(), days);
const TEXT = "Fees are paid. Version two.";
/** A text in the languages in which a version is published. */
const inAll = (en: string) => ({ vi: `${en} (vi)`, en, zh: `${en} (zh)` });
const textOf = ({ texts }: { texts: { language: string; text: string }[] }) =>
  Object.fromEntries(texts.map(({ language, text }) => [language, text]));

const ofFees = (list: { status: string; number: string; next: { until: string | null } }[]) =>
  list.flatMap(({ status, number, next }) =>
    status.startsWith("fee_") ? [[status, number, next.until]] : [],
  );

/** An account with certificates that cost something to redeem, its people and two platform operators. */
async function payers() {
  const at = await redeemers([{ quantity: 100, channel: "exchange" }]);
  const { db, api: registry, own, manager, operator, second } = at;
  const api = await partiesApi(db);
  const query = { account: own.account };
  const ask = (more: object = {}, who = operator) =>
    api(askFeeChange, {
      token: who.token,
      body: {
        effective_from: inDays(30),
        rates: [{ code: "RF-EX-IREC-OTH", rate: 912 }],
        agreement_texts: inAll(TEXT),
        ...more,
      },
    });
  const confirm = (change_uid: string, who = second) =>
    api(confirmFeeChange, { token: who.token, body: { change_uid } });
  const seen = async (who = operator) => (await api(getFeeChange, { token: who.token })).body;
  const rate = async (code = "RF-EX-IREC-OTH") =>
    (await api(getFeeSchedule, { token: manager.token })).body.items.find(
      (one: { code: string }) => one.code === code,
    );
  const agreement = async () => (await api(getFeeAgreement, { token: manager.token, query })).body;
  const accept = async (
    one: { version: number; texts: { language: string; text_hash: string }[] },
    language = "en",
  ) =>
    api(acceptFeeAgreement, {
      token: manager.token,
      query,
      body: {
        version: one.version,
        language,
        text_hash: one.texts.find((text) => text.language === language)?.text_hash,
      },
    });
  const waiting = async (token = manager.token, asked: Record<string, string> = query) => {
    const { body } = await registry(listWaiting, { token, query: asked });
    return { yours: ofFees(body.yours), others: ofFees(body.others) };
  };
  /** As if the day on which what was published takes effect had come. */
  const dayHasCome = async () => {
    await sql`update fee_rule set effective = daterange(lower(effective), ${today()}::date) where upper(effective) > ${today()}::date`.execute(
      db,
    );
    await sql`update fee_rule set effective = daterange(${today()}::date, null) where lower(effective) > ${today()}::date`.execute(
      db,
    );
    await sql`update fee_agreement set effective_from = ${today()} where effective_from > ${today()}`.execute(
      db,
    );
  };
  return { ...at, api, registry, query, ask, confirm, seen, rate, agreement, accept, waiting, dayHasCome };
}

test("R23: two platform operators publish new rates and the next version of the agreement, which are announced and hold from their day on", async () => {
  const { ask, confirm, seen, rate, agreement, operator, second, waiting, dayHasCome } = await payers();
  const before = await seen();
  expect(before).toMatchObject({ agreement: { version: 1 }, earliest: inDays(30), asked: null });
  const { body, status } = await ask();
  expect(status).toBe(200);
  expect(await seen(second)).toMatchObject({
    asked: {
      change_uid: body.change_uid,
      effective_from: inDays(30),
      rates: [{ code: "RF-EX-IREC-OTH", rate: 912 }],
      agreement_texts: inAll(TEXT),
      by_you: false,
    },
  });
  expect((await waiting(operator.token, {})).others).toHaveLength(1);
  expect((await waiting(second.token, {})).yours).toHaveLength(1);
  const alone = await confirm(body.change_uid, operator);
  expect([alone.status, alone.body.code, alone.body.message]).toEqual([
    403,
    "AUTH-006",
    "A second person must confirm this.",
  ]);
  expect((await rate()).next).toBeNull();

  expect((await confirm(body.change_uid)).status).toBe(200);
  expect((await waiting(second.token, {})).yours).toEqual([]);
  expect(await rate()).toMatchObject({ rate: 800, next: { rate: 912, effective_from: inDays(30) } });
  expect(await rate("RF-EX-IREC-HYD")).toMatchObject({ version: 1, next: null });
  const announced = await agreement();
  expect(announced).toMatchObject({
    version: 1,
    next: { version: 2, effective_from: inDays(30), accepted: null },
  });
  expect(textOf(announced.next)).toEqual(inAll(TEXT));
  await dayHasCome();
  expect(await rate()).toMatchObject({ version: 2, rate: 912, effective_from: today(), next: null });
  const inForce = await agreement();
  expect(inForce).toMatchObject({ version: 2, accepted: null, next: null });
  expect(textOf(inForce)).toEqual(inAll(TEXT));
  // What was published last is what the next change is held to.
  const again = await ask();
  expect([again.status, again.body.code]).toEqual([422, "FEE-003"]);
});

test("FEE-002: a redemption that charges a fee waits until the agreement in force is accepted, one that charges none does not", async () => {
  const { db, ask, confirm, agreement, accept, waiting, dayHasCome, submit, registry, trader, query } =
    await payers();
  await confirm((await ask()).body.change_uid);
  // Announced, it can be accepted and is asked for; what is in force is accepted.
  expect((await waiting()).yours).toEqual([["fee_agreement", "v2", `${inDays(29)}T16:00:00.000Z`]]);
  expect((await waiting(trader.token)).others).toHaveLength(1);
  expect((await submit(10)).status).toBe(200);

  await dayHasCome();
  const refused = await submit(10);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "FEE-002",
    "Accept version 2 of the fee agreement first.",
  ]);
  const preview = await registry(previewRedemption, { token: trader.token, query, body: claimOf(10) });
  expect(preview.body.errors).toEqual([
    {
      code: "FEE-002",
      message: "Accept version 2 of the fee agreement first.",
      params: { version: 2 },
    },
  ]);
  await sql`update fee_rule set rate = 0`.execute(db);
  expect((await submit(10)).status).toBe(200);
  await sql`update fee_rule set rate = 912 where code = 'RF-EX-IREC-OTH'`.execute(db);

  const now = await agreement();
  const other = await accept({ ...now, version: 1 });
  expect([other.status, other.body.code]).toEqual([409, "FEE-001"]);
  expect((await accept(now)).status).toBe(200);
  expect(await waiting()).toEqual({ yours: [], others: [] });
  expect((await submit(10)).status).toBe(200);
});

test("the next version of the agreement is accepted before its day and in the language in which it was read, so that nothing waits on it", async () => {
  const { ask, confirm, agreement, accept, waiting, dayHasCome, submit } = await payers();
  await confirm((await ask()).body.change_uid);
  const { next } = await agreement();
  expect((await accept(next, "zh")).status).toBe(200);
  expect((await agreement()).next.accepted).toMatchObject({ by: "A account_manager", language: "zh" });
  expect((await waiting()).yours).toEqual([]);
  await dayHasCome();
  expect((await submit(10)).status).toBe(200);
});

test("FEE-003, FEE-004, FEE-005: a change that changes nothing, comes too soon, or names a rate that is not there, is refused with all that is wrong", async () => {
  const { db, ask, confirm, seen } = await payers();
  const { agreement } = await seen();
  const wrong = await ask({
    effective_from: inDays(29),
    rates: [
      { code: "RF-EX-IREC-OTH", rate: 800 },
      { code: "RF-NO-SUCH", rate: 1 },
    ],
    agreement_texts: agreement.texts,
  });
  expect(wrong.status).toBe(422);
  expect(
    wrong.body.errors.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`),
  ).toEqual([
    "FEE-003 Change a rate or the text of the agreement.",
    `FEE-004 A change takes effect on ${inDays(30)} at the earliest.`,
    "FEE-005 There is no rate RF-NO-SUCH.",
  ]);
  // A rate of nothing that nobody has set is set by saying so.
  expect(
    (await ask({ rates: [{ code: "RF-EX-TIGR-OTH", rate: 0 }], agreement_texts: agreement.texts })).status,
  ).toBe(200);
  // What waited for its second person until its day came too near is published no more.
  const { body } = await ask();
  await sql`update fee_change set effective_from = effective_from - 1`.execute(db);
  const late = await confirm(body.change_uid);
  expect([late.status, late.body.code]).toEqual([422, "FEE-004"]);
  // Nothing comes before what is published already.
  await sql`update fee_change set effective_from = ${inDays(90)}`.execute(db);
  expect((await confirm(body.change_uid)).status).toBe(200);
  expect((await seen()).earliest).toBe(inDays(91));
  const before = await ask({ rates: [{ code: "RF-EX-IREC-OTH", rate: 1000 }] });
  expect(before.body.message).toBe(`A change takes effect on ${inDays(91)} at the earliest.`);
});

test("one change waits at a time: another takes its place, one is set aside, and what nobody confirmed in 72 hours has lapsed", async () => {
  const { db, api, ask, confirm, seen, second, manager } = await payers();
  const first = (await ask()).body.change_uid;
  const other = (await ask({ agreement_texts: inAll("Another text.") }, second)).body.change_uid;
  expect((await confirm(first)).status).toBe(404);
  expect((await seen()).asked).toMatchObject({ change_uid: other, agreement_texts: inAll("Another text.") });
  const aside = (change_uid: string, token = manager.token) =>
    api(setAsideFeeChange, { token, query: { change_uid } });
  expect((await aside(other)).status).toBe(404);
  expect((await aside(other, second.token)).status).toBe(200);
  expect((await seen()).asked).toBeNull();
  const { change_uid } = (await ask()).body;
  await sql`update fee_change set asked_at = now() - interval '73 hours'`.execute(db);
  expect((await seen()).asked).toBeNull();
  expect((await confirm(change_uid)).status).toBe(404);
  expect((await ask()).status).toBe(200);
  const actions = await db
    .selectFrom("audit_event")
    .select("action")
    .where("action", "like", "fee_%")
    .execute();
  expect(actions.map(({ action }) => action)).toContain("fee_agreement.withdrawn");
});

test("a change wants the password again, and is nobody else's to see or make", async () => {
  const { db, api, ask, seen, manager, issuer, operator } = await payers();
  for (const { token } of [manager, issuer]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await api(getFeeChange, { token })).body.code).toBe("GEN-404");
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await ask({}, { ...operator, token })).body.code).toBe("GEN-404");
  }
  await sql`update account set password_hash = 'x' where account_id = ${operator.account_id}`.execute(db);
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([403, "confirmation.required"]);
  expect((await seen()).asked).toBeNull();
});
