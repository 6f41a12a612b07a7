import {
  alreadyHere,
  declareImport,
  importFaults,
  listRecImports,
  moveImport,
  readRecImport,
  foreignSeries,
  plainGmt8Day,
  type GuardError,
  type ImportDeclaration,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import {
  TRADERS,
  actorFor,
  asActor,
  auditRecord,
  createdAnswer,
  findRecord,
  frameOf,
  hasRole,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
  type CalledBy,
} from "../../parties/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import { importDetail, importPage, insertRecImport } from "./import.sql.ts";
import { importKind, mustBeWithout } from "./import-kind.sql.ts";
import { certifiedHere, returning } from "./known.sql.ts";
import { isDeclared, openRanges, setOpenRanges } from "./open-ranges.sql.ts";
import { receptionsOf } from "./reception.sql.ts";

/** Serves imports: to the people of an account, and to platform operators, two of whom confirm each. */
export function recImportRoutes(serve: Serve, db: Db): void {
  serve(listRecImports, ({ query: { account, ...asked }, session }) =>
    asActor(db, { session, account }, (tx, actor) => importPage(tx, actor, asked)),
  );

  serve(readRecImport, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, importKind, { actor, record_uid, lock: false });
      const open = await openRanges(tx, row.import_id);
      const frame = await frameOf(tx, importKind, row, actor);
      const operator = hasRole(actor, "platform_operator");
      return {
        ...frame,
        ...(await importDetail(tx, row, actor)),
        // Nothing more comes when all has.
        actions: frame.actions.filter((action) => action !== "confirm_rest" || open.length > 0),
        open,
        received: await receptionsOf(tx, row.import_id),
        statements: operator ? await evidenceOf(tx, record_uid) : [],
        second_person: operator ? frame.second_person : null,
      };
    }),
  );

  changeRoutes(serve, db);
}

function changeRoutes(serve: Serve, db: Db): void {
  serve(declareImport, ({ query: { account }, body: { key, ...declared }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "importing certificates", by: TRADERS });
      const command = { command: "rec_import.create", key, request: { account, declared } };
      return once(tx, actor, command, () => beginImport(tx, actor, declared, { session, origin }));
    }),
  );

  serve(moveImport, ({ query: { account }, body, session, origin }) => {
    const { received, statement_sha256, ...command } = body;
    const payload = { received, statement_sha256 };
    return runRecordCommand(db, importKind, { session, origin, account, body: command, payload });
  });
}

/** Writes an import down; the serial numbers are its own from then on. Refuses with every rule that it breaks (IMP-001 to IMP-009) at once. */
export async function beginImport(tx: Tx, actor: Actor, declared: ImportDeclaration, by: CalledBy) {
  const faults = importFaults(declared, plainGmt8Day(actor.at));
  mustBeWithout([...faults, ...(await faultsHere(tx, declared))]);
  const row = await insertRecImport(tx, actor, declared);
  await setOpenRanges(tx, row, [{ first: row.first, until: row.last + 1 }]);
  await recordBegan(tx, importKind, row, { actor, payload: declared });
  await auditRecord(tx, by, { subject: row.number, detail: { action: "create", status: row.status } });
  return createdAnswer(row);
}

/** What is known here of what is declared: IMP-003 and IMP-005. */
async function faultsHere(tx: Tx, declared: ImportDeclaration): Promise<GuardError[]> {
  const { first, last, origin } = declared;
  const certified = await certifiedHere(tx, declared);
  const faults = certified === null ? [] : [certified];
  if (first === null || last === null || last < first) return faults;
  const series = foreignSeries(declared.series);
  const range = { first, until: last + 1 };
  const back = await returning(tx, { origin, series, ...range });
  const isKnown = !Array.isArray(back) || (await isDeclared(tx, { origin, series }, range));
  // What was exported from here is certified here: it comes back as what it was.
  if (Array.isArray(back) && back.length > 0) return isKnown ? [alreadyHere({ first, last })] : [];
  return isKnown ? [alreadyHere({ first, last }), ...faults] : faults;
}
