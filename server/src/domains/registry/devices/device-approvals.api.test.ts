// How an application is approved: what an issuer looks at, what may be overridden and by whom (rule R23).
import { answerProposal, getDeviceApplication, OVERRIDABLE_GUARDS } from "@heliograph/contract";
import { expect, test } from "vitest";
import {
  anotherPlant,
  deviceUidOf,
  readyApplication,
  registeredCode,
} from "../../../../testing/registry/device-kit.ts";
import { answerTo } from "../../../../testing/registry/record-kit.ts";

/** A submitted application whose photos were taken away since, so that DEV-009 does not hold. */
async function withoutPhotos() {
  const kit = await readyApplication();
  const { act, record_uid, trader, mine, db, api } = kit;
  await act(record_uid, "submit", trader, { account: mine.account });
  await db
    .updateTable("device_document")
    .set({ removed_at: new Date() })
    .where("kind", "=", "photos")
    .execute();
  const seenBy = async (token: string, query: Record<string, string> = {}) =>
    (await api(getDeviceApplication, { token, query: { ...query, record_uid } })).body;
  const answer = (token: string, body: object) => api(answerProposal, { token, query: {}, body });
  return { ...kit, seenBy, answer };
}

const said = ({ status, body }: { status: number; body: { code: string; message: string } }) =>
  `${status} ${body.code} ${body.message}`;
const OVERRIDES = { "DEV-009": "I have seen the photos on paper." };

test("R23, DEV-035: whatever the size, one issuer alone overrides no check", async () => {
  const { record_uid, act, issuer, seenBy } = await withoutPhotos();
  expect(said(await act(record_uid, "approve", issuer))).toBe("422 DEV-009 Upload: 2–3 photos.");
  expect(said(await act(record_uid, "approve", issuer, { overrides: OVERRIDES }))).toBe(
    "422 DEV-035 What overrides a check is approved by two issuers.",
  );
  const { actions, device } = await seenBy(issuer.token);
  expect(actions.filter((action: string) => action.startsWith("approve"))).toEqual(["approve_overriding"]);
  expect(device).toBeNull();
});

test("DEV-033: a check is overridden with a reason, which the first of two issuers is told already", async () => {
  const { record_uid, act, issuer, db } = await withoutPhotos();
  const short = await act(record_uid, "approve_overriding", issuer, { overrides: { "DEV-009": "seen" } });
  expect(said(short)).toBe(
    "422 DEV-033 Give a reason of at least 10 characters for each check that does not hold.",
  );
  expect(said(await act(record_uid, "approve_overriding", issuer))).toBe("422 DEV-009 Upload: 2–3 photos.");
  expect(await db.selectFrom("four_eyes").select("action").execute()).toEqual([]);
});

test("R23: the second issuer sees each override with its reason and approves exactly that; account, issuers and operators read it afterwards", async () => {
  const kit = await withoutPhotos();
  const { record_uid, act, issuer, secondIssuer, operator, trader, mine, seenBy, answer } = kit;
  const first = await act(record_uid, "approve_overriding", issuer, {
    overrides: { ...OVERRIDES, "DEV-001": "This one holds, so it is overridden by nothing." },
    reason: "The roof was visited on 3 November.",
  });
  expect(first.body).toMatchObject({ status: "pending", needs_second_person: true });
  const seen = await seenBy(secondIssuer.token);
  expect(seen.second_person).toMatchObject({
    action: "approve_overriding",
    by_you: false,
    person: "An issuer",
    reason: "The roof was visited on 3 November.",
    payload: { overrides: OVERRIDES, owner_named: true },
  });
  expect((await seenBy(trader.token, { account: mine.account })).second_person).toBeNull();
  const done = await answer(secondIssuer.token, answerTo(seen, true));
  expect(done.body).toMatchObject({ status: "approved", needs_second_person: false });
  for (const [token, query] of [
    [trader.token, { account: mine.account }],
    [issuer.token, {}],
    [operator.token, {}],
  ] as const) {
    const { versions, device } = await seenBy(token, query);
    expect(versions.at(-1)).toMatchObject({ overrides: OVERRIDES, owner_named: true });
    expect(device.code).toBe("D000001");
  }
});

test("R23: two issuers decide together though each would word a reason otherwise, and another wording of the second is refused", async () => {
  const { record_uid, act, issuer, secondIssuer, seenBy, answer } = await withoutPhotos();
  await act(record_uid, "approve_overriding", issuer, { overrides: OVERRIDES });
  const otherwise = { overrides: { "DEV-009": "The photos are known to me." } };
  expect((await act(record_uid, "approve_overriding", secondIssuer, otherwise)).body.code).toBe("GEN-411");
  const seen = await seenBy(secondIssuer.token);
  expect((await answer(secondIssuer.token, answerTo(seen, true))).body.status).toBe("approved");
});

test("what keeps a kilowatt-hour from being certified twice is overridden by nobody", async () => {
  const { record_uid, act, issuer, db } = await withoutPhotos();
  await db.updateTable("device_consent").set({ withdrawn_at: new Date() }).execute();
  const overrides = { ...OVERRIDES, "DEV-015": "I have seen the owner at the plant." };
  const { body } = await act(record_uid, "approve_overriding", issuer, { overrides });
  expect(body.code).toBe("DEV-015");
  expect(OVERRIDABLE_GUARDS).not.toContain("DEV-015");
});

test("DEV-010: the issuer says that the owner's declaration names device and owner, and without that nothing is approved", async () => {
  const { record_uid, act, trader, issuer, mine, get } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  expect(said(await act(record_uid, "approve", issuer, { owner_named: false }))).toBe(
    "422 DEV-010 The owner's declaration must name the device and the owner.",
  );
  const overrides = { "DEV-010": "The declaration is as good as any." };
  expect((await act(record_uid, "approve", issuer, { owner_named: false, overrides })).body.code).toBe(
    "DEV-010",
  );
  expect((await act(record_uid, "approve", issuer)).body.status).toBe("approved");
  expect((await get(record_uid)).versions.at(-1)).toMatchObject({ owner_named: true, overrides: {} });
});

test("R26, AUTH-005: an issuer with a part in a plant of any device of a group decides nothing about it", async () => {
  const kit = await readyApplication();
  const { db, act, trader, issuer, secondIssuer, mine, create, save, upload, plant, record_uid } = kit;
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "approve", issuer);
  const other = await anotherPlant(kit);
  const code = await registeredCode({ ...kit, plant: other.plant }, other.meter.device_uid);
  const members = [await deviceUidOf(kit, "D000001"), await deviceUidOf(kit, code)];
  const group = await create({ type: "grouped" });
  const names = { device_english_name: "Two Roofs", device_local_name: "Hai mái" };
  const draft = kit.draft;
  await save(group.record_uid, { fields: { ...draft.fields, ...names }, meters: [], members });
  await upload(group.record_uid, "registration_form");
  await upload(group.record_uid, "owner_declaration");
  expect((await act(group.record_uid, "submit", trader, { account: mine.account })).status).toBe(200);
  for (const { project_id } of [plant, other.plant]) {
    await db.deleteFrom("project_member").where("account_id", "=", secondIssuer.account_id).execute();
    await db
      .insertInto("project_member")
      .values({ project_id, account_id: secondIssuer.account_id, role: "read_only" })
      .execute();
    expect((await act(group.record_uid, "approve", secondIssuer)).body.code).toBe("AUTH-005");
  }
  expect((await act(group.record_uid, "approve", issuer)).body.status).toBe("approved");
});
