import { commandIssuance, plantCertificates } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { meteredMonth, registeredPlant } from "../../../../testing/registry/issuance-kit.ts";
import { available, move, posted, reserved, retired } from "../../../../testing/registry/ledger-db-kit.ts";
import { posting } from "../../../../testing/registry/ledger-kit.ts";
import { company, issuerOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import { proposeDrafts } from "../issuance/issuance.jobs.ts";
import type { Db } from "../../../platform/db.ts";
import { registryRoutes } from "../index.ts";

const DAY_WH = 3_200_000;

/** A registered plant with a whole month behind it, its draft, and its owner with the role in the company. */
async function plant(role: "trader" | "viewer" | null = "trader") {
  const db = await freshDb();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => registryRoutes(serve, db, store));
  const made = await registeredPlant(db);
  await meteredMonth(db, made, DAY_WH);
  await proposeDrafts(db, Date.now());
  const { account_id, business_account_id, project_uid } = made;
  if (role !== null) {
    await db
      .insertInto("role_grant")
      .values({ account_id, class: "market", business_account_id, role })
      .execute();
  }
  const { account_uid } = await db
    .selectFrom("account")
    .select("account_uid")
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  const token = await tokenFor(db, { account_id, account_uid });
  const read = async () => (await api(plantCertificates, { token, query: { project_uid } })).body;
  return { db, api, made, token, read };
}

test("the owner of a plant sees what can be issued, sends it in one call, and sees whose turn it is; once approved, where the certificates are", async () => {
  const { db, api, made, token, read } = await plant();
  const before = await read();
  const days = before.request.days;
  const quantity = Math.floor((days * DAY_WH) / 1_000_000);
  expect(before).toMatchObject({
    account: made.account,
    device: { code: made.code },
    months: [],
    request: {
      status: "draft",
      quantity,
      counted_wh: days * DAY_WH,
      carried_wh: 0,
      failed: [],
      may_act: true,
    },
  });
  const query = { account: made.account };
  await api(commandIssuance, { token, query, body: recordCommandOf(before.request, "submit") });
  const sent = await read();
  expect(sent.request).toMatchObject({ status: "pending", next: { by: "issuer", is_you: false } });
  const issuer = await issuerOf(db);
  await api(commandIssuance, { token: issuer.token, body: recordCommandOf(sent.request, "approve") });
  const after = await read();
  expect(after.request).toBeNull();
  expect(after.months).toMatchObject([{ available: quantity, retired: 0, sold: 0, reserved: 0, on_sale: 0 }]);
  expect(after.places).toEqual([{ place: "available", reference: "", is_other: false, mwh: quantity }]);
});

/** A completed redemption of the account with the number. */
const redemptionNumbered = (db: Db, business_account_id: number, number: string) =>
  db
    .insertInto("redemption")
    .values({
      number,
      business_account_id,
      demonstration: false,
      status: "completed",
      completed_at: new Date(),
      registry: "IREC",
      country: "VN",
      fuel: "ES100",
      vintage: 2026,
      amount: 1,
      devices: ["D000001"],
      beneficiary_name: "Brewery",
      beneficiary_registration_number: "1",
      is_natural_person: false,
      beneficiary_country: "VN",
      beneficiary_address: "Street",
      redeems_for: "own_consumption",
      period_from: "2026-01-01",
      period_to: "2026-12-31",
      purpose: "Scope 2",
      acknowledged: [],
      needs_countersign: false,
    })
    .execute();

test("R30: redemptions of the account have their number, those of others are another account's", async () => {
  const { db, api, made, token, read } = await plant();
  const { request } = await read();
  await api(commandIssuance, {
    token,
    query: { account: made.account },
    body: recordCommandOf(request, "submit"),
  });
  const issuer = await issuerOf(db);
  await api(commandIssuance, {
    token: issuer.token,
    body: recordCommandOf((await read()).request, "approve"),
  });
  const { batch_id } = await db.selectFrom("certificate_batch").select("batch_id").executeTakeFirstOrThrow();
  const other = await company(db, "Buyer");
  const [own, theirs] = [made.business_account_id, other.business_account_id];
  const of = (moves: ReturnType<typeof move>) => [{ ...moves, batch_id }];
  await redemptionNumbered(db, own, "RD-OWN");
  await redemptionNumbered(db, theirs, "RD-THEIRS");
  const post = (
    type: Parameters<typeof posting>[0]["type"],
    moves: ReturnType<typeof move>,
    reference: string,
  ) => posted(db, posting({ type, key: reference, reference, moves: of(moves) }));
  await post("request_redemption", move(available(own), reserved(own, "RD-OWN"), 1, 3), "RD-OWN");
  await post("retire", move(reserved(own, "RD-OWN"), retired("RD-OWN"), 1, 3), "RD-OWN");
  await post("transfer", move(available(own), available(theirs), 3, 10), "T-1");
  await post("request_redemption", move(available(theirs), reserved(theirs, "RD-THEIRS"), 3, 7), "RD-THEIRS");
  await post("retire", move(reserved(theirs, "RD-THEIRS"), retired("RD-THEIRS"), 3, 7), "RD-THEIRS");
  const { places } = await read();
  expect(places).toMatchObject([
    { place: "available", reference: "", is_other: false },
    { place: "retired", reference: "RD-OWN", is_other: false, mwh: 2 },
    { place: "retired", reference: "", is_other: true, mwh: 4 },
    { place: "sold", reference: "", is_other: false, mwh: 3 },
  ]);
  expect(JSON.stringify(await read())).not.toContain("RD-THEIRS");
});

test("R10: a plant whose meter was changed offers no press, and says by which rule, until an issuer has looked", async () => {
  const { db, made, read } = await plant();
  await db
    .updateTable("device")
    .set({ ac_nominal_w: 777_000 })
    .where("device_id", "=", made.device_id)
    .execute();
  expect((await read()).request).toMatchObject({ status: "draft", failed: ["ORD-007"] });
  await db.updateTable("unit_binding").set({ suspended_at: null, suspended_because: null }).execute();
  expect((await read()).request).toMatchObject({ failed: [] });
});

test("a member of the project without a role in a business account is shown nothing of certificates", async () => {
  const { read } = await plant(null);
  expect(await read()).toMatchObject({ account: null, device: null, request: null, months: [] });
});

test("a viewer of the account sees the request and may not send it", async () => {
  const { read } = await plant("viewer");
  expect((await read()).request).toMatchObject({ status: "draft", may_act: false });
});

test("whoever is no member of the project is told that there is none", async () => {
  const { db, api, made } = await plant();
  const stranger = await scene(db);
  const { status, body } = await api(plantCertificates, {
    token: await tokenFor(db, stranger),
    query: { project_uid: made.project_uid },
  });
  expect([status, body.code]).toEqual([404, "project.not_found"]);
});
