// What the actions of a request for certificates do (certificates.md §2.7).
import type { IssuanceAction, IssuanceState } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { holdLedger } from "../../energy/index.ts";
import type { RecordKind } from "../../parties/index.ts";
import { settleClaims } from "./claims.sql.ts";
import { amendEvidence, declare } from "./declare.sql.ts";
import { acceptedDays } from "./generation-ledger.sql.ts";
import { requestState } from "./issuance-facts.sql.ts";
import {
  issuanceRecord,
  mustBeOpenTo,
  refreeze,
  type IssuanceEffect,
  type IssuancePayload,
} from "./issuance-record.sql.ts";
import { guardRefusal, mustNotBeSuspended, mustPass } from "./issuance-refusals.sql.ts";
import { mustHaveAnswered, refer } from "./issuance-review.sql.ts";
import { frozenDays, type IssuanceRow } from "./issuance.sql.ts";
import { evidencePack } from "./evidence-pack.sql.ts";
import { mint } from "./mint.sql.ts";
import { amendPeriod, claimDays, setPeriod } from "./period.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";
import { giveBack, reserve } from "./reserved.sql.ts";
import { freezeSubmission } from "./submissions.sql.ts";

const submit: IssuanceEffect = async (tx, row, { actor }) => {
  const state = await refreeze(tx, row);
  mustNotBeSuspended(state);
  mustPass(state.checks, ["failed"]);
  const current = { ...row, statement_version: state.version };
  await claimDays(tx, current);
  await reserve(tx, current, state);
  const pack = await evidencePack(tx, current, state);
  await freezeSubmission(tx, current, { submitted_by: actor.account_id, pack });
};

const resubmit: IssuanceEffect = async (tx, row, { payload, actor }) => {
  const { answers = [] } = payload;
  await giveBack(tx, row);
  const state = await refreeze(tx, row);
  mustNotBeSuspended(state);
  await mustHaveAnswered(tx, row, state.made.days, answers);
  mustPass(state.checks, ["failed"]);
  const current = { ...row, statement_version: state.version };
  await reserve(tx, current, state);
  const pack = await evidencePack(tx, current, state);
  await freezeSubmission(tx, current, { submitted_by: actor.account_id, answers, pack });
};

const remove: IssuanceEffect = async (_, row) => mustBeOpenTo(row, "delete");

const letGo: IssuanceEffect = async (tx, row) => {
  await giveBack(tx, row);
  await settleClaims(tx, row, "released");
};

const acceptCheck: IssuanceEffect = async (tx, row, { payload, actor, reason }) => {
  const { checks } = await requestState(tx, row);
  const check = checks.find(({ code, outcome }) => code === payload.code && outcome === "decide");
  if (check === undefined) {
    throw guardRefusal("GEN-422", "There is no check of this kind to accept.", "body.code");
  }
  await tx
    .insertInto("accepted_guard")
    .values({
      issuance_id: row.issuance_id,
      code: check.code,
      reason: reason ?? "",
      accepted_by: actor.account_id,
    })
    .onConflict((on) => on.columns(["issuance_id", "code"]).doNothing())
    .execute();
};

const approve =
  (people: 1 | 2): IssuanceEffect =>
  async (tx, row, { actor }) => {
    // Nobody writes the energy ledger until this is committed (R7).
    await holdLedger(tx);
    const state = await requestState(tx, row, { is_approval: true });
    mustNotBeSuspended(state);
    mustPass(state.checks, ["failed", "decide"]);
    if (state.made.evidence === "C" && people === 1) {
      throw guardRefusal("ISS-017", "Declared energy needs the approval of two issuers.");
    }
    const days = (await frozenDays(tx, row)).flatMap(({ day, wh }) => (wh === null ? [] : [{ day, wh }]));
    const { entry_id, quantity } = await mint(tx, row, state.device, { days, actor_id: actor.account_id });
    await settleClaims(tx, row, "certified");
    if (row.corrects !== null) await noteRestated(tx, row, state.device);
    return { entry_id, answer: { quantity } };
  };

/** Writes down for the request that is corrected what its days were and are. */
async function noteRestated(tx: Tx, row: IssuanceRow, device: IssuedDevice): Promise<void> {
  const accepted = await acceptedDays(tx, device, row);
  const values = (await frozenDays(tx, row)).flatMap(({ day, wh: more }) => {
    const { metered_wh = 0, declared_wh = 0 } = accepted.get(day) ?? {};
    const wh = metered_wh + declared_wh;
    if (more === null || more === 0 || row.corrects === null) return [];
    return [{ issuance_id: row.corrects, day, was_wh: wh - more, wh, correction_id: row.issuance_id }];
  });
  await tx.insertInto("restated_day").values(values).execute();
}

/** Requests for certificates. Drafts are seen by their account alone. */
export const issuanceKind: RecordKind<IssuanceState, IssuanceAction, IssuanceRow, IssuancePayload> = {
  ...issuanceRecord,
  effects: {
    set_period: setPeriod,
    declare,
    submit,
    delete: remove,
    refer,
    amend_period: amendPeriod,
    amend_evidence: amendEvidence,
    resubmit,
    withdraw: letGo,
    reject: letGo,
    accept_check: acceptCheck,
    approve: approve(1),
    approve_declared: approve(2),
  },
};
