// Calls to other registries and connections to them, over the calls of the portal: who may do what.
import {
  askRegistryConnection,
  confirmRegistryConnection,
  listRegistryCalls,
  listRegistryConnections,
  listWaiting,
  moveRegistryCall,
  tryRegistryConnection,
  CALL_ORDERS,
  type CallRow,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { abroad, SECRET } from "../../../../testing/registry/abroad-kit.ts";
import { otherRegistry } from "../../../../testing/registry/other-registry.ts";
import {
  company,
  issuerOf,
  memberOf,
  person,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { followRecord } from "../../parties/index.ts";
import { redemptionKind, registryRoutes } from "../index.ts";

const REFERENCE = { reference: "EV-2026-778812" };

test("R21: without a connection two persons record the other registry's number, the same one, and the redemption is completed", async () => {
  const at = await abroad();
  const redemption = await at.settled(50);
  expect((await at.read(redemption.record_uid)).status).toBe("retiring");
  const { record_uid } = await at.lastCall();
  const none = await at.moveCall(at.operator.token, "acknowledge");
  expect([none.status, none.body.code, none.body.message]).toEqual([
    422,
    "RED-032",
    "Enter the other registry's number of the transaction.",
  ]);
  const first = await at.moveCall(at.operator.token, "acknowledge", REFERENCE);
  expect(first.body).toMatchObject({ status: "by_hand", needs_second_person: true });
  const again = await at.moveCall(at.operator.token, "acknowledge", REFERENCE);
  expect([again.status, again.body.code]).toEqual([403, "AUTH-006"]);
  const other = await at.moveCall(at.issuer.token, "acknowledge", { reference: "EV-1" });
  expect([other.status, other.body.code]).toEqual([409, "GEN-411"]);
  const seen = (await at.readCall(record_uid, at.issuer.token)).body;
  expect(seen.second_person).toMatchObject({ action: "acknowledge", payload: REFERENCE, by_you: false });
  const own = (await at.readCall(record_uid, at.trader.token, { account: at.own.account })).body;
  expect([own.second_person, own.actions]).toEqual([null, []]);
  expect((await at.answer(at.issuer.token, seen, true)).body.status).toBe("acknowledged");
  await at.settle(redemption.record_uid);
  expect((await at.read(redemption.record_uid)).status).toBe("completed");
  const late = await at.moveCall(at.second.token, "acknowledge", REFERENCE);
  expect([late.status, late.body.code]).toEqual([422, "GEN-422"]);
  expect((await at.calls()).length).toBe(1);
});

test("a wrong number is set aside, so that the right one can be recorded", async () => {
  const at = await abroad();
  await at.settled(50);
  await at.moveCall(at.operator.token, "acknowledge", { reference: "EV-WRONG" });
  const { record_uid } = await at.lastCall();
  const seen = (await at.readCall(record_uid, at.second.token)).body;
  const reason = "The number is of another transaction";
  expect((await at.answer(at.second.token, seen, false, { reason })).status).toBe(200);
  expect((await at.moveCall(at.second.token, "acknowledge", REFERENCE)).body.needs_second_person).toBe(true);
  expect((await at.moveCall(at.operator.token, "acknowledge", REFERENCE)).body.status).toBe("acknowledged");
});

test("a redemption is not completed, and nothing of it retired, before the other registry has acknowledged (RED-031)", async () => {
  const at = await abroad();
  const { record_uid } = await at.settled(50);
  const complete = at.db
    .transaction()
    .execute((tx) => followRecord(tx, redemptionKind, { record_uid, action: "complete" }, {}));
  await expect(complete).rejects.toMatchObject({
    errors: [{ code: "RED-031", message: "The other registry has not acknowledged the retirement." }],
  });
});

test("people of the account see its calls and do nothing about them; others, and issuers of elsewhere, are told that there are none", async () => {
  const at = await abroad();
  await at.settled(50);
  const { record_uid } = await at.lastCall();
  const query = { account: at.own.account };
  const seen = await at.api(listRegistryCalls, { token: at.viewer.token, query });
  expect(seen.body.items).toMatchObject([{ record_uid, status: "by_hand", company_name: null }]);
  for (const who of [at.trader, at.manager, at.viewer]) {
    const { api, lastCall } = at;
    const body = recordCommandOf(await lastCall(), "acknowledge", REFERENCE);
    expect((await api(moveRegistryCall, { token: who.token, query, body })).status).toBe(403);
  }
  const theirs = await company(at.db, "Another");
  const stranger = await memberOf(at.db, theirs, "account_manager");
  const elsewhere = await issuerOf(at.db, "IREC", "TH");
  const nobody = await person(at.db);
  for (const { token } of [elsewhere, nobody]) {
    expect((await at.readCall(record_uid, token)).body.code).toBe("GEN-404");
    expect((await at.moveCall(token, "acknowledge", REFERENCE)).status).toBe(404);
  }
  expect((await at.readCall(record_uid, stranger.token, { account: theirs.account })).status).toBe(404);
  const listed = await at.api(listRegistryCalls, {
    token: stranger.token,
    query: { account: theirs.account },
  });
  expect(listed.body.items).toEqual([]);
});

test("a call that needs a person waits for platform operators, in their counters and bell", async () => {
  const at = await abroad();
  await at.settled(50);
  const { record_uid } = await at.lastCall();
  const { yours } = (await at.api(listWaiting, { token: at.operator.token, query: {} })).body;
  expect(yours.filter((one: { record_uid: string }) => one.record_uid === record_uid)).toMatchObject([
    { service: "redemption", status: "by_hand" },
  ]);
});

/** Operators of connections, and a registry on loopback that the installation vouches for. */
async function operators() {
  const at = await abroad();
  const there = await otherRegistry(SECRET);
  const { store } = await freshStore();
  const api = await apiOf(at.db, (serve) => registryRoutes(serve, at.db, store, { allow: there.allow }));
  const wish = { origin: "EVIDENT", base_url: there.base_url, secret: SECRET, is_on: true };
  const list = async (token = at.operator.token) => api(listRegistryConnections, { token });
  const evident = async (token?: string) => (await list(token)).body.items[0];
  const ask = (change: object = {}, token = at.operator.token) =>
    api(askRegistryConnection, { token, body: { ...wish, ...change } });
  const confirm = async (token: string) =>
    api(confirmRegistryConnection, { token, body: { record_uid: (await evident()).asked?.record_uid } });
  const attempt = (asked: boolean, token = at.operator.token) =>
    api(tryRegistryConnection, { token, body: { origin: "EVIDENT", asked } });
  return { ...at, there, api, list, evident, ask, confirm, attempt };
}

test("a connection is what two operators want (R23); its secret is never read back, and a test call says whether it works", async () => {
  const { evident, ask, confirm, attempt, operator, second, db } = await operators();
  expect(await evident()).toMatchObject({ current: null, asked: null });
  expect((await attempt(false)).status).toBe(404);
  expect((await ask({ secret: null })).body.code).toBe("connection.no_secret");
  expect((await ask()).status).toBe(200);
  expect((await attempt(true)).body).toMatchObject({ ok: true, status: 404 });
  expect(await evident()).toMatchObject({ current: null, asked: { by_you: true, replaces_secret: true } });
  const alone = await confirm(operator.token);
  expect([alone.status, alone.body.code]).toEqual([403, "AUTH-006"]);
  expect((await confirm(second.token)).status).toBe(200);
  expect(await evident(second.token)).toMatchObject({
    current: { is_on: true, has_secret: true },
    asked: null,
  });
  expect((await attempt(false)).body).toMatchObject({ ok: true });
  expect((await ask({ secret: "another-secret-of-nobody" })).status).toBe(200);
  expect((await attempt(true)).body).toMatchObject({ ok: false, status: 401 });
  expect((await ask({ secret: null, is_on: false })).status).toBe(200);
  expect((await confirm(second.token)).status).toBe(200);
  expect(await evident()).toMatchObject({ current: { is_on: false } });
  const rows = await db.selectFrom("audit_event").selectAll().execute();
  const text = JSON.stringify([await evident(), rows]);
  expect(text).not.toContain(SECRET);
  expect(rows.filter(({ action }) => action === "record.changed").length).toBeGreaterThanOrEqual(5);
  const kept = await db.selectFrom("registry_connection").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(kept)).not.toContain(SECRET);
});

test("connections lead to https addresses of the public Internet, and ten tests a minute are made of them", async () => {
  const { ask, attempt } = await operators();
  for (const base_url of [
    "http://example.com/v1",
    "https://127.0.0.1/v1",
    "https://10.0.0.8",
    "https://printer.local",
  ]) {
    const { status, body } = await ask({ base_url });
    expect([status, body.code]).toEqual([400, "connection.address_refused"]);
  }
  expect((await ask({ secret: "short" })).status).toBe(400);
  await ask();
  for (let n = 0; n < 10; n += 1) expect((await attempt(true)).status).toBe(200);
  expect((await attempt(true)).body.code).toBe("connection.too_many_tries");
});

test("nobody but platform operators knows of connections", async () => {
  const { list, ask, attempt, confirm, issuer, trader, evident } = await operators();
  await ask();
  for (const { token } of [issuer, trader]) {
    for (const made of [
      await list(token),
      await ask({}, token),
      await attempt(true, token),
      await confirm(token),
    ]) {
      expect([made.status, made.body.code]).toEqual([404, "GEN-404"]);
    }
  }
  expect((await evident()).current).toBeNull();
});

test("the register of calls is searched, put in order by each of its columns and paged by the server", async () => {
  const at = await abroad();
  for (const amount of [20, 30, 10]) await at.settled(amount);
  const answered = async (wanted: object) =>
    (await at.api(listRegistryCalls, { token: at.issuer.token, query: { ...wanted } })).body;
  const list = async (wanted: object): Promise<CallRow[]> => (await answered(wanted)).items;
  await expectOrders(CALL_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      number: ({ number }) => number,
      status: true,
      origin: ({ origin }) => origin,
      redemption: ({ redemption_number }) => redemption_number,
      company: ({ company_name }) => company_name,
      quantity: ({ quantity }) => quantity,
      transaction: ({ transaction_number }) => transaction_number,
      reference: ({ reference }) => reference,
      created: ({ created_at }) => created_at,
      next: ({ next }) => next?.until ?? null,
    },
  });
  const [greatest] = await list({ order_by: "quantity" });
  expect(greatest?.quantity).toBe(30);
  const found = await answered({ search: greatest?.redemption_number.toLowerCase() });
  expect(found).toMatchObject({ items: [{ quantity: 30 }], total: 1, counts: { all: 1 } });
  expect(await answered({ search: "%" })).toMatchObject({ items: [], total: 0 });
  expect(await list({ search: "xanh" })).toHaveLength(3);
  const second = await answered({ order_by: "quantity", order_type: "asc", page: 2, items_page: 2 });
  expect(second).toMatchObject({ items: [{ quantity: 30 }], total: 3 });
});
