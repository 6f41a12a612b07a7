// Planned outages from the call that records them to the availability that leaves them out and the explanation that says so.
import {
  addPlannedOutage,
  kpiExplain,
  listPlannedOutages,
  OUTAGE_LIMITS,
  projectAvailability,
  removePlannedOutage,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { NOON } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { refreshKeyFigures } from "../../kpi/index.ts";

const DAY = "2026-02-03";
/** The plant's hours of sun begin at six; B is down in its hours 5 and 6. */
const DOWN = {
  from_at: "2026-02-03T04:00:00Z",
  to_at: "2026-02-03T06:00:00Z",
  reason: "Transformer service",
};

/** The plant on a day on which B stood still for two hours, and its availability as the calls tell it. */
async function stoodStill() {
  const made = await vectorPlant();
  const { db, api, token, plant } = made;
  await vectorDay(made, DAY, { down: [5, 6] });
  await knownUntil(db, made, "2026-02-04T00:00:00Z");
  await sql`
    insert into project_kpi_day (project_id, day) values (${plant.project_id}, ${DAY}::date) on conflict do nothing`.execute(
    db,
  );
  await refreshKeyFigures(db, NOON);
  const { project_uid } = plant;
  const add = async (body: object) =>
    api(addPlannedOutage, { token, body: { project_uid, ...DOWN, ...body } });
  const availability = async () => {
    const { body } = await api(projectAvailability, { token, query: { project_uid, date: DAY } });
    return { ...body.data[0], total: body.total.project_availability };
  };
  const explain = async (kpi = "availability") => {
    const query = { project_uid, kpi, from_date: DAY, to_date: DAY };
    return (await api(kpiExplain, { token, query })).body;
  };
  const list = async () => (await api(listPlannedOutages, { token, query: { project_uid } })).body.items;
  return { ...made, project_uid, add, availability, explain, list };
}

test("availability leaves a planned outage out of both sums, at once and once the day is computed again", async () => {
  const { db, add, availability } = await stoodStill();
  const before = await availability();
  expect(before.project_availability).toBeLessThan(100);
  expect(before.planned_outage).toBe(0);
  expect((await add({})).status).toBe(200);
  for (const recomputed of [false, true]) {
    if (recomputed) expect(await refreshKeyFigures(db, NOON)).toBe(1);
    const after = await availability();
    expect(after).toMatchObject({ project_availability: 100, total: 100, planned_outage: 3 * 8 });
    expect(after.project_variants).toMatchObject({ strict: 100, reported: 100 });
    expect(after.rated).toBe(before.rated - 8);
  }
});

test("the explanation names what was left out with its reason, and how many quarter hours that was", async () => {
  const { add, explain, plant, project_uid } = await stoodStill();
  await add({});
  await add({ from_at: "2026-01-01T00:00:00Z", to_at: "2026-01-02T00:00:00Z", reason: "Another day" });
  const told = await explain();
  expect(told.planned_outages).toEqual([
    {
      from_at: "2026-02-03T04:00:00.000Z",
      to_at: "2026-02-03T06:00:00.000Z",
      reason: "Transformer service",
      gateway: null,
    },
  ]);
  expect(told.quarter_hours.left_out.planned_outage).toBe(3 * 8);
  expect(told.days[0].left_out.planned_outage).toBe(3 * 8);
  expect((await explain("performance_ratio")).planned_outages).toEqual([]);
  expect([plant.project_uid, told.value]).toEqual([project_uid, 100]);
});

test("an outage taken back counts again, and one of another gateway leaves this one's hours in", async () => {
  const { db, api, token, plant, project_uid, add, availability, list } = await stoodStill();
  const before = await availability();
  const { gateway_id: other } = await db
    .insertInto("gateway")
    .values({
      project_id: plant.project_id,
      serial: "GW-OTHER",
      credential_hash: "none",
      interval_s: 300,
      name: "East",
    })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const { gateway_uid } = await db
    .selectFrom("gateway")
    .select("gateway_uid")
    .where("gateway_id", "=", other)
    .executeTakeFirstOrThrow();
  expect((await add({ gateway_uid })).status).toBe(200);
  expect((await availability()).project_availability).toBeCloseTo(before.project_availability, 9);
  const { outage_uid } = (await add({ gateway_uid: plant.gateway_uid })).body;
  expect((await availability()).project_availability).toBe(100);
  expect(
    (await list()).map((item: { gateway_uid: string; gateway: string }) => [item.gateway_uid, item.gateway]),
  ).toEqual([
    [plant.gateway_uid, expect.any(String)],
    [gateway_uid, "East"],
  ]);
  const query = { project_uid, outage_uid };
  expect((await api(removePlannedOutage, { token, query })).status).toBe(200);
  expect((await availability()).project_availability).toBeCloseTo(before.project_availability, 9);
  const again = await api(removePlannedOutage, { token, query });
  expect([again.status, again.body.code]).toEqual([404, "outage.not_found"]);
});

test("a quarter hour is left out when its middle lies in the outage; one that is not rated is not counted", async () => {
  const { add, availability } = await stoodStill();
  await add({ from_at: "2026-02-03T04:07:00Z", to_at: "2026-02-03T04:38:00Z" });
  // 11:00 to 11:15 by its middle, and the next; the middle of the third is half past and 7.5 minutes.
  expect((await availability()).planned_outage).toBe(3 * 3);
  await add({ from_at: "2026-02-02T18:00:00Z", to_at: "2026-02-02T20:00:00Z" });
  expect((await availability()).planned_outage).toBe(3 * 3);
});

test("an outage that makes no sense is refused by the name of the field, and a project has only so many", async () => {
  const { db, api, plant, add, list } = await stoodStill();
  const rows = [
    [{ to_at: DOWN.from_at }, "body.to_at"],
    [{ to_at: "2027-03-01T00:00:00Z" }, "body.to_at"],
    [{ from_at: "yesterday" }, "body.from_at"],
    [{ reason: " " }, "body.reason"],
    [{ reason: "x".repeat(201) }, "body.reason"],
  ] as const;
  for (const [body, field] of rows) {
    const told = await add(body);
    expect([told.status, Object.keys(told.body.fields ?? {})]).toEqual([400, [field]]);
  }
  expect(await list()).toEqual([]);
  await sql`
    insert into planned_outage (project_id, from_at, to_at, reason)
    select ${plant.project_id}::int4, now(), now() + interval '1 hour', 'n' from generate_series(1, ${OUTAGE_LIMITS.ofProject}::int4)`.execute(
    db,
  );
  expect((await add({})).body.code).toBe("outages.too_many");
  const stranger = await accountOn(db, null);
  const foreign = await api(addPlannedOutage, {
    token: stranger.token,
    body: { project_uid: plant.project_uid, ...DOWN },
  });
  expect([foreign.status, foreign.body.code]).toEqual([404, "project.not_found"]);
});
