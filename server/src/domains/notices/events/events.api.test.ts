// Events that people note beside those that gateways report.
import {
  acknowledgeEvents,
  addEvent,
  changeEvent,
  EVENT_LIMITS,
  listEvents,
  removeEvents,
  type Endpoint,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { noticesRoutes } from "../index.ts";

const CLEANING = {
  name: "Cleaning",
  detail: "East roof",
  category: "cleaning",
  start_date: "2026-02-03T02:00:00Z",
  end_date: "2026-02-03T05:00:00Z",
  event_time_type: "span",
  show_in_report: true,
};
const VISIT = {
  name: "Visit",
  category: "visit",
  start_date: "2026-02-04T02:00:00Z",
  event_time_type: "moment",
};

async function kit() {
  const { db, plant, token } = await projectsApi();
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db));
  const { project_uid } = plant;
  const call = (e: Endpoint, given: object, by = token) =>
    e.method === "GET" || e.method === "DELETE"
      ? api(e, { token: by, query: { project_uid, ...given } })
      : api(e, { token: by, body: { project_uid, ...given } });
  const add = async (contents: object) => (await call(addEvent, { contents })).body.event;
  const list = async (query: object = {}) => (await call(listEvents, query)).body;
  const names = async (query: object) => (await list(query)).items.map(({ name }: { name: string }) => name);
  /** The gateway reports an event of its device. */
  const reported = () =>
    sql`insert into gateway_event (project_id, gateway_id, device_id, at, code, severity, text)
      values (${plant.project_id}, ${plant.gateway_id}, ${plant.device_id}, '2026-02-03T09:00:00Z', 'door.open', 'warning', 'Cabinet 2')`.execute(
      db,
    );
  return { db, plant, token, call, add, list, names, reported };
}

test("events that people note and that gateways report stand in one list, found by words, category and day", async () => {
  const { add, list, names, reported } = await kit();
  expect(await add(CLEANING)).toMatchObject({
    ...CLEANING,
    start_date: "2026-02-03T02:00:00.000Z",
    end_date: "2026-02-03T05:00:00.000Z",
    author: "Lan Tran",
    gateway: null,
    severity: null,
    acknowledged: null,
  });
  await add(VISIT);
  await reported();
  const all = await list();
  expect(all.total_items).toBe(3);
  expect(all.items[1]).toMatchObject({
    name: "door.open",
    detail: "Cabinet 2",
    category: "gateway",
    event_time_type: "moment",
    end_date: null,
    severity: "warning",
    gateway: expect.any(String),
    author: null,
  });
  expect(await names({})).toEqual(["Visit", "door.open", "Cleaning"]);
  expect(await names({ order_type: "asc" })).toEqual(["Cleaning", "door.open", "Visit"]);
  expect(await names({ order_by: "name", order_type: "asc" })).toEqual(["Cleaning", "door.open", "Visit"]);
  expect(await names({ filter_by: "ROOF" })).toEqual(["Cleaning"]);
  expect(await names({ category: "gateway" })).toEqual(["door.open"]);
  expect(await names({ from_date: "2026-02-03", to_date: "2026-02-03" })).toEqual(["door.open", "Cleaning"]);
  expect(await names({ page: 2, page_size: 2 })).toEqual(["Cleaning"]);
});

test("an event is changed in what is named; made a moment it has no end", async () => {
  const { add, call } = await kit();
  const { event_id } = await add(CLEANING);
  const change = async (contents: object) => call(changeEvent, { event_id, contents });
  expect((await change({ name: "Washing" })).body.event).toMatchObject({
    name: "Washing",
    detail: "East roof",
    category: "cleaning",
    show_in_report: true,
    event_time_type: "span",
  });
  expect((await change({ event_time_type: "moment" })).body.event).toMatchObject({ end_date: null });
  const endless = await change({ event_time_type: "span" });
  expect([endless.status, endless.body.fields]).toEqual([
    400,
    { "body.contents.end_date": "A span needs its end" },
  ]);
});

test("acknowledged events say by whom and since when, of either kind; a second time changes nothing", async () => {
  const { add, call, list, reported, db, plant } = await kit();
  await add(VISIT);
  await reported();
  const ids = (await list()).items.map(({ event_id }: { event_id: string }) => event_id);
  expect((await call(acknowledgeEvents, { list_event_id: ids })).body.message).toBe(
    "The events have been acknowledged",
  );
  const first = (await list()).items.map(({ acknowledged }: { acknowledged: object }) => acknowledged);
  expect(first).toEqual([
    { at: expect.any(String), by: "Lan Tran" },
    { at: expect.any(String), by: "Lan Tran" },
  ]);
  const manager = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  expect((await call(acknowledgeEvents, { list_event_id: ids }, manager.token)).status).toBe(200);
  expect((await list()).items.map(({ acknowledged }: { acknowledged: object }) => acknowledged)).toEqual(
    first,
  );
});

test("what a gateway reported is not changed nor taken away; of several all go or none", async () => {
  const { add, call, list, reported } = await kit();
  await reported();
  const { event_id } = await add(VISIT);
  const ofGateway = (await list({ category: "gateway" })).items[0].event_id;
  for (const refused of [
    await call(changeEvent, { event_id: ofGateway, contents: { name: "Mine" } }),
    await call(removeEvents, { list_event_id: `${event_id},${ofGateway}` }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([404, "event.not_found"]);
  }
  expect((await list()).total_items).toBe(2);
  expect((await call(removeEvents, { list_event_id: event_id })).body.message).toBe(
    "The event has been removed",
  );
  expect((await list()).total_items).toBe(1);
});

test.each([
  [{ end_date: undefined }, "end_date", "A span needs its end"],
  [{ end_date: CLEANING.start_date }, "end_date", "Must be after start_date"],
  [{ end_date: "2028-01-01T00:00:00Z" }, "end_date", `An event lasts ${EVENT_LIMITS.days} days at most`],
  [{ event_time_type: "moment" }, "end_date", "A moment has no end"],
  [{ start_date: "1969-01-01T00:00:00Z" }, "start_date", "Must lie in 1970 to 2199"],
  [{ name: " " }, "name", "Must not be empty"],
])("an event with %j is refused by its field", async (wrong, field, words) => {
  const { call, list } = await kit();
  const told = await call(addEvent, { contents: { ...CLEANING, ...wrong } });
  expect([told.status, told.body.fields[`body.contents.${field}`]]).toEqual([400, words]);
  expect((await list()).total_items).toBe(0);
});

test("read-only members read events and change none; a stranger is told of no project; a project has only so many", async () => {
  const { db, plant, add, call } = await kit();
  const { event_id } = await add(VISIT);
  const { project_id } = plant;
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  expect((await call(listEvents, {}, viewer.token)).body.total_items).toBe(1);
  const changes: [Endpoint, object][] = [
    [addEvent, { contents: VISIT }],
    [changeEvent, { event_id, contents: { name: "Mine" } }],
    [removeEvents, { list_event_id: event_id }],
    [acknowledgeEvents, { list_event_id: [event_id] }],
  ];
  for (const [e, given] of changes) {
    expect((await call(e, given, viewer.token)).body.code).toBe("project.read_only");
    expect((await call(e, given, stranger.token)).body.code).toBe("project.not_found");
  }
  await sql`insert into noted_event (project_id, name, category, start_at)
    select ${project_id}::int4, 'n', 'other', now() from generate_series(2, ${EVENT_LIMITS.ofProject}::int4)`.execute(
    db,
  );
  expect((await call(addEvent, { contents: VISIT })).body.code).toBe("events.too_many");
});
