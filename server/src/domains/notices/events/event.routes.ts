import {
  acknowledgeEvents,
  addEvent,
  changeEvent,
  EVENT_LIMITS,
  eventFaults,
  listEvents,
  removeEvents,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Origin, Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, lockProject, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import {
  acknowledge,
  deleteEvents,
  eventOf,
  eventsAmong,
  eventsOf,
  insertEvent,
  lockNoted,
  notedCount,
  updateEvent,
  type NotedEvent,
} from "./event.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves events of projects: who may look reads them, who may change notes, changes, takes away and acknowledges them. */
export function eventRoutes(serve: Serve, db: Db): void {
  serve(listEvents, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      timezone: access.timezone,
      ...(await eventsOf(tx, access, query)),
    })),
  );
  serveWriting(serve, db);
  serve(removeEvents, ({ query: { project_uid, list_event_id }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const uids = [...new Set(list_event_id)];
      const gone = await deleteEvents(tx, access, uids);
      if (gone.length < uids.length) throw notFound();
      for (const { event_uid, name } of gone) {
        await note(tx, { session, origin, access }, { action: "event.removed", event_uid, before: { name } });
      }
      return { message: gone.length === 1 ? "The event has been removed" : "The events have been removed" };
    }),
  );
  serve(acknowledgeEvents, ({ body: { project_uid, list_event_id }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const uids = [...new Set(list_event_id)];
      if ((await eventsAmong(tx, access, uids)).length < uids.length) throw notFound();
      await acknowledge(tx, access, session.account_id, uids);
      for (const event_uid of uids) {
        await note(tx, { session, origin, access }, { action: "event.acknowledged", event_uid });
      }
      return {
        message: uids.length === 1 ? "The event has been acknowledged" : "The events have been acknowledged",
      };
    }),
  );
}

function serveWriting(serve: Serve, db: Db): void {
  serve(addEvent, ({ body: { project_uid, contents }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      if ((await notedCount(tx, access)) >= EVENT_LIMITS.ofProject) {
        throw new Problem(
          400,
          "events.too_many",
          `A project has ${EVENT_LIMITS.ofProject} noted events at most`,
        );
      }
      const { event_time_type: _, ...event } = contents;
      const event_uid = await insertEvent(tx, access, session.account_id, event);
      await note(tx, { session, origin, access }, { action: "event.added", event_uid, after: { ...event } });
      return { message: "The event has been added", event: await shownEvent(tx, access, event_uid) };
    }),
  );
  serve(changeEvent, ({ body: { project_uid, event_id, contents }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const before = await lockNoted(tx, access, event_id);
      if (before === undefined) throw notFound();
      const { event_time_type = before.end_date === null ? "moment" : "span", ...change } = given(contents);
      const after: NotedEvent = {
        ...before,
        ...change,
        // What becomes a moment loses its end, unless one was named: that is refused.
        ...(event_time_type === "moment" && change.end_date === undefined ? { end_date: null } : {}),
      };
      const faults = eventFaults({ ...after, event_time_type });
      if (faults.length > 0) {
        throw new Problem(
          400,
          "request.invalid",
          "The request is not valid",
          Object.fromEntries(faults.map(({ path, error }) => [`body.contents.${path}`, error])),
        );
      }
      await updateEvent(tx, access, event_id, after);
      const of = { action: "event.changed", event_uid: event_id };
      await note(tx, { session, origin, access }, { ...of, before: { ...before }, after: { ...after } });
      return { message: "The event has been changed", event: await shownEvent(tx, access, event_id) };
    }),
  );
}

async function shownEvent(tx: Tx, access: ProjectAccess, event_uid: string) {
  const event = await eventOf(tx, access, event_uid);
  if (event === undefined) throw notFound();
  return event;
}

const notFound = () => new Problem(404, "event.not_found", "No such event");

function note(
  tx: Tx,
  { session, origin, access }: { session: Session; origin: Origin; access: ProjectAccess },
  { event_uid: subject, ...entry }: { action: string; event_uid: string; before?: Values; after?: Values },
): Promise<void> {
  const { address } = origin;
  return audit(tx, { ...session, address, project_id: access.project_id, subject, ...entry });
}

type Values = Readonly<Record<string, string | boolean | null>>;
