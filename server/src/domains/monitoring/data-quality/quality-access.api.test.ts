import { dataQuality, qualityMarks } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { ledgerNote, qualityPlant } from "../../../../testing/quality-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

test("marks name the newest day of each device with something noted, of one's own projects alone", async () => {
  const { db, api, plant, token, query } = await qualityPlant({ silent: [9, 10, 11, 12] });
  const { project_id, device_id } = plant;
  await db
    .insertInto("ledger_event")
    .values({ project_id, device_id, ...ledgerNote("production", "2026-02-01T10:00:00+07:00", "reset", {}) })
    .execute();
  const { from_date, to_date } = query;
  const asked = (project_uids: string[]) =>
    api(qualityMarks, { token, body: { project_uids, from_date, to_date } });
  const { body } = await asked([plant.project_uid]);
  expect(body.marks).toEqual([
    {
      project_uid: plant.project_uid,
      device_uid: plant.device_uid,
      day: "2026-02-02",
      kind: "gap",
      days: 2,
    },
  ]);
  const foreign = await scene(db);
  expect((await asked([plant.project_uid, foreign.project_uid])).status).toBe(404);
});

test("who may only look sees it all, a stranger gets 404, no one else anything, and long or crossed days are refused", async () => {
  const { db, api, plant, query } = await qualityPlant();
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  expect((await api(dataQuality, { token: viewer.token, query })).status).toBe(200);
  const stranger = await accountOn(db, null);
  expect((await api(dataQuality, { token: stranger.token, query })).status).toBe(404);
  expect((await api(dataQuality, { query })).status).toBe(403);
  for (const wrong of [{ from_date: "2024-01-01" }, { from_date: "2026-02-05" }, { to_date: "yesterday" }]) {
    const { status, body } = await api(dataQuality, { token: viewer.token, query: { ...query, ...wrong } });
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual(["query.to_date"]);
  }
});
