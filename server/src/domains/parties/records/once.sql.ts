// Commands that come twice: the same key of the same person is done once and answered alike (rule R20).
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Actor } from "./actor.sql.ts";
import { textOf } from "./payload.ts";

/** What hash two commands have that ask for the same: the SHA-256 of the request as `textOf` writes it. */
export const hashOf = (request: unknown): Buffer => createHash("sha256").update(textOf(request)).digest();

/**
 * Does `work` unless the person has done the command with this key before, whose answer is returned then. A second call while the first is under
 * way waits for it. Throws GEN-410 where the key came with another request.
 */
export async function once<R extends object>(
  tx: Tx,
  actor: Pick<Actor, "account_id">,
  { command: action, key, request }: { command: string; key: string; request: unknown },
  work: () => Promise<R>,
): Promise<R> {
  const id = { actor_id: actor.account_id ?? 0, action, key };
  const body_hash = hashOf(request);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("command_result")
    .values({ ...id, body_hash })
    .onConflict((on) => on.columns(["actor_id", "action", "key"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) {
    const before = await tx
      .selectFrom("command_result")
      .select(["body_hash", "answer"])
      .where("actor_id", "=", id.actor_id)
      .where("action", "=", action)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (!before.body_hash.equals(body_hash)) {
      throw new GuardRefusal(422, [{ code: "GEN-410", message: "This key was used for another request." }]);
    }
    // oxlint-disable-next-line no-unsafe-type-assertion -- what the same action answered
    return before.answer as unknown as R;
  }
  const answer = await work();
  await tx
    .updateTable("command_result")
    .set({ answer: sql`${JSON.stringify(answer)}::jsonb` })
    .where("actor_id", "=", id.actor_id)
    .where("action", "=", action)
    .where("key", "=", key)
    .execute();
  return answer;
}
