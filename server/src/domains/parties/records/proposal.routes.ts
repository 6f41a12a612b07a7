// A second person answers what a first proposed: one way for records of every kind (docs/decisions/0147-proposals.md).
import { answerProposal, SET_ASIDE_REASON } from "@heliograph/contract";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { asActor, noSuchRecord, type Actor } from "./actor.sql.ts";
import { auditRecord } from "./audit.sql.ts";
import { decided, type CommandAnswer } from "./command.sql.ts";
import { changedByOther, mustBeOpen, mustGiveReason, mustHaveNoPart } from "./may-act.sql.ts";
import { once } from "./once.sql.ts";
import type { AnyKind, RecordRow } from "./record-kind.ts";
import { findRecord, noteEvent } from "./record.sql.ts";
import { forgetProposals, openProposal, somethingElse, type Proposal } from "./second-person.sql.ts";

/** What a proposal that was set aside leaves in the history of its record. */
const SET_ASIDE = "set_aside";

/** Serves answers to what was proposed on records of the kinds. */
export function proposalRoutes(serve: Serve, db: Db, kinds: readonly AnyKind[]): void {
  const byEntity = new Map(kinds.map((kind) => [kind.life.entity, kind]));
  serve(answerProposal, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const kind = byEntity.get(asked.entity);
      if (kind === undefined) throw noSuchRecord();
      const command = { command: "proposal.answer", key, request: { account, asked } };
      return once(tx, actor, command, async () => {
        const { action, ...answer } = await answered(tx, kind, actor, asked);
        const detail = { action: asked.confirms ? action : SET_ASIDE, status: answer.status };
        await auditRecord(tx, { session, origin }, { subject: answer.number, detail });
        return answer;
      });
    }),
  );
}

type Asked = Omit<z.output<(typeof answerProposal)["body"]>, "key">;

/** Does what was proposed, or sets it aside. Throws GEN-411 where it is not what the person saw, or lies there no longer. */
async function answered(
  tx: Tx,
  kind: AnyKind,
  actor: Actor,
  { record_uid, expected_version, payload_hash, confirms, reason }: Asked,
): Promise<CommandAnswer & { action: string }> {
  const row: RecordRow = await findRecord(tx, kind, { actor, record_uid, lock: true });
  if (row.version !== expected_version) throw changedByOther(row);
  const open = await openProposal(tx, kind.life.entity, record_uid);
  if (open === undefined) throw somethingElse();
  const { action } = open;
  const role = mustBeOpen(kind, row, { action, actor });
  await mustHaveNoPart(tx, kind, row, actor);
  if (open.payload_hash.toString("hex") !== payload_hash) throw somethingElse();
  if (!confirms) {
    if (open.first_person !== actor.account_id) mustGiveReason(SET_ASIDE_REASON.min, reason ?? null);
    await forgetProposals(tx, kind.life.entity, record_uid);
    await noteEvent(tx, kind, {
      row,
      actor,
      from: row.status,
      to: row.status,
      action: SET_ASIDE,
      role,
      reason: reason ?? null,
      payload: JSON.parse(open.payload),
      entry_id: null,
    });
    const { number, status, version } = row;
    return { record_uid, number, status, version, needs_second_person: false, action };
  }
  return { ...(await confirmed(tx, kind, row, { actor, open })), action };
}

/** Takes the action for the reason and with the payload of the first person. */
async function confirmed(
  tx: Tx,
  kind: AnyKind,
  row: RecordRow,
  { actor, open: { action, reason, payload } }: { actor: Actor; open: Proposal },
): Promise<CommandAnswer> {
  const answer = await decided(tx, kind, row, { actor, action, reason, payload: JSON.parse(payload) });
  // Whoever proposed it may not any more, and nobody is the first by confirming.
  if (answer.needs_second_person) throw somethingElse();
  return answer;
}
