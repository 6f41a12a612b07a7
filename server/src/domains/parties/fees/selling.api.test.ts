// Whether an account may sell green certificates, and up to which limit.
import { getAdvancedFeatures, moveAdvancedFeatures } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { partiesApi } from "../../../../testing/registry/parties-kit.ts";
import {
  company,
  memberOf,
  platformOperator,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";

async function seller() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  return { db, api, query: { account: own.account }, manager };
}

test("C117: selling green certificates is Disabled with limit and usage 0.00 until two platform operators grant a limit", async () => {
  const { api, db, query, manager } = await seller();
  const read = async () => (await api(getAdvancedFeatures, { token: manager.token, query })).body;
  const before = await read();
  expect(before).toMatchObject({
    is_enabled: false,
    sell_limit_cents: 0,
    credit_usage_cents: 0,
    actions: ["request"],
  });
  const asked = await api(moveAdvancedFeatures, {
    token: manager.token,
    query,
    body: recordCommandOf(before, "request"),
  });
  const grant = recordCommandOf(asked.body, "grant");
  const [first, second, third] = [
    await platformOperator(db),
    await platformOperator(db),
    await platformOperator(db),
  ];
  const say = (token: string, more: object) =>
    api(moveAdvancedFeatures, { token, body: { ...grant, key: randomUUID(), ...more } });
  expect((await say(first.token, { sell_limit_cents: 5_000_000 })).body.needs_second_person).toBe(true);
  const other = await say(second.token, { sell_limit_cents: 9_000_000 });
  expect([other.status, other.body.code]).toEqual([409, "GEN-411"]);
  expect((await say(third.token, { sell_limit_cents: 5_000_000 })).body.status).toBe("enabled");
  expect(await read()).toMatchObject({ is_enabled: true, sell_limit_cents: 5_000_000 });
});

test("GSL-001: a grant without a limit is refused, to the first of two operators already", async () => {
  const { api, db, query, manager } = await seller();
  const selling = (await api(getAdvancedFeatures, { token: manager.token, query })).body;
  const { status, body: refused } = await api(moveAdvancedFeatures, {
    token: (await platformOperator(db)).token,
    body: recordCommandOf(selling, "grant"),
  });
  expect([status, refused.code, refused.fields]).toEqual([
    422,
    "GSL-001",
    { "body.sell_limit_cents": "Say the sell limit." },
  ]);
});
