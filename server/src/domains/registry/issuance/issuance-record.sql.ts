// Requests for certificates as records: how they begin, and their statements as they are frozen.
import { ISSUANCE_LIFE, type IssuanceAction, type IssuanceState } from "@heliograph/contract";
import type { z } from "zod";
import type { commandIssuance } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { nextNumber, recordBegan, type Actor, type Effect, type RecordKind } from "../../parties/index.ts";
import { projectsOfDevices } from "../devices/device-projects.sql.ts";
import type { Period } from "../generation/day-sources.sql.ts";
import { failedCodes, requestState, type RequestState } from "./issuance-facts.sql.ts";
import { guardRefusal } from "./issuance-refusals.sql.ts";
import { freeze, insertIssuance, type IssuanceRow } from "./issuance.sql.ts";
import { keepStatementHashes } from "../generation/made-statement.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

/** What commands on requests carry beside what every command does. */
export type IssuancePayload = Pick<
  z.output<(typeof commandIssuance)["body"]>,
  "from_day" | "to_day" | "rest_from_day" | "evidence_uid" | "declared" | "code" | "marks" | "answers"
>;

export type IssuanceEffect = Effect<IssuanceRow, IssuancePayload>;

/** What records of the kind have before their actions do anything. Drafts are seen by their account alone. */
export const issuanceRecord: RecordKind<IssuanceState, IssuanceAction, IssuanceRow, IssuancePayload> = {
  life: ISSUANCE_LIFE,
  table: "issuance",
  prefix: "IS",
  hidden: ["draft", "deleted"],
  projectsOf: (tx, { registered_device_id }) => projectsOfDevices(tx, { ids: [registered_device_id] }),
  effects: {},
};

/** Begins a draft for the device and period. */
export async function beginIssuance(
  tx: Tx,
  device: IssuedDevice,
  period: Period & { readonly corrects?: number },
  actor: Actor,
): Promise<IssuanceRow> {
  const number = await nextNumber(tx, "IS", actor.at);
  const row = await insertIssuance(tx, device, { ...period, number, created_by: actor.account_id });
  const action = actor.account_id === null ? "propose" : "create";
  await recordBegan(tx, issuanceRecord, row, { actor, action, payload: period });
  return row;
}

/** Freezes the statement of a request as it is now. Returns what it comes to. */
export async function refreeze(
  tx: Tx,
  row: IssuanceRow,
): Promise<RequestState & { readonly version: number }> {
  const state = await requestState(tx, row);
  const version = await freeze(tx, row, state.made, outcomeOf(state));
  await keepStatementHashes(tx, state.made);
  return { ...state, version };
}

const outcomeOf = ({ carried, debt_wh, quantity, checks }: RequestState) => ({
  carry_wh: carried.reduce((sum, { wh }) => sum + wh, 0),
  debt_wh,
  quantity,
  failed: failedCodes(checks),
});

/** A correction follows the readings alone and rests until it is asked for: its energy is nowhere else. */
const NOT_OF_CORRECTIONS: readonly string[] = [
  "set_period",
  "amend_period",
  "declare",
  "amend_evidence",
  "delete",
];

/** Whether the action is one of requests of this kind, whoever asks. */
export const isOpenTo = ({ corrects }: Pick<IssuanceRow, "corrects">, action: string): boolean =>
  corrects === null || !NOT_OF_CORRECTIONS.includes(action);

/** Refuses with GEN-422 what is no action of corrections. */
export function mustBeOpenTo(row: IssuanceRow, action: IssuanceAction): void {
  if (isOpenTo(row, action)) return;
  const status = ISSUANCE_LIFE.state[row.status].label;
  const params = { entity: ISSUANCE_LIFE.noun, number: row.number, status, action };
  const message = `${params.entity} ${params.number} is ${status}; ${action} is not possible.`;
  throw guardRefusal("GEN-422", message, undefined, params);
}
