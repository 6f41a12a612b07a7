import { getBusinessAccount, moveBusinessAccount } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { partiesApi, uploaded } from "../../../../testing/registry/parties-kit.ts";
import {
  company,
  memberOf,
  platformOperator,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { postEntry } from "../../registry/ledger/post.sql.ts";

/** A company with its account manager, and two platform operators. */
async function companies() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  const operators = [await platformOperator(db), await platformOperator(db)] as const;
  return { db, api, own, manager, operators, of: { account: own.account } };
}

test("a company's account goes from draft through review to active, gets its trade account id, and is the only one with its registration number", async () => {
  const { db, api, operators } = await companies();
  const own = await company(db, "Solar Three");
  const twin = await company(db, "Solar Four");
  const manager = await memberOf(db, own, "account_manager");
  const other = await memberOf(db, twin, "account_manager");
  await sql`update business_account set status = 'draft', trade_account_id = null, registration_number = 'R-0'
    where business_account_id = any(${[own.business_account_id]}::int4[])`.execute(db);
  await db
    .insertInto("registry_account")
    .values({ business_account_id: own.business_account_id, registry: "IREC", account_type: "participant" })
    .execute();
  await uploaded(api, manager.token, own.account);
  const submitted = await api(moveBusinessAccount, {
    token: manager.token,
    query: { account: own.account },
    body: recordCommandOf({ record_uid: own.account, version: 1 }, "submit"),
  });
  expect(submitted.body).toMatchObject({ status: "under_review", version: 2 });
  const active = await api(moveBusinessAccount, {
    token: operators[0].token,
    body: recordCommandOf({ record_uid: own.account, version: 2 }, "activate"),
  });
  expect(active.body).toMatchObject({ status: "active", version: 3 });
  const seen = await api(getBusinessAccount, { token: manager.token, query: { account: own.account } });
  expect(seen.body.trade_account_id).toMatch(/^TA-\d{6}$/);
  expect(
    seen.body.timeline.map(({ action, person: who }: { action: string; person: string | null }) => [
      action,
      who,
    ]),
  ).toEqual([
    ["submit", "A account_manager"],
    ["activate", null],
  ]);
  const amended = await api(moveBusinessAccount, {
    token: other.token,
    query: { account: twin.account },
    body: recordCommandOf({ record_uid: twin.account, version: 1 }, "amend", { registration_number: "r-0" }),
  });
  expect([amended.status, amended.body.code, amended.body.message]).toEqual([
    422,
    "ACC-001",
    "A company with this registration number has an account already.",
  ]);
});

test("ACC-010: an account that holds certificates is not closed", async () => {
  const { api, own, of, manager, db } = await companies();
  await db
    .transaction()
    .execute((tx) =>
      postEntry(
        tx,
        posting({ type: "issue", key: "i1", batches: [newBatch(1, own.business_account_id, 5)] }),
      ),
    );
  const { status, body } = await api(moveBusinessAccount, {
    token: manager.token,
    query: of,
    body: recordCommandOf({ record_uid: own.account, version: 1 }, "close"),
  });
  expect([status, body.code, body.message]).toEqual([
    422,
    "ACC-010",
    "Move 5 certificates and settle 0 invoices first.",
  ]);
});
