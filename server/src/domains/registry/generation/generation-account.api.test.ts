import { addDays, readGenerationAccount, sidesOf } from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { company, issuerOf, memberOf } from "../../../../testing/registry/record-kit.ts";

const DAY_WH = 3_010_000;

/** A plant whose last month is metered, and the account of its generation as somebody asks for it. */
async function account() {
  const desk = await issuanceDesk();
  const { api, plant, of, trader } = desk;
  const month = await meteredMonth(desk.db, plant, DAY_WH);
  const vintage = Number(month.from_day.slice(0, 4));
  const read = async (token = trader.token, query: object = of) =>
    (await api(readGenerationAccount, { token, query: { ...query, device_uid: plant.device_uid, vintage } }))
      .body;
  return { ...desk, month, vintage, read };
}

test("I4: what became of a year's generation is shown by account, by request and by day, and both sides are the same sum", async () => {
  const { begin, act, month, read } = await account();
  const half = addDays(month.from_day, 14);
  const before = await read();
  const days = Number(month.to_day.slice(8));
  expect(before).toMatchObject({ account: null, uses: [], carried: [] });
  // The day after the month is over only when today is later.
  expect(before.not_asked_wh % DAY_WH).toBe(0);
  expect(before.not_asked_wh).toBeGreaterThanOrEqual(days * DAY_WH);
  const first = await begin({ from_day: month.from_day, to_day: half });
  await act(first.record_uid, "submit");
  const reserved = await read();
  expect(reserved.account).toMatchObject({
    metered_wh: 15 * DAY_WH,
    reserved_wh: 15 * DAY_WH,
    certified_wh: 0,
  });
  expect(reserved.not_asked_wh).toBe(before.not_asked_wh - 15 * DAY_WH);
  await act(first.record_uid, "approve", {}, "issuer");
  const issued = await read();
  expect(issued.account).toMatchObject({ certified_wh: 45_000_000, carry_wh: 150_000, reserved_wh: 0 });
  expect(issued.carried).toEqual([{ day: half, wh: 150_000 }]);
  expect(issued.uses).toEqual([
    {
      cause: "request",
      request: { record_uid: first.record_uid, number: first.number },
      from_day: month.from_day,
      to_day: half,
      metered_wh: 15 * DAY_WH,
      declared_wh: 0,
      certified_wh: 45_000_000,
      reserved_wh: 0,
      carry_wh: 150_000,
    },
  ]);
  for (const shown of [reserved, issued]) {
    const { was, became } = sidesOf(shown.account);
    expect(was).toBe(became);
  }
  expect(issued.vintages).toContain(Number(month.from_day.slice(0, 4)));
});

test("GEN-404, R30: the account of generation is shown to those who see the device alone, and names another account's requests to nobody", async () => {
  const { db, begin, act, month, read, plant } = await account();
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  const viewer = await memberOf(db, plant, "viewer");
  expect((await read(viewer.token)).uses).toMatchObject([{ request: { record_uid } }]);
  const issuer = await issuerOf(db);
  expect((await read(issuer.token, {})).uses).toMatchObject([{ request: { record_uid } }]);
  const elsewhere = await issuerOf(db, "TIGR");
  expect((await read(elsewhere.token, {})).code).toBe("GEN-404");
  const other = await company(db, "Another");
  const stranger = await memberOf(db, other);
  expect((await read(stranger.token, { account: other.account })).code).toBe("GEN-404");
  // The device was released to another account since: what was asked for before is not that one's.
  await db.updateTable("issuance").set({ business_account_id: other.business_account_id }).execute();
  expect((await read()).uses).toMatchObject([{ cause: "request", request: null }]);
});
