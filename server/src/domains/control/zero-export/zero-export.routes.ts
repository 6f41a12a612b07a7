import { randomUUID } from "node:crypto";
import {
  clearControlNzeLogs,
  controlNzeClient,
  controlNzeLogs,
  NZE_COOLDOWN_S,
  NZE_RULE_AT_FIRST,
  nzeAllowedAtMs,
  turnNze,
  zeroExportGateways,
  type Answer,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve, SessionRequest } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { inProject, projectOfGateway } from "../../fleet/index.ts";
import { orderCommands, type CommandOrder } from "../commands/order.sql.ts";
import { changeable, mustBeMetered, note } from "./nze-access.sql.ts";
import { expiryS } from "./nze-drills.jobs.ts";
import { ruleOf } from "./nze-drills.sql.ts";
import { drillRoutes, ruleRoutes } from "./nze-rules.routes.ts";
import { clearLogs, nzeLog, zeroExportOf, type NzeGateway } from "./zero-export.sql.ts";

/** Without word of the portal for so long, a gateway that was let export goes back to the limited side, s. */
const REVERT_AFTER_S = 900;
/** Serves zero export of gateways. `now` gives ms since 1970. */
export function zeroExportRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(zeroExportGateways, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      timezone: access.timezone,
      gateways: await zeroExportOf(tx, access, now()),
    })),
  );

  serve(controlNzeLogs, async ({ query: { gateway_uid, page, items_page: size }, session }) => {
    const project = await projectOfGateway(db, gateway_uid);
    return inProject(db, session, project, { to: "look", noun: "gateway" }, (tx, access) =>
      nzeLog(tx, access, { gateway_uid, page, size }),
    );
  });

  serve(turnNze, (request) => change(db, request, now()));
  serve(controlNzeClient, (request) => change(db, request, now()));

  serve(clearControlNzeLogs, ({ query, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const gateways = await changeable(tx, session, query.gateway_uid);
      await clearLogs(
        tx,
        gateways.map(({ gateway_id }) => gateway_id),
        new Date(now()),
      );
      for (const { gateway_uid: subject, project_id } of gateways) {
        await note(tx, { session, origin }, { project_id, subject, action: "gateway.nze_log_cleared" });
      }
      return { message: "Clear control nze log successfully" };
    }),
  );

  ruleRoutes(serve, db, now);
  drillRoutes(serve, db, now);
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Refuses a gateway that was told within the last 3 minutes, with the instant at which it can be told again. */
function mustBeAllowed({ told_ms }: NzeGateway, at: { index: number; nowMs: number }): void {
  const allowedMs = nzeAllowedAtMs(told_ms, at.nowMs);
  if (allowedMs === null) return;
  const seconds = Math.ceil((allowedMs - at.nowMs) / 1000);
  const fields = { [`body.${at.index}.gateway_uid`]: new Date(allowedMs).toISOString() };
  throw new Problem(409, "nze.cooldown", `Available again in ${clock(seconds)}`, fields, seconds);
}

/** Tells the gateways to switch zero export, all or none. Off goes back to the limited side when the portal falls silent. */
function change(
  db: Db,
  { body, session, origin }: SessionRequest<typeof turnNze>,
  nowMs: number,
): Promise<Answer<typeof turnNze>> {
  return db.transaction().execute(async (tx) => {
    const gateways = await changeable(
      tx,
      session,
      body.map(({ gateway_uid }) => gateway_uid),
    );
    for (const [index, gateway] of gateways.entries()) {
      mustBeMetered(gateway);
      mustBeAllowed(gateway, { index, nowMs });
    }
    const orders: CommandOrder[] = [];
    for (const [index, { project_id, gateway_id, interval_s }] of gateways.entries()) {
      const on = body[index]?.status ?? true;
      const { export_limit_w } = (await ruleOf(tx, gateway_id))?.rule ?? NZE_RULE_AT_FIRST;
      orders.push({
        project_id,
        gateway_id,
        device: null,
        command: { name: "zero_export", on, export_limit_w },
        cause: "person",
        account_id: session.account_id,
        expires_in_s: expiryS(interval_s),
        reversion: on ? null : { after_s: REVERT_AFTER_S, to: "limited" },
      });
    }
    const given = await orderCommands(tx, randomUUID(), orders);
    const nze_allowed_at = new Date(nowMs + NZE_COOLDOWN_S * 1000).toISOString();
    const commands: Answer<typeof turnNze>["commands"] = [];
    for (const [index, { gateway_uid, project_id, nze_status }] of gateways.entries()) {
      const command_uid = given[index]?.command_uid ?? "";
      const after = { zero_export: body[index]?.status ?? true };
      const values = { before: { zero_export: nze_status }, after, detail: { command_uid } };
      const entry = { project_id, subject: gateway_uid, action: "gateway.nze_turned" };
      await note(tx, { session, origin }, { ...entry, ...values });
      commands.push({ gateway_uid, command_uid, nze_allowed_at });
    }
    return { message: "Command sent successfully", commands };
  });
}
