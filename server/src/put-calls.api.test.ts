// PUT changes what is named and nothing else, over every such call that the contract states: one that is added fails here until
// the table below says how its thing is read.
import { addReport, api, appConfig, type Endpoint } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { apiOf } from "../testing/api-kit.ts";
import { freshStore } from "../testing/file-kit.ts";
import { tokenFor } from "../testing/fleet-kit.ts";
import { idleSchedule } from "../testing/control/schedule-kit.ts";
import { isCertificateCall } from "../testing/calls/call-kit.ts";
import { THINGS } from "../testing/calls/put-things.ts";
import { savedView } from "../testing/channels/channel-things.ts";
import type { Body, Thing } from "../testing/calls/thing.ts";
import { freshDb, scene } from "../testing/test-kit.ts";
import { controlRoutes } from "./domains/control/index.ts";
import { fleetRoutes } from "./domains/fleet/index.ts";
import { identityRoutes } from "./domains/identity/index.ts";
import { kpiRoutes } from "./domains/kpi/index.ts";
import { noticesRoutes, webhookRoutes } from "./domains/notices/index.ts";
import { reportsRoutes } from "./domains/reports/index.ts";
import type { Db } from "./platform/db.ts";

/** When something was changed, and by whom, is no field of it; nor is when a schedule runs next. */
const OF_THE_CHANGE = new Set([
  "digest_since",
  "changed_at",
  "changed_by",
  "search_text",
  "revision",
  "rank",
  "handled_until",
  "next_run_at",
  "next_day",
  "saved_at",
]);
/** Those of the certificate workspace expect a version, which each change raises: tests of parties show the same of them. */
const puts = api.filter((e) => e.method === "PUT" && !isCertificateCall(e));

const thingOf = (e: Endpoint): Thing => {
  const thing = THINGS[e.name];
  if (thing === undefined) throw new RangeError(`${e.name}: say in THINGS how what it changes is read`);
  return thing;
};
const fieldsOf = (e: Endpoint, within: string | undefined): string[] => {
  if (!(e.body instanceof z.ZodObject)) throw new RangeError(`${e.name}: its body is no object`);
  const holder: unknown = within === undefined ? e.body : e.body.shape[within];
  if (!(holder instanceof z.ZodObject)) throw new RangeError(`${e.name}: ${within ?? ""} is no object`);
  return Object.keys(holder.shape);
};
/** The fields where the call has them. */
const placed = ({ within }: Thing, fields: Body): Body =>
  within === undefined ? fields : { [within]: fields };

async function scenery() {
  const db = await freshDb();
  const { store } = await freshStore();
  const asked = await apiOf(db, (serve) => {
    identityRoutes(serve, db, appConfig.parse({}));
    fleetRoutes(serve, db);
    kpiRoutes(serve, db);
    controlRoutes(serve, db);
    noticesRoutes(serve, db);
    webhookRoutes(serve, db, { allow: [], product: "Heliograph" });
    reportsRoutes(serve, db, store);
  });
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const { project_uid, device_uid } = plant;
  const schedule_id = await idleSchedule(db, plant);
  const { project_id } = plant;
  const { comment_uid: comment_id } = await db
    .insertInto("project_comment")
    .values({ project_id, contents: "New", comment_at: new Date() })
    .returning("comment_uid")
    .executeTakeFirstOrThrow();
  const { event_uid: event_id } = await db
    .insertInto("noted_event")
    .values({ project_id, name: "New", category: "other", start_at: new Date() })
    .returning("event_uid")
    .executeTakeFirstOrThrow();
  const { webhook_uid } = await db
    .insertInto("webhook")
    .values({
      account_id: plant.account_id,
      name: "New",
      url: "https://8.8.8.8/",
      events: ["alarm.opened"],
      sealed_secret: "",
    })
    .returning("webhook_uid")
    .executeTakeFirstOrThrow();
  const alarm_view_uid = await savedView(db, plant);
  const { first: ofReport } = THINGS["changeReport"] ?? { first: {} };
  const { report_uid } = (
    await asked(addReport, { token, body: { ...ofReport, project_uid_list: [project_uid] } })
  ).body.report;
  const named: Body = {
    webhook_uid,
    alarm_view_uid,
    report_uid,
    project_uid_list: [project_uid],
    project_uid,
    device_uid,
    valid_from: "2025-01-01",
    schedule_id,
    comment_id,
    event_id,
    kind: "device_silent",
    subject: "",
  };
  return { db, ask: asked, token, named, query: { schedule_id } };
}

const pick = (body: Body, keys: readonly string[]): Body =>
  Object.fromEntries(keys.filter((key) => key in body).map((key) => [key, body[key]]));

/** The rows of the table as text by column, without what tells of the change itself. */
async function rowsOf(db: Db, table: string): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
  return rows.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !OF_THE_CHANGE.has(column))
        .map(([column, value]) => [column, JSON.stringify(value)]),
    ),
  );
}

const put = async (at: Awaited<ReturnType<typeof scenery>>, e: Endpoint, body: Body) => {
  const query = e.query instanceof z.ZodObject ? { query: at.query } : {};
  const told = await at.ask(e, { token: at.token, body, ...query });
  return { status: told.status, fields: Object.keys(told.body.fields ?? {}) };
};

test.each(puts.map((e) => [e.name, e] as const))(
  "%s refuses a field that it does not have, by the field's name, and changes nothing",
  async (_, e) => {
    const at = await scenery();
    const thing = thingOf(e);
    const { names, first, table } = thing;
    const before = await rowsOf(at.db, table);
    const told = await put(at, e, { ...pick(at.named, names), ...placed(thing, first), surprise: 1 });
    expect(told).toEqual({ status: 400, fields: ["body.surprise"] });
    expect(await rowsOf(at.db, table)).toEqual(before);
  },
);

test.each(puts.map((e) => [e.name, e] as const))(
  "%s changes the fields that it names, each by itself, and leaves all others as they are",
  async (_, e) => {
    const at = await scenery();
    const thing = thingOf(e);
    const { names, together = [], always = [], first, second, table, columns = {} } = thing;
    const fields = fieldsOf(e, thing.within).filter((field) => !names.includes(field));
    expect(Object.keys(first).toSorted()).toEqual(fields.toSorted());
    expect(Object.keys(second).toSorted()).toEqual(fields.toSorted());
    const name = pick(at.named, names);
    const steps = new Map(
      fields.map((field) => {
        const step = together.find((some) => some.includes(field)) ?? [field];
        return [step.join(), step];
      }),
    );
    for (const step of steps.values()) {
      expect((await put(at, e, { ...name, ...placed(thing, first) })).status).toBe(200);
      const [before = {}] = await rowsOf(at.db, table);
      const only = { ...name, ...placed(thing, { ...pick(first, always), ...pick(second, step) }) };
      expect([step, await put(at, e, only)]).toEqual([step, { status: 200, fields: [] }]);
      const [after = {}] = await rowsOf(at.db, table);
      const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
      expect([e.name, changed.toSorted()]).toEqual([
        e.name,
        [...new Set(step.flatMap((field) => columns[field] ?? field))].toSorted(),
      ]);
    }
  },
);
