// Guards of redemptions, payments and applications over the calls, each by its code and message.
import { createDeviceFolder } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deviceApi } from "../../../testing/registry/device-kit.ts";
import { redeemers } from "../../../testing/registry/redemption-kit.ts";

/** Code and message of all that refused it. */
const refusals = (answer: { body: { errors?: { code: string; message: string }[] } }) =>
  (answer.body.errors ?? []).map(({ code, message }) => `${code} ${message}`);

test("RED-009: ranges that are chosen by hand are those of the amount, and available", async () => {
  const { submit, codes } = await redeemers([{ quantity: 10 }]);
  const ranges = [{ code: codes[0] ?? "", first: 1, until: 4 }];
  expect(refusals(await submit(5, { ranges }))).toContain(
    "RED-009 The chosen ranges are 3 MWh and must be available; the amount is 5 MWh.",
  );
});

test("RED-010: more than a trader submits alone is approved after an account manager's confirmation", async () => {
  const { submit, move, issuer, settle } = await redeemers([{ quantity: 10_001, fuel: "ES300" }]);
  const { body } = await submit(10_001, { fuel: "ES300" });
  await settle(body.record_uid);
  expect(refusals(await move(issuer, body, "approve"))).toEqual([
    "RED-010 An account manager must confirm this amount first.",
  ]);
});

test("RED-011: what was returned is submitted again with a change", async () => {
  const { submit, move, issuer, trader } = await redeemers();
  const { body } = await submit(10);
  const returned = await move(issuer, body, "return", {
    reason: "The purpose is not stated in full.",
    marks: [{ item: "purpose", reason: "Of which site?" }],
  });
  expect(refusals(await move(trader, returned.body, "resubmit"))).toEqual([
    "RED-011 Change what was asked for before you submit again.",
  ]);
});

test("RED-021, INV-005, INV-008, INV-010: a payment in another currency is refused, and money that is looked for or came is not cancelled away", async () => {
  const { approved, invoices, report, move, answer, manager, read } = await redeemers();
  const record = await approved(50);
  const first = async () => (await invoices(record.record_uid))[0];
  const invoice = await first();
  if (invoice === undefined) throw new Error("There is no invoice");
  const other = invoice.currency === "EUR" ? "USD" : "EUR";
  expect(refusals(await report(invoice, { currency: other }))).toContain(
    `INV-005 This invoice is in ${invoice.currency}.`,
  );
  expect((await report(invoice)).status).toBe(200);
  const cancel = async () =>
    move(manager, await read(record.record_uid), "cancel_unpaid", { reason: "Nobody needs it any more" });
  expect(refusals(await cancel())).toEqual([
    "RED-021 A payment was reported. Wait until an operator has looked for it.",
  ]);
  const waiting = (await first()) ?? invoice;
  const more = { received_cents: waiting.total_cents };
  expect(refusals(await answer(waiting, "confirm_part", more))).toEqual([
    "INV-008 Enter what was received: less than is outstanding.",
  ]);
  expect((await answer(waiting, "confirm_part", { received_cents: 100 })).status).toBe(200);
  expect(refusals(await cancel())).toEqual([
    `INV-010 ${invoice.currency} 1.00 were received. Refund or credit them first.`,
  ]);
});

test("DEV-034: an account has at most 200 folders and 2,000 registrations", async () => {
  const { db, api, mine, trader, create } = await deviceApi();
  const { business_account_id } = mine;
  await sql`insert into device_folder (business_account_id, number, name)
    select ${business_account_id}::int4, 'DF-T-' || n, 'Folder ' || n from generate_series(1, 200) n`.execute(
    db,
  );
  const folder = await api(createDeviceFolder, {
    token: trader.token,
    query: { account: mine.account },
    body: { key: randomUUID(), name: "One more" },
  });
  expect(refusals(folder)).toEqual(["DEV-034 An account may have 200 folders."]);
  await sql`insert into device_application (business_account_id, number, type, status)
    select ${business_account_id}::int4, 'DR-T-' || n, 'normal', 'draft' from generate_series(1, 2000) n`.execute(
    db,
  );
  expect(await create()).toMatchObject({
    code: "DEV-034",
    message: "An account may have 2000 registrations.",
  });
});
