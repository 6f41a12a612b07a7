import { assignAlarms, moveAlarms, openAlarmTicket, resolveAlarms, snoozeAlarms } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { openTicketIn } from "../../support/index.ts";
import { noteSteps } from "./alarm-cases.sql.ts";
import { acting, changeAll, noAlarm, type Deed, type DeskRules } from "./chosen-alarms.sql.ts";
import { changeCases, workerOf } from "./desk-writes.sql.ts";
import { snoozeEnd } from "./snooze.ts";

/** Serves what people who may change a project do to its alarms. `now` gives ms since 1970. */
export function alarmActionRoutes(serve: Serve, db: Db, desk: DeskRules): void {
  serve(moveAlarms, ({ body, session, origin }) =>
    acting(db, { ...desk, session, those: body, closedToo: body.action === "reopen" }, async (tx, chosen) => {
      const { change, ...done } = MOVES[body.action](session.account_id, new Date(desk.now()));
      await changeAll(tx, { session, origin, at: new Date(desk.now()) }, chosen, { change, ...done });
      return { message: done.message };
    }),
  );

  serve(assignAlarms, ({ body, session, origin }) =>
    acting(db, { ...desk, session, those: body }, async (tx, chosen) => {
      const projects = chosen.cases.map(({ project_id }) => project_id);
      const worker = await workerOf(tx, projects, body.account_uid);
      if (worker === undefined) {
        throw new Problem(400, "alarm.no_member", "Nobody who may change all of these projects", {
          "body.account_uid": "Must be somebody who may change all of these projects",
        });
      }
      const { account_id, display_name } = worker;
      await changeAll(tx, { session, origin, at: new Date(desk.now()) }, chosen, {
        action: "assigned",
        change: { account_id, held_since: new Date(desk.now()) },
        more: { to_id: account_id },
        after: { holder: display_name },
      });
      return { message: "The alarm has been assigned" };
    }),
  );
  serveSnooze(serve, db, desk);
  serveResolve(serve, db, desk);
  serveTicket(serve, db, desk);
}

function serveSnooze(serve: Serve, db: Db, desk: DeskRules): void {
  serve(snoozeAlarms, ({ body, session, origin }) =>
    acting(db, { ...desk, session, those: body }, async (tx, { cases, accesses }) => {
      for (const [project_id, own] of Map.groupBy(cases, (one) => one.project_id)) {
        const { timezone = "UTC" } = accesses.find((access) => access.project_id === project_id) ?? {};
        const end = snoozeEnd(body.until, timezone, desk.now());
        if (end === null) {
          throw new Problem(400, "alarm.snooze", "Must be a day from tomorrow on, 90 days ahead at most", {
            "body.until": "Must be a day from tomorrow on, 90 days ahead at most",
          });
        }
        const until = new Date(end);
        await changeAll(
          tx,
          { session, origin, at: new Date(desk.now()) },
          { cases: own, accesses },
          {
            action: "snoozed",
            change: { snoozed_until: until },
            more: { until },
            after: { until: until.toISOString() },
          },
        );
      }
      return { message: "The alarm has been put aside" };
    }),
  );
}

function serveResolve(serve: Serve, db: Db, desk: DeskRules): void {
  serve(resolveAlarms, ({ body: { cause, note, ...those }, session, origin }) =>
    acting(db, { ...desk, session, those }, async (tx, chosen) => {
      const now = new Date(desk.now());
      await changeAll(tx, { session, origin, at: new Date(desk.now()) }, chosen, {
        action: "resolved",
        change: {
          resolved_at: now,
          resolved_by: session.account_id,
          resolved_cause: cause,
          resolved_note: note,
          snoozed_until: null,
          closed_at: now,
        },
        more: { cause, note },
        after: { cause, note },
      });
      return { message: "The alarm has been resolved" };
    }),
  );
}

function serveTicket(serve: Serve, db: Db, desk: DeskRules): void {
  serve(openAlarmTicket, ({ body: { alarm_uid, ...ticket }, session, origin }) =>
    acting(
      db,
      { ...desk, session, those: { list_alarm_uid: [alarm_uid], with_region: false }, closedToo: true },
      async (tx, chosen) => {
        const [access] = chosen.accesses;
        if (access === undefined) throw noAlarm();
        const opened = await openTicketIn(tx, { session, origin, access }, ticket);
        await changeCases(tx, chosen.cases, opened);
        await noteSteps(tx, chosen.cases, {
          at: new Date(desk.now()),
          action: "ticket",
          account_id: session.account_id,
          note: ticket.subject,
        });
        return opened;
      },
    ),
  );
}

const MOVES = {
  take: (account_id: number, now: Date) => ({
    action: "taken",
    change: { account_id, held_since: now },
    message: "The alarm is yours",
  }),
  give_back: () => ({
    action: "given_back",
    change: { account_id: null, held_since: null },
    message: "The alarm waits for somebody again",
  }),
  wake: () => ({ action: "woken", change: { snoozed_until: null }, message: "The alarm is back" }),
  reopen: () => ({
    action: "reopened",
    change: {
      resolved_at: null,
      resolved_by: null,
      resolved_cause: null,
      resolved_note: null,
      closed_at: null,
    },
    message: "The alarm is open again",
  }),
} as const satisfies Record<string, (account_id: number, now: Date) => Deed & { message: string }>;
