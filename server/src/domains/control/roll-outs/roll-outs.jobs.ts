// Brings roll-outs of firmware on (docs/what-runs-when.md): judges their gateways, and begins the waves whose time has come.
import { randomUUID } from "node:crypto";
import { firmwareType } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { firmwareById, firmwareLink } from "../../fleet/index.ts";
import { orderCommands } from "../commands/order.sql.ts";
import { advance, type RollOutTimes } from "./advance.ts";
import {
  beginWave,
  gatewaysAtWork,
  lockRollOut,
  openRollOuts,
  storeAdvance,
  type GatewayAtWork,
  type LockedRollOut,
} from "./roll-out.sql.ts";

const EVERY_S = 5;

/** What roll-outs need of the installation. */
export interface RollOutSettings extends RollOutTimes {
  /** Where the portal is reached; null: links to files are paths. */
  readonly origin: string | null;
}

const onTask = task({
  name: "control.roll-outs",
  payload: nothing,
  queue: "roll-outs",
  starts: { everySeconds: EVERY_S },
});

/** The work on roll-outs. */
export const rollOutWork = (settings: RollOutSettings): readonly Work[] => [
  does(onTask, (_, { db }) => bringOn(db, settings, Date.now())),
];

/** Brings every roll-out on that is not over, each in a transaction of its own. `now` is ms since 1970. */
export async function bringOn(db: Db, settings: RollOutSettings, now: number): Promise<void> {
  for (const roll_out_id of await openRollOuts(db)) {
    await db.transaction().execute(async (tx) => {
      const rollOut = await lockRollOut(tx, { roll_out_id });
      if (rollOut === undefined) return;
      const gateways = await gatewaysAtWork(tx, roll_out_id);
      // A roll-out begins with its first wave, and goes on with the next once its time has come.
      const isDue =
        rollOut.wave === 0 || (rollOut.state === "waiting" && (rollOut.next_wave_ms ?? now + 1) <= now);
      if (isDue && (rollOut.state === "running" || rollOut.state === "waiting")) {
        await nextWave(tx, settings, rollOut, gateways);
      } else {
        await storeAdvance(tx, roll_out_id, advance(rollOut, gateways, settings, now));
      }
    });
  }
}

/** Gives the gateways of the next wave their commands. A version that was withdrawn meanwhile stops the roll-out. */
// oxlint-disable-next-line max-params -- where, by which settings, what and whom
async function nextWave(
  tx: Tx,
  { origin, silent_ms }: RollOutSettings,
  rollOut: LockedRollOut,
  gateways: readonly GatewayAtWork[],
): Promise<void> {
  const { roll_out_id, firmware_id, created_by } = rollOut;
  const firmware = await firmwareById(tx, firmware_id);
  if (firmware === undefined) {
    const leftOut = gateways
      .filter(({ state }) => state === "waiting")
      .map(({ gateway_id }) => ({ gateway_id, state: "left_out" as const, text: "" }));
    await storeAdvance(tx, roll_out_id, {
      gateways: leftOut,
      state: "stopped",
      next_wave_ms: null,
      stopped: { reason: "withdrawn", gateway_id: null },
    });
    return;
  }
  const wave = rollOut.wave + 1;
  const turn = gateways.filter((gateway) => gateway.wave === wave);
  const url = await firmwareLink(tx, { origin }, firmware.file_uid);
  const { version, size_bytes, sha256, signature } = firmware;
  const type = firmwareType(size_bytes);
  const given = await orderCommands(
    tx,
    randomUUID(),
    turn.map(({ gateway_id, project_id }) => ({
      gateway_id,
      project_id,
      device: null,
      command: { name: "firmware", version, url, size_bytes, sha256, signature, type },
      cause: "roll_out",
      account_id: created_by,
      expires_in_s: Math.ceil(silent_ms / 1000),
      reversion: null,
    })),
  );
  await beginWave(
    tx,
    { roll_out_id, wave },
    turn.flatMap(({ gateway_id }, at) => {
      const command = given[at];
      return command === undefined ? [] : [{ gateway_id, command_id: command.command_id }];
    }),
  );
}
