import { randomUUID } from "node:crypto";
import { drillNze, NZE_RULE_AT_FIRST, setNzeDrills, setNzeRule } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { orderCommands } from "../commands/order.sql.ts";
import { note, oneMetered } from "./nze-access.sql.ts";
import { nextDrillMs } from "./nze-drill.ts";
import { askDrill } from "./nze-drills.jobs.ts";
import { drillGateway, newestDrills, ruleOf, setWeeklyDrill } from "./nze-drills.sql.ts";
import { insertRule } from "./zero-export.sql.ts";

/** A rule waits so long for a gateway that is away, s. */
const RULE_EXPIRES_S = 86_400;

/** Serves what was agreed with the utility for a gateway. */
export function ruleRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(setNzeRule, ({ query, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const gateway = await oneMetered(tx, session, query.gateway_uid);
      const { gateway_id, project_id, gateway_uid: subject } = gateway;
      const before = (await ruleOf(tx, gateway_id))?.rule ?? null;
      await insertRule(tx, gateway, body, { since: new Date(now()), account_id: session.account_id });
      const [command] = await orderCommands(tx, randomUUID(), [
        {
          project_id,
          gateway_id,
          device: null,
          command: { name: "nze_parameters", ...body },
          cause: "person",
          account_id: session.account_id,
          expires_in_s: RULE_EXPIRES_S,
          reversion: null,
        },
      ]);
      const entry = { project_id, subject, action: "gateway.nze_rule_set" };
      await note(
        tx,
        { session, origin },
        { ...entry, before: { ...(before ?? NZE_RULE_AT_FIRST) }, after: { ...body } },
      );
      return { message: "The rule has been saved", command_uid: command?.command_uid ?? null };
    }),
  );
}

/** Serves the drills of gateways: the weekly one, and one now. */
export function drillRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(setNzeDrills, ({ query, body: { weekly }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const gateway = await oneMetered(tx, session, query.gateway_uid);
      const { gateway_id, project_id, gateway_uid: subject, timezone } = gateway;
      const before = await tx
        .selectFrom("nze_weekly_drill")
        .select("due_at")
        .where("gateway_id", "=", gateway_id)
        .executeTakeFirst();
      const dueMs = weekly ? (before?.due_at.getTime() ?? nextDrillMs(timezone, now())) : null;
      await setWeeklyDrill(tx, gateway, dueMs);
      const values = { before: { weekly: before !== undefined }, after: { weekly } };
      await note(
        tx,
        { session, origin },
        { project_id, subject, action: "gateway.nze_drills_set", ...values },
      );
      return {
        message: "The weekly drill has been saved",
        weekly_drill_at: dueMs === null ? null : new Date(dueMs).toISOString(),
      };
    }),
  );

  serve(drillNze, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const gateway = await oneMetered(tx, session, body.gateway_uid);
      const { gateway_id, project_id, gateway_uid: subject } = gateway;
      const at = await drillGateway(tx, gateway_id, now());
      if (at.is_drilling) throw new Problem(409, "nze.drilling", "A drill is going on already");
      const asked = await askDrill(tx, at, {
        asked_by: "person",
        account_id: session.account_id,
        nowMs: now(),
      });
      const detail = { command_uid: asked.command_uid, reason: asked.reason };
      await note(tx, { session, origin }, { project_id, subject, action: "gateway.nze_drilled", detail });
      const drill = (await newestDrills(tx, [gateway_id])).get(gateway_id);
      if (drill === undefined) throw new RangeError("a drill that was kept is there");
      const message = asked.command_uid === null ? "The drill was skipped" : "Command sent successfully";
      return { message, drill };
    }),
  );
}
