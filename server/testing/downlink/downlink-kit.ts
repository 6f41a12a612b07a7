// Commands put before a gateway, for the tests of the way down.
import { randomUUID } from "node:crypto";
import type { CommandArgs, CommandMessage } from "@heliograph/contract";
import { putMessages } from "../../src/domains/telemetry/index.ts";
import type { Db } from "../../src/platform/db.ts";

/** A gateway as its messages are put before it. */
interface Addressed {
  readonly gateway_id: number;
  readonly project_id: number;
}

const LIMIT: CommandArgs = { name: "power_limit", limit: { percent: 60 } };

/** A command for the gateway itself that may be obeyed for a minute. */
export const commandFor = (
  rest: Partial<Omit<CommandMessage, "name">> = {},
  args: CommandArgs = LIMIT,
): CommandMessage => ({
  v: 1,
  command_uid: randomUUID(),
  device_uid: null,
  expires_at: Date.now() + 60_000,
  revert_after_s: null,
  revert_to: null,
  ...rest,
  ...args,
});

/** Puts the commands before the gateway, in one commit, and returns their uids. */
export async function give(
  db: Db,
  { gateway_id, project_id }: Addressed,
  messages: readonly CommandMessage[] = [commandFor()],
): Promise<string[]> {
  await db.transaction().execute((tx) =>
    putMessages(
      tx,
      messages.map((message) => ({ gateway_id, project_id, message })),
    ),
  );
  return messages.map(({ command_uid }) => command_uid);
}
