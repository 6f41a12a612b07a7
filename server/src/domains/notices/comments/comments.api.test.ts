// Comments from the call that writes them to the figures that stay as they were.
import {
  addComment,
  changeComment,
  COMMENT_LIMITS,
  COMPUTED_PARAMS,
  generateValue,
  kpiExplain,
  listComments,
  removeComments,
  statisticsTotal,
  type Endpoint,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { NOON } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { refreshKeyFigures } from "../../kpi/index.ts";
import { sql } from "kysely";
import { noticesRoutes } from "../index.ts";

const DAY = "2026-02-03";

async function kit() {
  const made = await vectorPlant();
  const { db, plant, token, api: figures } = made;
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db, { now: () => NOON }));
  const { project_uid } = plant;
  const call = (e: Endpoint, given: object, by = token) =>
    e.method === "GET" || e.method === "DELETE"
      ? api(e, { token: by, query: { project_uid, ...given } })
      : api(e, { token: by, body: { project_uid, ...given } });
  const list = async (query: object = {}) => (await call(listComments, query)).body;
  const add = async (contents: string, more: object = {}) =>
    (await call(addComment, { contents, ...more })).body.comment;
  return { ...made, figures, call, list, add };
}

/** Makes the figures of the day those of a free one, or of one on which an inverter stood still for two hours. */
async function figuresOf(made: Awaited<ReturnType<typeof kit>>, down: readonly number[] = []) {
  const { db, plant } = made;
  for (const table of ["energy_quarter", "energy_day", "project_kpi_day"]) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await vectorDay(made, DAY, { down });
  await knownUntil(db, made, "2026-02-04T00:00:00Z");
  await sql`insert into project_kpi_day (project_id, day) values (${plant.project_id}, ${DAY}::date)`.execute(
    db,
  );
  await refreshKeyFigures(db, NOON);
}

/** The kit with a day of known figures. */
async function dayKnown() {
  const made = await kit();
  await figuresOf(made);
  return made;
}

test("a comment is added at the present time or the one it names, changed in what is named, listed by its order and taken away", async () => {
  const { add, call, list } = await kit();
  const first = await add("Cleaned the east roof.\r\nTwo modules are cracked.");
  expect(first).toMatchObject({
    contents: "Cleaned the east roof.\nTwo modules are cracked.",
    comment_date: new Date(NOON).toISOString(),
    show_in_report: false,
    author: "Lan Tran",
    values: [],
  });
  const second = await add("Storm", { comment_date: "2026-01-20T05:00:00Z" });
  expect((await list()).items.map(({ contents }: { contents: string }) => contents)).toEqual([
    first.contents,
    "Storm",
  ]);
  const ids = async (query: object) =>
    (await list(query)).items.map(({ comment_id }: { comment_id: string }) => comment_id);
  expect(await ids({ order_type: "asc" })).toEqual([second.comment_id, first.comment_id]);
  expect(await ids({ filter_by: "CRACKED" })).toEqual([first.comment_id]);
  expect(await ids({ from_date: "2026-01-20", to_date: "2026-01-20" })).toEqual([second.comment_id]);
  expect(await ids({ page: 2, page_size: 1 })).toEqual([second.comment_id]);
  const changed = await call(changeComment, { comment_id: second.comment_id, show_in_report: true });
  expect(changed.body.comment).toMatchObject({
    contents: "Storm",
    comment_date: "2026-01-20T05:00:00.000Z",
    show_in_report: true,
  });
  const both = { list_comment_id: `${first.comment_id},${second.comment_id}` };
  expect((await call(removeComments, both)).body.message).toBe("The comments have been removed");
  expect(await list()).toMatchObject({ items: [], total_items: 0 });
});

test("of several comments to take away all go or none", async () => {
  const { add, call, list } = await kit();
  const { comment_id } = await add("Stays");
  const refused = await call(removeComments, { list_comment_id: `${comment_id},${randomUUID()}` });
  expect([refused.status, refused.body.code, (await list()).total_items]).toEqual([
    404,
    "comment.not_found",
    1,
  ]);
});

test("a figure of a comment is that of the statistics and of their explanation", async () => {
  const { call, figures, token, plant } = await dayKnown();
  const range = { project_uid: plant.project_uid, from_date: DAY, to_date: DAY };
  const totals = (await figures(statisticsTotal, { token, query: range })).body;
  const ratio = async (kpi: string) => {
    const { value } = (await figures(kpiExplain, { token, query: { ...range, kpi } })).body;
    return { value, unit: "%" };
  };
  const wanted: Record<string, object> = {
    inverter_production: totals.inverter_production,
    metter_production: totals.metter_production,
    co2_reduction: totals.co2_reduction,
    saving_cost: totals.cost_saving,
    insolation: totals.insolation,
    pr: await ratio("performance_ratio"),
    availability: await ratio("availability"),
  };
  for (const calc_param_name of COMPUTED_PARAMS) {
    const of = { calc_param_name, calc_type: "day", calc_time: DAY };
    expect((await call(generateValue, of)).body).toMatchObject({ ...of, ...wanted[calc_param_name] });
  }
  expect(totals.inverter_production.value).toBeGreaterThan(400);
  expect((await ratio("performance_ratio")).value).toBeGreaterThan(70);
  // The month goes on: it is counted up to now, and holds nothing but this day.
  const month = await call(generateValue, {
    calc_param_name: "inverter_production",
    calc_type: "month",
    calc_time: "2026-02",
  });
  expect(month.body.value).toBe(totals.inverter_production.value);
  const future = { calc_param_name: "pr", calc_type: "year", calc_time: "2031" };
  expect((await call(generateValue, future)).body).toMatchObject({ value: null, unit: "%" });
});

test("a figure stays as it was when the comment was written, until its place in the text is written anew", async () => {
  const made = await dayKnown();
  const { add, call } = made;
  const chip = `{{inverter_production|day|${DAY}}}`;
  const { comment_id, values } = await add(`Made ${chip}, ${chip} in all`);
  expect(values).toHaveLength(1);
  // Late data: the day's figures are others now.
  await figuresOf(made, [5, 6]);
  const asked = { calc_param_name: "inverter_production", calc_type: "day", calc_time: DAY };
  expect((await call(generateValue, asked)).body.value).toBeLessThan(values[0].value);
  const kept = (await call(changeComment, { comment_id, contents: `Only ${chip}` })).body.comment;
  expect(kept.values).toEqual(values);
  const anew = (await call(changeComment, { comment_id, contents: "Without" })).body.comment;
  expect(anew.values).toEqual([]);
  const again = (await call(changeComment, { comment_id, contents: `Again ${chip}` })).body.comment;
  expect(again.values[0].value).toBeLessThan(values[0].value);
});

test("what names no figure, is empty, too long or has too many figures is refused by its field", async () => {
  const { call, list } = await kit();
  const many = Array.from({ length: COMMENT_LIMITS.values + 1 }, (_, n) => `{{pr|year|${2000 + n}}}`).join(
    " ",
  );
  for (const [contents, words] of [
    ["", "Must not be empty"],
    ["x".repeat(COMMENT_LIMITS.contents + 1), "Too big"],
    ["{{mood|day|2026-02-03}}", "{{mood|day|2026-02-03}} names no figure"],
    [many, `At most ${COMMENT_LIMITS.values} figures`],
  ] as const) {
    const told = await call(addComment, { contents });
    expect([told.status, told.body.fields["body.contents"]]).toEqual([400, expect.stringContaining(words)]);
  }
  const time = await call(generateValue, {
    calc_param_name: "pr",
    calc_type: "month",
    calc_time: "2026-02-03",
  });
  expect([time.status, Object.keys(time.body.fields)]).toEqual([400, ["query.calc_time"]]);
  expect((await list()).total_items).toBe(0);
});

test("read-only members read comments and change none; a stranger is told of no project; a project has only so many", async () => {
  const { db, plant, add, call } = await kit();
  const { comment_id } = await add("Seen");
  const { project_id } = plant;
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  expect((await call(listComments, {}, viewer.token)).body.total_items).toBe(1);
  const changes: [Endpoint, object][] = [
    [addComment, { contents: "Mine" }],
    [changeComment, { comment_id, contents: "Mine" }],
    [removeComments, { list_comment_id: comment_id }],
  ];
  for (const [e, given] of changes) {
    expect((await call(e, given, viewer.token)).body.code).toBe("project.read_only");
    expect((await call(e, given, stranger.token)).body.code).toBe("project.not_found");
  }
  await sql`insert into project_comment (project_id, contents, comment_at)
    select ${project_id}::int4, 'n', now() from generate_series(2, ${COMMENT_LIMITS.ofProject}::int4)`.execute(
    db,
  );
  expect((await call(addComment, { contents: "One more" })).body.code).toBe("comments.too_many");
});
