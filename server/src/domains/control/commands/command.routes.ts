import { randomUUID } from "node:crypto";
import {
  cancelCommand,
  getCommand,
  GIVEN_AGAIN,
  GIVEN_AGAIN_AFTER,
  giveCommandAgain,
  isOpenCommand,
  listCommands,
  type CommandRow,
  type CommandState,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { cancelOrder, endedCommands, orderAgain, projectOfCommand } from "./command-change.sql.ts";
import { commandOf, commandRows, evidenceChart } from "./command-read.sql.ts";
import { orderCommands } from "./order.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;
const LOOK_AT_COMMAND = { to: "look", noun: "command" } as const;
const CHANGE_COMMAND = { to: "change", noun: "command" } as const;

/** Around a command this much is drawn before it, s, or so many intervals of readings. */
const BEFORE_S = 60;
/** And this much after the last that was known of it, s. */
const AFTER_S = 60;
/** What is still open is drawn until now, at the longest for so long, s. */
const LONGEST_S = 3600;

/** Serves the history of commands, and what people do with one. `now` gives ms since 1970. */
export function commandRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(
    listCommands,
    ({ query: { project_uid, gateway_uid, device_uid, items_page: size, ...wanted }, session }) =>
      inProject(db, session, project_uid, LOOK, async (tx, access) => {
        const gateway_id = gateway_uid === undefined ? undefined : await gatewayOf(tx, access, gateway_uid);
        const device_id = device_uid === undefined ? undefined : await deviceOf(tx, access, device_uid);
        return commandRows(tx, access, { ...wanted, gateway_id, device_id, size });
      }),
  );

  serve(getCommand, async ({ query: { command_uid }, session }) => {
    const project = await projectOfCommand(db, command_uid);
    return inProject(db, session, project, LOOK_AT_COMMAND, async (tx, access) => {
      const found = await commandOf(tx, access, command_uid);
      if (found === undefined) throw noCommand();
      const { command_id, ...command } = found;
      const told = command.evidence?.readings[0] ?? command.evidence?.before ?? null;
      const chart = await evidenceChart(tx, access, {
        command_id,
        command_uid,
        device_uid: told?.device_uid ?? null,
        ...spanOf(command, now()),
      });
      return {
        ...command,
        project_uid: access.project_uid,
        chart,
        may_cancel: command.others.some(({ state }) => state === "queued"),
        may_give_again:
          GIVEN_AGAIN.has(command.args.name) && command.others.some(({ state }) => isAgain(state)),
      };
    });
  });

  serveChanges(serve, db);
}

/** What people do with a command that was given. */
function serveChanges(serve: Serve, db: Db): void {
  serve(cancelCommand, ({ body: { command_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, await projectOfCommand(tx, command_uid), CHANGE_COMMAND);
      const { account_id } = session;
      const cancelled = await cancelOrder(tx, access, { command_uid, account_id });
      if (cancelled === 0) {
        throw new Problem(409, "command.not_queued", "The gateway has been told already");
      }
      const { project_id } = access;
      const { address } = origin;
      await audit(tx, { ...session, address, project_id, action: "command.cancelled", subject: command_uid });
      return { message: "The command has been cancelled", cancelled };
    }),
  );

  serve(giveCommandAgain, ({ body: { command_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, await projectOfCommand(tx, command_uid), CHANGE_COMMAND);
      const ended = await endedCommands(tx, access, command_uid);
      const again = ended.filter(
        ({ name, state, is_outdated }) => GIVEN_AGAIN.has(name) && isAgain(state) && !is_outdated,
      );
      const [first] = await orderCommands(
        tx,
        randomUUID(),
        again.map((one) => orderAgain(access, one, session.account_id)),
      );
      if (first === undefined) {
        throw new Problem(409, "command.not_again", "This command cannot be sent again");
      }
      const { project_id } = access;
      const { address } = origin;
      const detail = { again: first.command_uid };
      await audit(tx, {
        ...session,
        address,
        project_id,
        action: "command.given_again",
        subject: command_uid,
        detail,
      });
      return { message: "Command sent successfully", command_uid: first.command_uid };
    }),
  );
}

const isAgain = (state: CommandState) => GIVEN_AGAIN_AFTER.has(state);
const noCommand = () => new Problem(404, "command.not_found", "No such command");

/** From when to when the data around a command are drawn. */
function spanOf(
  {
    created_at,
    sent_at,
    state,
    state_at,
    steps,
    evidence,
  }: Pick<CommandRow, "created_at" | "sent_at" | "state" | "state_at" | "evidence"> & {
    readonly steps: readonly { readonly at: string }[];
  },
  now_ms: number,
): { from: Date; to: Date } {
  const begun = Date.parse(sent_at ?? created_at);
  const ended = Math.max(Date.parse(state_at), ...steps.map(({ at }) => Date.parse(at)));
  const to = isOpenCommand(state) ? now_ms : Math.min(now_ms, ended + AFTER_S * 1000);
  const shown = Math.min(to, begun + LONGEST_S * 1000);
  const before = Math.max(BEFORE_S * 1000, shown - begun);
  // What proves it is drawn, also where the gateway's clock is ahead.
  const proofs = (evidence?.readings ?? []).map(({ at }) => Date.parse(at));
  return { from: new Date(begun - before), to: new Date(Math.max(shown, begun, ...proofs)) };
}

/** The project's gateway of that uid; 404 `gateway.not_found`. */
async function gatewayOf(tx: Tx, { project_id }: ProjectAccess, uid: string): Promise<number> {
  const row = await tx
    .selectFrom("gateway")
    .select("gateway_id")
    .where("gateway_uid", "=", uid)
    .where("project_id", "=", project_id)
    .executeTakeFirst();
  if (row === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
  return row.gateway_id;
}

/** The project's device of that uid; 404 `device.not_found`. */
async function deviceOf(tx: Tx, { project_id }: ProjectAccess, uid: string): Promise<number> {
  const row = await tx
    .selectFrom("device")
    .select("device_id")
    .where("device_uid", "=", uid)
    .where("project_id", "=", project_id)
    .executeTakeFirst();
  if (row === undefined) throw new Problem(404, "device.not_found", "No such device");
  return row.device_id;
}
