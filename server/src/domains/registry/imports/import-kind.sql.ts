// Imports as a kind of record, and what their actions do.
import {
  amountOf,
  importLife,
  joined,
  receptionFaults,
  withoutRanges,
  type GuardError,
  type ImportAction,
  type ImportStatus,
  type SerialRange,
} from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Effect, RecordKind } from "../../parties/index.ts";
import { evidenceByHash } from "../evidence/evidence.sql.ts";
import type { ImportRecord } from "./import-rows.ts";
import { certifiedHere, knownPieces } from "./known.sql.ts";
import { openRanges, setOpenRanges } from "./open-ranges.sql.ts";
import { originPositions } from "./origins.sql.ts";
import { noteReception, receive } from "./reception.sql.ts";

interface ImportPayload {
  readonly received?: SerialRange[] | undefined;
  readonly statement_sha256?: string | undefined;
}

/** Refuses with all rules that are broken. */
export function mustBeWithout(faults: readonly GuardError[]): void {
  const [first, ...more] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

/** All rules that a reception breaks. */
async function confirmationFaults(
  tx: Tx,
  row: ImportRecord,
  { received = [], statement_sha256 = "" }: ImportPayload,
): Promise<GuardError[]> {
  return [
    ...receptionFaults(await openRanges(tx, row.import_id), received),
    ...(await statementFaults(tx, row, statement_sha256)),
    ...(await certifiedFaults(tx, row, received)),
    ...(await positionFaults(tx, row, amountOf(received))),
  ];
}

/** What cannot be received is said to the first person, and not only to the second. */
async function mustBeReceivable(tx: Tx, row: ImportRecord, { payload }: { payload: ImportPayload }) {
  mustBeWithout(await confirmationFaults(tx, row, payload));
}

const confirm: Effect<ImportRecord, ImportPayload> = async (tx, row, { actor, payload }) => {
  mustBeWithout(await confirmationFaults(tx, row, payload));
  const { received = [], statement_sha256 = "" } = payload;
  const came = joined(received) ?? [];
  await setOpenRanges(tx, row, withoutRanges(await openRanges(tx, row.import_id), came) ?? []);
  const posted = await receive(tx, row, {
    received: came,
    actor_id: actor.account_id,
    statement: statement_sha256,
  });
  await noteReception(tx, row, {
    ...posted,
    received: came,
    statement: statement_sha256,
    amount: amountOf(came),
  });
  return { entry_id: posted.entry_id };
};

/** IMP-005 where some of it would begin here; what was exported from here comes back as what it was. */
async function certifiedFaults(
  tx: Tx,
  row: ImportRecord,
  received: readonly SerialRange[],
): Promise<GuardError[]> {
  const certified = await certifiedHere(tx, row);
  if (certified === null) return [];
  for (const range of received) {
    const here = await knownPieces(tx, { origin: row.origin, series: row.series, ...range });
    if (here.length === 0) return [certified];
  }
  return [];
}

/** IMP-006: what is confirmed is what a statement of the other registry says, which lies here. */
async function statementFaults(tx: Tx, { record_uid }: ImportRecord, sha256: string): Promise<GuardError[]> {
  const found = await evidenceByHash(tx, { record_uid, kind: "registry_statement", sha256 });
  if (found) return [];
  const message = "Upload the other registry's statement and confirm against it.";
  return [{ code: "IMP-006", message, field: "body.statement_sha256" }];
}

/** IMP-008: the other registry says that it holds less than would be held here. */
async function positionFaults(tx: Tx, { origin }: ImportRecord, amount: number): Promise<GuardError[]> {
  const position = (await originPositions(tx)).find((one) => one.origin === origin);
  const { balance = null, held_here = 0 } = position ?? {};
  if (balance === null || held_here + amount <= balance) return [];
  const params = { origin, balance, held: held_here + amount };
  const message = `${origin} holds ${balance} certificates for the platform; ${params.held} would be held here.`;
  return [{ code: "IMP-008", message, params }];
}

const close: Effect<ImportRecord, ImportPayload> = (tx, row) => setOpenRanges(tx, row, []);

/** Imports: the account's own, and those of the registry and country for an issuer. */
export const importKind: RecordKind<ImportStatus, ImportAction, ImportRecord, ImportPayload> = {
  life: importLife,
  table: "rec_import",
  prefix: "IM",
  hidden: [],
  firstGuards: { confirm: mustBeReceivable, confirm_rest: mustBeReceivable },
  effects: {
    confirm,
    confirm_rest: confirm,
    reject: close,
    lapse: close,
  },
};
