import { getEscalation, saveEscalation } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { account, freshDb, scene } from "../../../../testing/test-kit.ts";
import { noticesRoutes } from "../index.ts";

/** A plant with its owner, one who manages it, one who may only look and a stranger, and the calls. */
async function people() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db));
  const plant = await scene(db);
  const { project_id, project_uid } = plant;
  const manager = await accountOn(db, { project_id, role: "managed" });
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await account(db);
  const uidOf = async ({ account_id }: { account_id: number }) =>
    (
      await db
        .selectFrom("account")
        .select("account_uid")
        .where("account_id", "=", account_id)
        .executeTakeFirstOrThrow()
    ).account_uid;
  const tokens = {
    owner: await tokenFor(db, plant),
    manager: await tokenFor(db, { ...manager, account_uid: await uidOf(manager) }),
    reader: await tokenFor(db, { ...reader, account_uid: await uidOf(reader) }),
    stranger: await tokenFor(db, stranger),
  };
  const uids = {
    owner: plant.account_uid,
    manager: await uidOf(manager),
    reader: await uidOf(reader),
    stranger: stranger.account_uid,
  };
  const get = (token: string) => api(getEscalation, { token, query: { project_uid } });
  const save = (token: string, body: object) =>
    api(saveEscalation, { token, body: { project_uid, least_severity: "critical", steps: [], ...body } });
  return { db, plant, tokens, uids, get, save };
}

test("who may change the project says who is told in which order; who may look sees it, and is shown nobody to choose", async () => {
  const { tokens, uids, get, save } = await people();
  expect((await get(tokens.owner)).body).toMatchObject({
    may_change: true,
    least_severity: "warning",
    steps: [],
  });
  const steps = [
    { account_uid: uids.manager, minutes: 15 },
    { account_uid: uids.owner, minutes: 30 },
  ];
  expect((await save(tokens.manager, { steps })).body.message).toBe("The escalation has been saved");
  const { body } = await get(tokens.reader);
  expect(body).toMatchObject({ may_change: false, least_severity: "critical", people: [] });
  expect(body.steps).toMatchObject(steps.map((step) => ({ ...step, is_reached: true })));
  const chosen = (await get(tokens.owner)).body.people.map(
    ({ account_uid }: { account_uid: string }) => account_uid,
  );
  expect(new Set(chosen)).toEqual(new Set([uids.owner, uids.manager]));
  expect((await save(tokens.owner, {})).body.message).toBe("Nobody further is told");
  expect((await get(tokens.owner)).body.steps).toEqual([]);
});

test("who may only look is refused, and to a stranger there is no such project", async () => {
  const { tokens, get, save } = await people();
  const refused = await save(tokens.reader, {});
  expect([refused.status, refused.body.code]).toEqual([403, "project.read_only"]);
  for (const answer of [await save(tokens.stranger, {}), await get(tokens.stranger)]) {
    expect([answer.status, answer.body.code]).toEqual([404, "project.not_found"]);
  }
});

test("only people who may change the project can be told, and the refusal names which is not one", async () => {
  const { tokens, uids, save } = await people();
  for (const account_uid of [uids.reader, uids.stranger]) {
    const steps = [
      { account_uid: uids.owner, minutes: 5 },
      { account_uid, minutes: 5 },
    ];
    const { status, body } = await save(tokens.owner, { steps });
    expect([status, body.code]).toEqual([400, "escalation.no_member"]);
    expect(body.fields).toEqual({
      "body.steps.1.account_uid": "Must be somebody who may change the project",
    });
  }
});

test("a person twice, no minutes, more than a day or more than ten people are refused", async () => {
  const { tokens, uids, save } = await people();
  const step = { account_uid: uids.owner, minutes: 5 };
  const eleven = Array.from({ length: 11 }, (_, at) => ({
    account_uid: `5b1dbb4f-6a0c-4a3e-9a2f-0d8a6ef4c0${at + 10}`,
    minutes: 5,
  }));
  for (const steps of [[step, step], [{ ...step, minutes: 0 }], [{ ...step, minutes: 1441 }], eleven]) {
    expect((await save(tokens.owner, { steps })).status).toBe(400);
  }
});

test("a change stands in the audit log with who was told before and who is from now on", async () => {
  const { db, tokens, uids, save } = await people();
  await save(tokens.owner, { steps: [{ account_uid: uids.manager, minutes: 15 }] });
  await save(tokens.owner, {});
  const entries = await db
    .selectFrom("audit_event")
    .select(["action", "before", "after"])
    .where("action", "=", "escalation.changed")
    .orderBy("audit_id")
    .execute();
  expect(entries).toMatchObject([
    {
      before: { least_severity: "warning", people: [] },
      after: { least_severity: "critical", people: [expect.stringMatching(/, 15 min$/)] },
    },
    { before: { people: [expect.stringMatching(/, 15 min$/)] }, after: { people: [] } },
  ]);
});

test("who leaves the project, or may only look from then on, is told no more", async () => {
  const { db, tokens, uids, get, save } = await people();
  await save(tokens.owner, {
    steps: [
      { account_uid: uids.manager, minutes: 15 },
      { account_uid: uids.owner, minutes: 15 },
    ],
  });
  const manager = db.updateTable("project_member").set({ role: "read_only" }).where("role", "=", "managed");
  await manager.execute();
  expect((await get(tokens.owner)).body.steps).toMatchObject([{ is_reached: false }, { is_reached: true }]);
  await db.deleteFrom("project_member").where("role", "=", "read_only").execute();
  expect((await get(tokens.owner)).body.steps).toMatchObject([{ account_uid: uids.owner }]);
});
