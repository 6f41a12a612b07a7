import {
  addDays,
  commandIssuance,
  daysBetween,
  parseBatchCode,
  ISSUANCE_ORDERS,
  listIssuances,
  type IssuanceListItem,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import {
  generationAccounts,
  lastMonth,
  meterDays,
  meteredMonth,
} from "../../../../testing/registry/issuance-kit.ts";
import { recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { verifyLedger } from "../index.ts";

test("a month is drafted, submitted, reviewed and approved: certificates lie in the account, what is over is carried, and the ledger holds", async () => {
  const { db, plant, read, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_020_000);
  const days = daysBetween(month.from_day, month.to_day).length;
  const { record_uid } = await begin(month);
  const draft = await read(record_uid);
  const counted = days * 3_020_000;
  expect(draft).toMatchObject({
    status: "draft",
    evidence: "A",
    balance: { carry_wh: 0, debt_wh: 0, counted_wh: counted, quantity: Math.floor(counted / 1e6) },
    actions: ["set_period", "declare", "submit", "delete"],
    next: { by: "trader", is_you: true },
  });
  expect(draft.checks.filter(({ outcome }: { outcome: string }) => outcome === "failed")).toEqual([]);
  expect(parseBatchCode(draft.serials[0]?.code ?? "")).toMatchObject({
    device: plant.code,
    month: month.from_day.slice(0, 7),
    batch: 1,
  });
  expect((await act(record_uid, "submit")).body).toMatchObject({ status: "pending" });
  expect((await act(record_uid, "take", {}, "issuer")).body).toMatchObject({ status: "in_progress" });
  const approved = await act(record_uid, "approve", {}, "issuer");
  expect([approved.status, approved.body.status]).toEqual([200, "approved"]);
  const quantity = Math.floor(counted / 1e6);
  const [held] = await db.selectFrom("certificate_holding").selectAll().execute();
  expect(held).toMatchObject({
    first: 1,
    until: quantity + 1,
    business_account_id: plant.business_account_id,
    sub_account: "available",
  });
  const carry_wh = counted - quantity * 1_000_000;
  expect(await generationAccounts(db)).toMatchObject([
    {
      metered_wh: counted,
      declared_wh: 0,
      unclaimed_wh: 0,
      reserved_wh: 0,
      certified_wh: quantity * 1_000_000,
      carry_wh,
      debt_wh: 0,
    },
  ]);
  expect(await read(record_uid)).toMatchObject({
    status: "approved",
    quantity,
    serials: [{ code: draft.serials[0]?.code, first: 1, last: quantity }],
  });
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R2, I16: eight submissions of overlapping days at once: one succeeds, and the others name it", async () => {
  const { db, plant, begin, api, trader, of } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const requests = [];
  for (let i = 0; i < 8; i += 1) {
    requests.push(await begin({ from_day: addDays(month.from_day, i), to_day: month.to_day }));
  }
  const tried = await Promise.all(
    requests.map((request) =>
      api(commandIssuance, { token: trader.token, query: of, body: recordCommandOf(request, "submit") }),
    ),
  );
  const done = tried.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  const others = tried.filter(({ status }) => status !== 200).map(({ body }) => [body.code, body.message]);
  expect(others).toHaveLength(7);
  const number: string = done[0]?.body.number;
  for (const [code, message] of others) {
    expect(code).toBe("ISS-003");
    expect(message).toContain(`This device already has request ${number} for `);
  }
  expect(await db.selectFrom("generation_claim").select("state").execute()).toEqual([{ state: "held" }]);
  const counted = (await generationAccounts(db))[0];
  expect(counted?.reserved_wh).toBe(counted?.metered_wh);
});

test("a request that is rejected or withdrawn lets go of its days, and another may have them; what it reserved is unclaimed again", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const counted = daysBetween(month.from_day, month.to_day).length * 3_000_000;
  const first = await begin(month);
  const second = await begin(month);
  await act(first.record_uid, "submit");
  const refused = await act(second.record_uid, "submit");
  expect([refused.status, refused.body.code]).toEqual([422, "ISS-003"]);
  expect(await generationAccounts(db)).toMatchObject([{ reserved_wh: counted, unclaimed_wh: 0 }]);
  expect((await act(first.record_uid, "withdraw")).body).toMatchObject({ status: "withdrawn" });
  expect(await generationAccounts(db)).toMatchObject([
    { reserved_wh: 0, unclaimed_wh: counted, metered_wh: counted },
  ]);
  expect((await act(second.record_uid, "submit")).status).toBe(200);
  expect(await generationAccounts(db)).toMatchObject([
    { reserved_wh: counted, unclaimed_wh: 0, metered_wh: counted },
  ]);
  expect(
    (await act(second.record_uid, "reject", { reason: "The counter was reset." }, "issuer")).body,
  ).toMatchObject({ status: "rejected" });
  expect(await generationAccounts(db)).toMatchObject([{ reserved_wh: 0, unclaimed_wh: counted }]);
});

test("every guard that fails comes at once, with its code, message and values", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = lastMonth();
  const missing = addDays(month.from_day, 9);
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  await meterDays(db, plant, Object.fromEntries(days.map((day) => [day, day === missing ? null : 9e7])));
  const { record_uid } = await begin(month);
  const { status, body } = await act(record_uid, "submit");
  expect([status, body.code]).toEqual([422, "ISS-007"]);
  const said = body.errors?.map(
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
  expect(said).toEqual([
    expect.stringMatching(
      /^ISS-007 [\d.]+ MWh is above the physical maximum of [\d.]+ MWh for this period\.$/,
    ),
    `ISS-008 1 day has no meter data: ${missing}. Upload evidence for it or shorten the period.`,
  ]);
  expect(body.errors?.[1]?.params).toEqual({ n: "1", dates: missing });
});

test("R7, ISS-015: readings that change between submission and approval mint nothing until the request was submitted again", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  await meterDays(db, plant, { [month.from_day]: 3_400_000 });
  const refused = await act(record_uid, "approve", {}, "issuer");
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "ISS-015",
    "The readings changed since submission. Check and submit again.",
  ]);
  expect(await db.selectFrom("certificate_batch").select("batch_id").execute()).toEqual([]);
  const marks = [{ item: "readings", reason: "The first day has changed." }];
  await act(record_uid, "refer", { reason: "Please look at the first day.", marks }, "issuer");
  expect((await act(record_uid, "resubmit")).body).toMatchObject({ status: "pending" });
  expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  const counted = (daysBetween(month.from_day, month.to_day).length - 1) * 3_000_000 + 3_400_000;
  expect(await generationAccounts(db)).toMatchObject([{ metered_wh: counted, reserved_wh: 0 }]);
});

test("the list of requests is put in order by each of its columns", async () => {
  const { db, api, plant, trader, of, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_020_000);
  const whole = await begin(month);
  await begin({ from_day: month.from_day, to_day: addDays(month.from_day, 4) });
  await act(whole.record_uid, "submit");
  const list = async (wanted: object): Promise<IssuanceListItem[]> =>
    (await api(listIssuances, { token: trader.token, query: { ...of, ...wanted } })).body.items;
  await expectOrders(ISSUANCE_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      number: ({ number }) => number,
      device: ({ device }) => device.name,
      location: ({ location }) => location,
      province: ({ province }) => province,
      from_day: ({ from_day }) => from_day,
      quantity: ({ quantity }) => quantity,
      registry: ({ registry }) => registry,
      fuel: ({ fuel }) => fuel,
      country: ({ country }) => country,
      from: ({ from_day }) => from_day,
      to: ({ to_day }) => to_day,
      status: ({ status }) => ["draft", "pending"].indexOf(status),
      evidence: ({ evidence }) => evidence,
      changed_at: ({ changed_at }) => changed_at,
    },
  });
});
