// What the actions of a request for certificates do (certificates.md §2.7).
import { ISSUANCE_LIFE, type IssuanceAction, type IssuanceState } from "@heliograph/contract";
import { createHash } from "node:crypto";
import type { Tx } from "../../../platform/db.ts";
import { holdLedger } from "../../energy/index.ts";
import { nextNumber, recordBegan, type Actor, type Effect, type RecordKind } from "../../parties/index.ts";
import { evidenceDays } from "../generation/evidence-file.ts";
import { projectsOfDevices } from "../devices/device-projects.sql.ts";
import { claimUnits, settleClaims } from "./claims.sql.ts";
import { acceptedDays } from "./generation-ledger.sql.ts";
import { requestDevice, failedCodes, requestState, type RequestState } from "./issuance-facts.sql.ts";
import { freeze, frozenDays, insertIssuance, type IssuanceRow } from "./issuance.sql.ts";
import type { Period } from "./day-sources.sql.ts";
import { keepStatementHashes } from "./made-statement.sql.ts";
import { mint } from "./mint.sql.ts";
import { guardRefusal, mustNotBeSuspended, mustPass } from "./issuance-refusals.sql.ts";
import { giveBack, reserve } from "./reserved.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

/** What commands on requests carry beside what every command does. */
interface IssuancePayload {
  readonly from_day?: string | undefined;
  readonly to_day?: string | undefined;
  readonly rest_from_day?: string | undefined;
  readonly file_name?: string | undefined;
  readonly contents?: string | undefined;
  readonly code?: string | undefined;
}

type IssuanceEffect = Effect<IssuanceRow, IssuancePayload>;

/** Begins a draft for the device and period, with its statement frozen. */
export async function beginIssuance(
  tx: Tx,
  device: IssuedDevice,
  period: Period & { readonly corrects?: number },
  actor: Actor,
): Promise<IssuanceRow> {
  const number = await nextNumber(tx, "IS", actor.at);
  const row = await insertIssuance(tx, device, { ...period, number, created_by: actor.account_id });
  const action = actor.account_id === null ? "propose" : "create";
  await recordBegan(tx, issuanceKind, row, { actor, action, payload: period });
  return row;
}

/** Freezes the statement of a draft as it is now. Returns what it comes to. */
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

const setPeriod: IssuanceEffect = async (tx, row, { payload, actor }) => {
  mustBeOpenTo(row, "set_period");
  const { from_day = row.from_day, to_day = row.to_day, rest_from_day } = payload;
  if (from_day > to_day || from_day < row.from_day || to_day > row.to_day) {
    throw guardRefusal("ISS-001", "The days must lie in those of the request.", "body.to_day");
  }
  if (rest_from_day !== undefined && (rest_from_day <= to_day || rest_from_day > row.to_day)) {
    throw guardRefusal(
      "ISS-001",
      "The rest must begin after the period and within the request.",
      "body.rest_from_day",
    );
  }
  await tx
    .updateTable("issuance")
    .set({ from_day, to_day })
    .where("issuance_id", "=", row.issuance_id)
    .execute();
  await refreeze(tx, { ...row, from_day, to_day });
  if (rest_from_day === undefined) return;
  const device = await requestDevice(tx, row);
  const rest = await beginIssuance(tx, device, { from_day: rest_from_day, to_day: row.to_day }, actor);
  await refreeze(tx, rest);
};

const declare: IssuanceEffect = async (tx, row, { payload, actor }) => {
  mustBeOpenTo(row, "declare");
  const { contents = "", file_name = "" } = payload;
  const read = evidenceDays(contents, row);
  if (!("days" in read) || file_name === "") {
    const line = "line" in read ? read.line : 1;
    throw guardRefusal(
      "ISS-018",
      `Line ${line} of the file is not a day of the period and its kWh, once.`,
      "body.contents",
      { line },
    );
  }
  const sha256 = createHash("sha256").update(contents).digest("hex");
  const values = read.days.map((one) => ({
    ...one,
    issuance_id: row.issuance_id,
    file_name,
    sha256,
    declared_by: actor.account_id,
  }));
  await tx
    .insertInto("declared_day")
    .values(values)
    .onConflict((on) =>
      on.columns(["issuance_id", "day"]).doUpdateSet((eb) => ({
        wh: eb.ref("excluded.wh"),
        file_name: eb.ref("excluded.file_name"),
        sha256: eb.ref("excluded.sha256"),
        declared_by: eb.ref("excluded.declared_by"),
      })),
    )
    .execute();
  await refreeze(tx, row);
};

const submit: IssuanceEffect = async (tx, row) => {
  const state = await refreeze(tx, row);
  mustNotBeSuspended(state);
  mustPass(state.checks, ["failed"]);
  const current = { ...row, statement_version: state.version };
  const units = [...new Set(state.made.units.map(({ unit_id }) => unit_id))];
  const { timezone } = state.device;
  if (!(await claimUnits(tx, current, { ...row, units, timezone }))) {
    // The request that was faster is committed now.
    const again = await requestState(tx, row);
    mustPass(again.checks, ["failed"]);
    throw guardRefusal("GEN-409", "Another request was submitted meanwhile. Try again.", undefined, {}, 409);
  }
  await reserve(tx, current, state);
};

const resubmit: IssuanceEffect = async (tx, row) => {
  await giveBack(tx, row);
  const state = await refreeze(tx, row);
  mustNotBeSuspended(state);
  mustPass(state.checks, ["failed"]);
  await reserve(tx, { ...row, statement_version: state.version }, state);
};

/** A correction follows the readings alone and rests until it is asked for: its energy is nowhere else. */
const NOT_OF_CORRECTIONS: readonly string[] = ["set_period", "declare", "delete"];

/** Whether the action is one of requests of this kind, whoever asks. */
export const isOpenTo = ({ corrects }: Pick<IssuanceRow, "corrects">, action: string): boolean =>
  corrects === null || !NOT_OF_CORRECTIONS.includes(action);

/** Refuses with GEN-422 what is no action of corrections. */
function mustBeOpenTo(row: IssuanceRow, action: IssuanceAction): void {
  if (isOpenTo(row, action)) return;
  const status = ISSUANCE_LIFE.state[row.status].label;
  const params = { entity: ISSUANCE_LIFE.noun, number: row.number, status, action };
  const message = `${params.entity} ${params.number} is ${status}; ${action} is not possible.`;
  throw guardRefusal("GEN-422", message, undefined, params);
}

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
  life: ISSUANCE_LIFE,
  table: "issuance",
  prefix: "IS",
  hidden: ["draft", "deleted"],
  projectsOf: (tx, { registered_device_id }) => projectsOfDevices(tx, { ids: [registered_device_id] }),
  effects: {
    set_period: setPeriod,
    declare,
    submit,
    delete: remove,
    resubmit,
    withdraw: letGo,
    reject: letGo,
    accept_check: acceptCheck,
    approve: approve(1),
    approve_declared: approve(2),
  },
};
