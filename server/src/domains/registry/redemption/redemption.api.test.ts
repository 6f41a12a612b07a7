import { randomUUID } from "node:crypto";
import {
  listRedeemable,
  listRedemptions,
  listWaiting,
  moveRedemption,
  previewRedemption,
  readRedemption,
  submitRedemption,
  REDEMPTION_ORDERS,
  type RedemptionRow,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { heldRanges } from "../../../../testing/registry/ledger-db-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  person,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { claimOf, mintBatches, redeemers, saidAnew } from "../../../../testing/registry/redemption-kit.ts";

/** Code and message of all that refused it. */
const refusals = ({ body }: { body: { errors?: { code: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ code, message }) => `${code} ${message}`);

const codesOf = ({ body }: { body: { errors?: { code: string }[]; code?: string } }) =>
  body.errors?.map(({ code }) => code) ?? [body.code];

test("what is submitted is reserved at once, as the preview has shown it, and costs what the preview has said", async () => {
  const at = await redeemers([
    { quantity: 60, channel: "exchange" },
    { quantity: 90, channel: "issued", month: "2025-11" },
  ]);
  const { db, api, trader, own, codes } = at;
  const query = { account: own.account };
  const { body: products } = await api(listRedeemable, { token: trader.token, query });
  expect(products.items).toEqual([
    { registry: "IREC", country: "VN", fuel: "ES100", vintage: 2025, available: 150 },
  ]);
  const ranges = [
    { code: codes[0] ?? "", first: 1, until: 61 },
    { code: codes[1] ?? "", first: 11, until: 51 },
  ];
  const claim = claimOf(100, { ranges });
  const { body: seen } = await api(previewRedemption, { token: trader.token, query, body: claim });
  expect(seen.errors).toEqual([]);
  expect(
    seen.fees.map(({ currency, total_cents }: { currency: string; total_cents: number }) => [
      currency,
      total_cents,
    ]),
  ).toEqual([
    ["EUR", 480],
    ["USD", 1600],
  ]);
  const { status, body } = await at.submit(100, { ranges });
  expect([status, body.status, body.version]).toEqual([200, "in_progress", 1]);
  expect(body.number).toMatch(/^RD-\d{4}-000001$/);
  const record = await at.read(body.record_uid);
  expect(record.ranges).toEqual(seen.taken);
  expect(record.fees).toEqual(seen.fees);
  expect(await heldRanges(db)).toEqual([
    `1–60 ${own.business_account_id} redemption_pending`,
    `1–10 ${own.business_account_id} available`,
    `11–50 ${own.business_account_id} redemption_pending`,
    `51–90 ${own.business_account_id} available`,
  ]);
});

test("the server refuses with all guards at once, and nothing is reserved", async () => {
  const { db, submit } = await redeemers([{ quantity: 10 }]);
  const refused = await submit(11, { beneficiary_name: "", purpose: "", beneficiary_country: "SG" });
  expect(refused.status).toBe(422);
  expect(refusals(refused)).toEqual([
    "RED-001 Enter the beneficiary name, country and address.",
    "RED-003 You hold 10 MWh available of this vintage; 11 MWh are needed.",
    "RED-004 The certificates (VN) are outside the market of the consumption (SG).",
    "RED-006 Say what the redemption is for.",
  ]);
  const wrong = await submit(5, { ranges: [{ code: "IREC-VN-D000123-202510-0001", first: 1, until: 5 }] });
  expect(wrong.body.message).toBe("The chosen ranges are 4 MWh and must be available; the amount is 5 MWh.");
  expect(refusals(await submit(5, { period_to: "2019-01-01", period_from: "2018-01-01" }))).toEqual([
    expect.stringMatching(
      /^RED-005 Production 2025-10-\d\d – 2025-10-\d\d does not fit the reporting period 2018-01-01 – 2019-01-01\.$/,
    ),
  ]);
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
});

test("RED-007: a TIGR end user redeems for itself alone, and the same claim for itself goes through", async () => {
  const { db, own, submit } = await redeemers([]);
  await db
    .insertInto("registry_account")
    .values({ business_account_id: own.business_account_id, registry: "TIGR", account_type: "end_user" })
    .execute();
  expect(refusals(await submit(1, { registry: "TIGR" }))).toEqual([
    "RED-003 You hold 0 MWh available of this vintage; 1 MWh are needed.",
    "RED-007 Your TIGR account type does not allow redemption for others.",
  ]);
  expect(codesOf(await submit(1, { registry: "TIGR", redeems_for: "own_consumption" }))).toEqual(["RED-003"]);
});

test("two redemptions of the same certificates at once: one succeeds, the other is told what is left", async () => {
  const { db, submit } = await redeemers([{ quantity: 100 }]);
  const answers = await Promise.all([submit(60), submit(60), submit(60), submit(60)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  const [refused] = answers.filter(({ status }) => status === 422);
  expect(refused?.body.message).toBe("You hold 40 MWh available of this vintage; 60 MWh are needed.");
  expect((await heldRanges(db)).filter((held) => held.endsWith("redemption_pending"))).toHaveLength(1);
});

test("R20: the same key submits once, whatever comes of the first answer, and another request with it is refused", async () => {
  const { db, api, own, trader } = await redeemers([{ quantity: 100 }]);
  const body = { ...claimOf(10), key: randomUUID() };
  const send = (more: object = {}) =>
    api(submitRedemption, {
      token: trader.token,
      query: { account: own.account },
      body: { ...body, ...more },
    });
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map(({ body: { record_uid } }) => record_uid)).size).toBe(1);
  expect(codesOf(await send({ amount: 11 }))).toEqual(["GEN-410"]);
  expect(await db.selectFrom("redemption").select("number").execute()).toHaveLength(1);
});

/** Number of each record and who acts next on it. */
const turnsIn = (all: readonly { number: string; next: { by: string } }[]) =>
  all.map(({ number, next }) => `${number} ${next.by}`).toSorted();

test("R29: what a trader submits in 30 days counts together, and above 10,000 MWh an account manager who did not submit confirms", async () => {
  const at = await redeemers([{ quantity: 30_000 }]);
  const { submit, move, issuer, manager, trader, read, settle } = at;
  const { body: first } = await submit(9_999);
  const { body: second } = await submit(9_999);
  await Promise.all([first, second].map(({ record_uid }) => settle(record_uid)));
  expect((await read(first.record_uid)).waits_for_manager).toBe(false);
  const waiting = await read(second.record_uid);
  expect(waiting).toMatchObject({ waits_for_manager: true, next: { by: "account_manager", is_you: false } });
  const turns = async (who: { token: string }, query: Record<string, string>) => {
    const { yours, others } = (await at.api(listWaiting, { token: who.token, query })).body;
    return { yours: turnsIn(yours), others: turnsIn(others) };
  };
  const [usual, much] = [`${first.number} issuer`, `${second.number} account_manager`];
  const account = { account: at.own.account };
  expect(await turns(manager, account)).toEqual({ yours: [much], others: [usual] });
  expect(await turns(trader, account)).toEqual({ yours: [], others: [usual, much] });
  expect(await turns(issuer, {})).toEqual({ yours: [usual], others: [much] });
  const refused = await move(issuer, second, "approve");
  expect(refused.body.message).toBe("An account manager must confirm this amount first.");
  expect((await move(trader, second, "countersign")).status).toBe(403);
  const { body: confirmed } = await move(manager, second, "countersign");
  expect((await read(second.record_uid)).next).toMatchObject({ by: "issuer" });
  expect((await turns(issuer, {})).yours).toEqual([usual, `${second.number} issuer`]);
  expect((await move(issuer, confirmed, "approve")).body.status).toBe("approved");
  expect((await submit(10_002, {}, manager)).status).toBe(200);
});

test("R29: what is changed after an account manager confirmed it is confirmed anew, and an account manager who changes it needs nobody", async () => {
  const { submit, move, issuer, manager, trader, read, settle } = await redeemers([{ quantity: 30_000 }]);
  const marks = [{ item: "beneficiary_name", reason: "Which brewery?" }];
  const why = { reason: "Which brewery is it?", marks };
  const claim = saidAnew();
  const other = { claim: saidAnew({ beneficiary_name: "Another Company Ltd" }) };
  const sent = (await submit(12_000)).body;
  await settle(sent.record_uid);
  const confirmed = (await move(manager, sent, "countersign")).body;
  const returned = (await move(issuer, confirmed, "return", why)).body;
  const again = (await move(trader, returned, "resubmit", other)).body;
  expect((await read(sent.record_uid)).waits_for_manager).toBe(true);
  expect(codesOf(await move(issuer, again, "approve"))).toEqual(["RED-010"]);
  const back = (await move(issuer, again, "return", why)).body;
  const whole = await move(manager, back, "resubmit", { claim });
  expect((await move(issuer, whole.body, "approve")).body.status).toBe("approved");
  const own = (await submit(12_000, {}, manager)).body;
  const ownBack = (await move(issuer, own, "return", why)).body;
  const byTrader = (await move(trader, ownBack, "resubmit", other)).body;
  expect(codesOf(await move(issuer, byTrader, "approve"))).toEqual(["RED-010"]);
});

test("roles: a viewer redeems nothing, another company and another country's issuer find nothing, a stranger neither", async () => {
  const { db, api, own, submit, viewer, move, operator, trader } = await redeemers();
  expect((await submit(1, {}, viewer)).body).toMatchObject({
    code: "GEN-403",
    message: "Your role does not allow redeeming certificates.",
  });
  const { body: record } = await submit(10);
  const other = await company(db, "Another");
  const theirs = await memberOf(db, other, "account_manager");
  const elsewhere = await issuerOf(db, "IREC", "TH");
  const asked = (token: string, query: object) =>
    api(readRedemption, { token, query: { ...query, record_uid: record.record_uid } });
  const answers = [
    await asked(theirs.token, { account: other.account }),
    await asked(theirs.token, { account: own.account }),
    await asked(elsewhere.token, {}),
    await asked((await person(db)).token, {}),
    await api(moveRedemption, {
      token: theirs.token,
      query: { account: other.account },
      body: recordCommandOf(record, "cancel"),
    }),
    await api(moveRedemption, {
      token: elsewhere.token,
      query: {},
      body: recordCommandOf(record, "approve"),
    }),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([404, "GEN-404"]);
  expect((await move(viewer, record, "cancel")).status).toBe(403);
  expect((await move(operator, record, "approve")).status).toBe(403);
  expect((await move(trader, record, "approve")).status).toBe(403);
});

test("AUTH-005: an issuer who has a role in the account decides nothing of it", async () => {
  const { db, own, issuer, submit, move } = await redeemers();
  const { body: record } = await submit(10);
  // Roles of long ago count too.
  await db.deleteFrom("role_grant").where("account_id", "=", issuer.account_id).execute();
  await db
    .insertInto("role_grant")
    .values({
      account_id: issuer.account_id,
      class: "market",
      business_account_id: own.business_account_id,
      role: "viewer",
      valid: "[2020-01-01,2021-01-01)",
    })
    .execute();
  await db
    .insertInto("role_grant")
    .values({ account_id: issuer.account_id, class: "issuer", registry: "IREC", country: "VN" })
    .execute();
  const { status, body } = await move(issuer, record, "approve");
  expect([status, body.code, body.message]).toEqual([
    403,
    "AUTH-005",
    "You have a part in this record and cannot decide on it.",
  ]);
});

test("C63: the list has a tab for each state, what waits for whom, and finds by number and beneficiary", async () => {
  const { db, api, own, submit, move, issuer, trader, settle } = await redeemers([{ quantity: 100 }]);
  const { body: one } = await submit(10);
  const { body: two } = await submit(20, { beneficiary_name: "Đà Nẵng Textiles" });
  await submit(30);
  await settle(one.record_uid);
  await move(issuer, one, "approve");
  await move(trader, two, "cancel", { reason: "Bought for another year" });
  await mintBatches(db, own.business_account_id, [{ quantity: 1 }]);
  const list = async (query: object, token = trader.token) =>
    (await api(listRedemptions, { token, query: { account: own.account, ...query } })).body;
  const all = await list({});
  expect(all.counts).toEqual({
    all: 3,
    in_progress: 1,
    approved: 1,
    returned: 0,
    cancelled: 1,
    rejected: 0,
    completed: 0,
  });
  expect(all.items.map(({ amount }: { amount: number }) => amount)).toEqual([30, 20, 10]);
  const [waiting] = (await list({ tab: "approved" })).items;
  expect(waiting.next).toMatchObject({ by: "trader", is_you: true, otherwise: "expire" });
  const amounts = async (query: object) =>
    (await list(query)).items.map(({ amount }: { amount: number }) => amount);
  expect(await amounts({ order_by: "amount", order_type: "asc" })).toEqual([10, 20, 30]);
  expect(await amounts({ order_by: "completed", page: 2, items_page: 2 })).toEqual([10]);
  expect((await list({ search: "textiles" })).items).toHaveLength(1);
  expect((await list({ search: "RD-" })).items).toHaveLength(3);
  expect((await list({ search: "%" })).items).toHaveLength(0);
  const { body: seen } = await api(listRedemptions, { token: issuer.token, query: {} });
  expect(seen.items[0]).toMatchObject({
    company_name: "Xanh Energy JSC",
    next: { by: "issuer", is_you: true },
  });
});

test("the list of redemptions is put in order by each of its columns", async () => {
  const { api, own, submit, move, issuer, trader, settle } = await redeemers([{ quantity: 100 }]);
  const { body: one } = await submit(10);
  await submit(20, { beneficiary_name: "alpha Textiles" });
  await submit(30, { beneficiary_name: "Bravo Mills" });
  await settle(one.record_uid);
  await move(issuer, one, "approve");
  const list = async (wanted: object): Promise<RedemptionRow[]> =>
    (await api(listRedemptions, { token: trader.token, query: { account: own.account, ...wanted } })).body
      .items;
  await expectOrders(REDEMPTION_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      number: ({ number }) => number,
      status: true,
      company: ({ company_name }) => company_name,
      device: ({ devices }) => devices[0]?.name ?? null,
      location: ({ devices }) => devices[0]?.location ?? null,
      beneficiary: ({ beneficiary_name }) => beneficiary_name,
      vintage: ({ vintage }) => vintage,
      amount: ({ amount }) => amount,
      created: ({ created_at }) => created_at,
      completed: ({ completed_at }) => completed_at,
      next: ({ next }) => next?.until ?? null,
      registry: ({ registry }) => registry,
      fuel: ({ fuel }) => fuel,
      province: ({ devices }) => devices[0]?.province ?? null,
      redeems_for: ({ redeems_for }) => redeems_for,
    },
  });
});
