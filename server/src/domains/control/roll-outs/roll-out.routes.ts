import {
  continueRollOut,
  createRollOut,
  listRollOutGateways,
  listRollOuts,
  readRollOut,
  ROLL_OUT_GATEWAYS,
  stopRollOut,
} from "@heliograph/contract";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany, firmwareOf } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { withdrawMessages } from "../../telemetry/index.ts";
import { wavesOf } from "./advance.ts";
import { fits, type FirmwareNeeds } from "./fits.ts";
import { gatewaysToChange, rollOutOf, rollOutsOf } from "./roll-out-read.sql.ts";
import {
  busyGateways,
  gatewaysAtWork,
  insertRollOut,
  lockRollOut,
  namedGateways,
  storeAdvance,
  type LockedRollOut,
  type NamedGateway,
} from "./roll-out.sql.ts";

/** Serves roll-outs of firmware. A job brings them on. */
export function rollOutRoutes(serve: Serve, db: Db): void {
  serve(listRollOuts, async ({ query: { limit }, session }) => ({
    items: await rollOutsOf(db, session.account_id, limit),
  }));

  serve(readRollOut, ({ query: { roll_out_uid }, session }) => seen(db, session, roll_out_uid));

  serve(listRollOutGateways, async ({ query: { file_uid }, session }) => {
    const firmware = await firmwareOf(db, file_uid);
    if (firmware === undefined) throw new Problem(404, "firmware.not_found", "No such firmware");
    const gateways = await gatewaysToChange(db, session.account_id, firmware.gateway_type);
    const fitting = gateways.filter((gateway) => fits(gateway, firmware));
    return {
      items: fitting
        .slice(0, ROLL_OUT_GATEWAYS)
        .map(({ gateway_type: _, hardware_version: __, firmware_version: reported_version, ...one }) => ({
          ...one,
          reported_version,
        })),
    };
  });

  serve(createRollOut, ({ body, session, origin: { address } }) =>
    db.transaction().execute((tx) => begun(tx, { session, address, wanted: body })),
  );

  serve(continueRollOut, async ({ body: { roll_out_uid }, session, origin: { address } }) => {
    await mayChange(db, session, roll_out_uid);
    await db.transaction().execute(async (tx) => {
      const rollOut = await locked(tx, roll_out_uid);
      if (rollOut.state !== "waiting") {
        throw new Problem(409, "roll_out.not_waiting", "No wave of this roll-out waits");
      }
      // The job, which knows where the file is, finds it due.
      await tx
        .updateTable("roll_out")
        .set({ next_wave_at: new Date() })
        .where("roll_out_uid", "=", roll_out_uid)
        .execute();
      await noted(tx, { session, address, rollOut, roll_out_uid, action: "roll_out.continued" });
    });
    return { message: "The next wave begins" };
  });

  serve(stopRollOut, async ({ query: { roll_out_uid }, session, origin: { address } }) => {
    await mayChange(db, session, roll_out_uid);
    await db.transaction().execute((tx) => stopped(tx, { session, address, roll_out_uid }));
    return { message: "The roll-out has been stopped" };
  });
}

/** Writes the roll-out that a person wants; the job begins its first wave. */
async function begun(
  tx: Tx,
  given: { session: Session; address: string; wanted: z.output<(typeof createRollOut)["body"]> },
): Promise<{ roll_out_uid: string }> {
  const {
    session,
    address,
    wanted: { file_uid, gateway_uids, mode },
  } = given;
  const uids = [...new Set(gateway_uids)];
  const gateways = await namedGateways(tx, uids);
  if (gateways.length < uids.length) throw new Problem(404, "gateway.not_found", "No such gateway");
  const projects = [...new Set(gateways.map(({ project_uid }) => project_uid))];
  await accessToMany(tx, session, projects, { to: "change", noun: "gateway" });
  const firmware = await firmwareOf(tx, file_uid);
  if (firmware === undefined) throw new Problem(404, "firmware.not_found", "No such firmware");
  mustFit(gateways, firmware);
  await mustBeFree(tx, gateways);
  const waves = wavesOf(gateways.length, mode);
  const { roll_out_uid } = await insertRollOut(tx, {
    firmware_id: firmware.firmware_id,
    mode,
    created_by: session.account_id,
    gateways: gateways.map((gateway, at) => ({ ...gateway, wave: waves[at] ?? 1 })),
  });
  const after = { version: firmware.version, mode, gateways: gateways.length };
  for (const project_id of new Set(gateways.map((gateway) => gateway.project_id))) {
    const subject = roll_out_uid;
    await audit(tx, { ...session, address, project_id, action: "roll_out.begun", subject, after });
  }
  return { roll_out_uid };
}

/** Stops it: gateways whose turn has not come, and those whose command nobody has taken, are left out. */
async function stopped(
  tx: Tx,
  { session, address, roll_out_uid }: { session: Session; address: string; roll_out_uid: string },
): Promise<void> {
  const rollOut = await locked(tx, roll_out_uid);
  if (rollOut.state === "done" || rollOut.state === "stopped") {
    throw new Problem(409, "roll_out.over", "This roll-out is over");
  }
  const gateways = await gatewaysAtWork(tx, rollOut.roll_out_id);
  const uids = gateways.flatMap(({ command_uid }) => (command_uid === null ? [] : [command_uid]));
  const inTime = await withdrawMessages(tx, uids);
  const leftOut = gateways.filter(
    ({ state, command_uid }) => state === "waiting" || (command_uid !== null && inTime.has(command_uid)),
  );
  await storeAdvance(tx, rollOut.roll_out_id, {
    gateways: leftOut.map(({ gateway_id }) => ({ gateway_id, state: "left_out", text: "" })),
    state: "stopped",
    next_wave_ms: null,
    stopped: { reason: "person", gateway_id: null },
  });
  await noted(tx, { session, address, rollOut, roll_out_uid, action: "roll_out.stopped" });
}

/** The roll-out as the caller sees it. */
async function seen(db: Db, { account_id }: Session, roll_out_uid: string) {
  const shown = await rollOutOf(db, account_id, roll_out_uid);
  if (shown === undefined) throw noSuch();
  return shown;
}

async function mayChange(db: Db, session: Session, roll_out_uid: string): Promise<void> {
  const { may_change } = await seen(db, session, roll_out_uid);
  if (!may_change) throw new Problem(403, "roll_out.read_only", "You can only look at this roll-out");
}

async function locked(tx: Tx, roll_out_uid: string): Promise<LockedRollOut> {
  const rollOut = await lockRollOut(tx, { roll_out_uid }, true);
  if (rollOut === undefined) throw noSuch();
  return rollOut;
}

/** Refuses gateways that the version is not for. */
function mustFit(gateways: readonly NamedGateway[], firmware: FirmwareNeeds): void {
  const others = gateways.filter((gateway) => !fits(gateway, firmware));
  if (others.length === 0) return;
  const message = `This version is not for ${listed(others)}`;
  throw new Problem(409, "roll_out.other_type", message, { "body.gateway_uids": message });
}

async function mustBeFree(tx: Tx, gateways: readonly NamedGateway[]): Promise<void> {
  const busy = await busyGateways(
    tx,
    gateways.map(({ gateway_id }) => gateway_id),
  );
  if (busy.size === 0) return;
  const message = `Another roll-out is under way for ${listed(gateways.filter(({ gateway_id }) => busy.has(gateway_id)))}`;
  throw new Problem(409, "roll_out.under_way", message, { "body.gateway_uids": message });
}

/** Serials, of many only the first. */
const listed = (gateways: readonly NamedGateway[]): string =>
  `${gateways
    .slice(0, 5)
    .map(({ serial }) => serial)
    .join(", ")}${gateways.length > 5 ? ` (${gateways.length})` : ""}`;

async function noted(
  tx: Tx,
  given: {
    session: Session;
    address: string;
    rollOut: LockedRollOut;
    roll_out_uid: string;
    action: string;
  },
): Promise<void> {
  const { session, address, rollOut, roll_out_uid: subject, action } = given;
  const gateways = await gatewaysAtWork(tx, rollOut.roll_out_id);
  for (const project_id of new Set(gateways.map((gateway) => gateway.project_id))) {
    const before = { state: rollOut.state, wave: rollOut.wave };
    await audit(tx, { ...session, address, project_id, action, subject, before });
  }
}

const noSuch = () => new Problem(404, "roll_out.not_found", "No such roll-out");
