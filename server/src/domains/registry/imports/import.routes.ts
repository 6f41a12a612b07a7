import {
  alreadyHere,
  declareImport,
  importFaults,
  importLife,
  listImportOrigins,
  listRecImports,
  moveImport,
  readRecImport,
  saveImportOrigin,
  foreignSeries,
  plainGmt8Day,
  type GuardError,
  type ImportDeclaration,
  type SerialRange,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { audit } from "../../identity/index.ts";
import {
  TRADERS,
  actorFor,
  actorOf,
  findRecord,
  frameOf,
  hasRole,
  noSuchRecord,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
} from "../../parties/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import { askedReception, importDetail, importPage, insertRecImport, keepAsked } from "./import.sql.ts";
import { confirmationFaults, importKind, mustBeWithout } from "./import-kind.sql.ts";
import { certifiedHere, returning } from "./known.sql.ts";
import { isDeclared, openRanges, setOpenRanges } from "./open-ranges.sql.ts";
import { originPositions, saveOrigin, shownPosition } from "./origins.sql.ts";
import { receptionsOf } from "./reception.sql.ts";

/** Serves imports: to the people of an account, and to platform operators, two of whom confirm each. */
export function recImportRoutes(serve: Serve, db: Db): void {
  const read = <R>(
    session: Session,
    account: string | undefined,
    work: (tx: Tx, actor: Actor) => Promise<R>,
  ) => db.transaction().execute(async (tx) => work(tx, await actorOf(tx, session, account)));

  serve(listRecImports, ({ query: { account, ...asked }, session }) =>
    read(session, account, (tx, actor) => importPage(tx, actor, asked)),
  );

  serve(readRecImport, ({ query: { account, record_uid }, session }) =>
    read(session, account, async (tx, actor) => {
      const row = await findRecord(tx, importKind, { actor, record_uid, lock: false });
      const open = await openRanges(tx, row.import_id);
      const frame = await frameOf(tx, importKind, row, actor);
      const operator = hasRole(actor, "platform_operator");
      return {
        ...frame,
        ...(await importDetail(tx, row, actor)),
        actions: frame.actions.filter((action) => isUseful(action, { open, asked: frame.second_person })),
        open,
        received: await receptionsOf(tx, row.import_id),
        statements: operator ? await evidenceOf(tx, record_uid) : [],
        asked: operator && frame.second_person !== null ? await askedReception(tx, row.import_id) : null,
      };
    }),
  );

  changeRoutes(serve, { db, read });
  originRoutes(serve, read);
}

/** Whether the action can do something: nothing more comes when all has, and nothing is set aside that nobody asked for. */
function isUseful(
  action: string,
  { open, asked }: { open: readonly SerialRange[]; asked: object | null },
): boolean {
  if (action === "confirm_rest") return open.length > 0;
  return !action.startsWith("set_aside") || asked !== null;
}

type Read = <R>(
  session: Session,
  account: string | undefined,
  work: (tx: Tx, actor: Actor) => Promise<R>,
) => Promise<R>;

function changeRoutes(serve: Serve, { db, read }: { db: Db; read: Read }): void {
  serve(declareImport, ({ query: { account }, body: { key, ...declared }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "importing certificates", by: TRADERS });
      const command = { command: "rec_import.create", key, request: { account, declared } };
      return once(tx, actor, command, async () => {
        const row = await declare(tx, actor, declared);
        const { record_uid, number, status, version } = row;
        await audit(tx, {
          ...session,
          address: origin.address,
          action: "record.changed",
          subject: number,
          detail: { action: "create", status },
        });
        return { record_uid, number, status, version, needs_second_person: false };
      });
    }),
  );

  serve(moveImport, async ({ query: { account }, body, session, origin }) => {
    const { received, statement_sha256, ...command } = body;
    const payload = { received, statement_sha256 };
    // What cannot be done is said to the first person, and not only to the second.
    if (body.action === "confirm" || body.action === "confirm_rest") {
      await read(session, account, async (tx, actor) => {
        const row = await findRecord(tx, importKind, { actor, record_uid: body.record_uid, lock: false });
        const isOpen = importLife.actions[body.action].from.some((state) => state === row.status);
        if (hasRole(actor, "platform_operator") && isOpen && row.version === body.expected_version) {
          mustBeWithout(await confirmationFaults(tx, row, payload));
        }
      });
    }
    const answer = await runRecordCommand(db, importKind, {
      session,
      origin,
      account,
      body: command,
      payload,
    });
    if (answer.needs_second_person) {
      await keepAsked(db, body.record_uid, {
        received: received ?? [],
        statement_sha256: statement_sha256 ?? "",
      });
    }
    return answer;
  });
}

function originRoutes(serve: Serve, read: Read): void {
  serve(listImportOrigins, ({ query: { account }, session }) =>
    read(session, account, async (tx, actor) => {
      const operator = hasRole(actor, "platform_operator");
      const positions = (await originPositions(tx)).map(shownPosition);
      // What the platform holds in all is nobody else's to know.
      const hidden = { balance: null, balance_at: null, held_here: 0, frozen: false };
      return { items: operator ? positions : positions.map((one) => ({ ...one, ...hidden })) };
    }),
  );

  serve(saveImportOrigin, ({ body, session, origin }) =>
    read(session, undefined, async (tx, actor) => {
      if (!hasRole(actor, "platform_operator")) throw noSuchRecord();
      await saveOrigin(tx, body, actor.account_id);
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "record.changed",
        subject: body.origin,
        detail: { platform_account: body.platform_account, balance: body.balance },
      });
      return { message: "The position at the other registry has been saved" };
    }),
  );
}

/** Writes an import down that breaks no rule; the serial numbers are its own from then on. */
async function declare(tx: Tx, actor: Actor, declared: ImportDeclaration) {
  const faults = importFaults(declared, plainGmt8Day(actor.at));
  mustBeWithout([...faults, ...(await faultsHere(tx, declared))]);
  const row = await insertRecImport(tx, actor, declared);
  await setOpenRanges(tx, row, [{ first: row.first, until: row.last + 1 }]);
  await recordBegan(tx, importKind, row, { actor, payload: declared });
  return row;
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
