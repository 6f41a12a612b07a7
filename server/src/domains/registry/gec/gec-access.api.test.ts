import {
  getAdvancedFeatures,
  listGecRedemptions,
  listWaiting,
  GEC_REDEMPTION_ORDERS,
  type GecRedemptionRow,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import {
  gecApi,
  PDF_SHA256,
  soundCertificates,
  soundConsumer,
} from "../../../../testing/registry/gec-kit.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../index.ts";

const statusOf = ({ status }: { status: string }) => status;

interface Party {
  readonly token: string;
  readonly of: { readonly account?: string };
}

test("2.19: credit usage is what was sold and is not redeemed yet, and ends with completion or closing", async () => {
  const { api, confirmed, named, handOver, both, move, seller, buyer, operators, read } = await gecApi();
  const used = async (who: typeof seller) =>
    (await api(getAdvancedFeatures, { token: who.token, query: who.of })).body.credit_usage_cents;
  expect(await used(seller)).toBe(0);
  const first = await confirmed();
  const second = await named({ quantity: 100, price_cents: 333 });
  expect(await used(seller)).toBe(10_500 + 33_300);
  expect(await used(buyer)).toBe(0);
  expect((await read(first.record_uid)).body.credit).toEqual({ used_cents: 43_800, limit_cents: 0 });
  await both((await handOver(second)).body, "verify", "verification");
  expect(await used(seller)).toBe(10_500);
  const reason = "The purchase was called off by both";
  await move(operators[0], first, "close", { reason });
  const closed = await move(operators[1], first, "close", { reason });
  expect(closed.body.status).toBe("closed");
  expect(await used(seller)).toBe(0);
  expect((await read(first.record_uid, buyer)).body.status_before).toBe("pending_buyer_input");
});

test("R26, GEN-403, GEN-404: each party acts on its own part alone, viewers on none, and nobody else knows of it", async () => {
  const fixture = await gecApi();
  const { db, record, confirmed, named, handOver, move, read, upload } = fixture;
  const { buyer, seller, viewer, stranger, operators, issuer } = fixture;
  expect((await record({}, issuer)).body.code).toBe("GEN-403");
  expect((await record({}, buyer)).body.code).toBe("GEN-404");
  const hidden = (await record()).body;
  for (const who of [buyer, seller, stranger, issuer]) {
    expect((await read(hidden.record_uid, who)).body.code).toBe("GEN-404");
  }
  const open = await confirmed();
  expect((await read(open.record_uid, stranger)).body.code).toBe("GEN-404");
  expect((await read(open.record_uid, buyer)).body).toMatchObject({
    actions: ["give_consumer"],
    next: { by: "trader", of: "buyer", is_you: true },
  });
  expect((await read(open.record_uid, seller)).body).toMatchObject({
    actions: [],
    next: { by: "trader", of: "buyer", is_you: false },
  });
  const consumer = { consumer: soundConsumer };
  expect((await move(seller, open, "give_consumer", consumer)).body.code).toBe("GEN-403");
  expect((await move(operators[0], open, "give_consumer", consumer)).body.code).toBe("GEN-403");
  const next = await named();
  const certificates = { certificates: soundCertificates(), file_sha256: PDF_SHA256 };
  expect((await move(buyer, next, "upload_certificates", certificates)).body.code).toBe("GEN-403");
  expect((await move(viewer, next, "upload_certificates", certificates)).body.code).toBe("GEN-403");
  expect((await upload(next.record_uid, buyer, "certificate")).body.code).toBe("GEN-404");
  expect((await upload(next.record_uid, viewer, "certificate")).body.code).toBe("GEN-403");
  const { timeline } = (await read(next.record_uid, seller)).body;
  expect(timeline.at(-1)).toMatchObject({ action: "give_consumer", role: "trader", person: null });
  expect((await read(next.record_uid, buyer)).body.timeline.at(-1)?.person).toBe("A trader");
  const uploaded = (await handOver(next)).body;
  await sql`insert into role_grant (account_id, class, business_account_id, role, valid)
    select ${operators[2].account_id}, 'market', seller_account_id, 'viewer', tstzrange(now() - interval '1 year', now() - interval '300 days')
    from gec_redemption where record_uid = ${uploaded.record_uid}`.execute(db);
  const reason = "Numbers of another company";
  expect((await move(operators[2], uploaded, "return_to_seller", { reason })).body.code).toBe("AUTH-005");
});

test("the list of green redemptions is put in order by each of its columns", async () => {
  const { api, record, named, operators } = await gecApi();
  for (const quantity of [2, 3, 1]) await record({ quantity });
  await named();
  const list = async (wanted: object): Promise<GecRedemptionRow[]> =>
    (await api(listGecRedemptions, { token: operators[0].token, query: { ...wanted } })).body.items;
  await expectOrders(GEC_REDEMPTION_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      application_id: ({ number }) => number,
      status: true,
      buyer: ({ buyer_name }) => buyer_name,
      seller: ({ seller_name }) => seller_name,
      device_name: ({ device_name }) => device_name,
      fuel_type: ({ fuel }) => fuel,
      location: ({ location }) => location,
      province: ({ province }) => province,
      beneficiary: ({ beneficiary_name }) => beneficiary_name,
      vintage: ({ vintages }) => vintages[0] ?? null,
      redeems_for: ({ redeems_for }) => redeems_for,
      amount: ({ quantity }) => quantity,
      created_date: ({ created_at }) => created_at,
      completed_date: ({ completed_at }) => completed_at,
      updated_date: ({ changed_at }) => changed_at,
      next: ({ next }) => next?.until ?? null,
    },
  });
});

test("C64: each tab lists its states for both parties; closed ones stand under All alone, and what waits is counted for whose turn it is", async () => {
  const { api, record, confirmed, named, move, operators, buyer, seller, stranger } = await gecApi();
  await record();
  await confirmed();
  await named();
  const called = await confirmed();
  for (const operator of [operators[0], operators[1]]) {
    await move(operator, called, "close", { reason: "The purchase was called off" });
  }
  const list = async (who: Party, query: Readonly<Record<string, string>> = {}) =>
    (await api(listGecRedemptions, { token: who.token, query: { ...who.of, ...query } })).body;
  const counts = {
    all: 3,
    pending_buyer_input: 1,
    pending_seller_upload_certificate: 1,
    in_progress: 0,
    completed: 0,
  };
  expect((await list(buyer)).counts).toEqual(counts);
  expect((await list(seller)).counts).toEqual(counts);
  expect((await list(operators[2])).counts).toEqual({ ...counts, all: 4 });
  expect((await list(stranger)).total).toBe(0);
  expect((await list(buyer, { search: "seller", tab: "pending_buyer_input" })).items).toMatchObject([
    { side: "buyer", seller_name: "Seller", quantity: 100, device_name: null, vintages: [] },
  ]);
  const waiting = async (who: Party) => {
    const { services, yours, others } = (await api(listWaiting, { token: who.token, query: who.of })).body;
    const mine = services.find(({ service }: { service: string }) => service === "redemption")?.waiting;
    return [mine, yours.map(statusOf), others.map(statusOf)];
  };
  const [toBuyer, toSeller] = ["pending_buyer_input", "pending_seller_upload_certificate"];
  expect(await waiting(buyer)).toEqual([1, [toBuyer], [toSeller]]);
  expect(await waiting(seller)).toEqual([1, [toSeller], [toBuyer]]);
});

test("a purchase that nobody confirmed in 72 hours is withdrawn by the system", async () => {
  const { db, record, read } = await gecApi();
  const { body } = await record();
  await sql`update record_deadline set due_at = now() - interval '1 minute'`.execute(db);
  await runDue(db, registryKinds);
  expect((await read(body.record_uid)).body).toMatchObject({ status: "withdrawn", next: null });
});
