import { Readable } from "node:stream";
import {
  addDays,
  commandIssuance,
  createIssuance,
  downloadEvidencePack,
  listIssuableDevices,
  listIssuances,
  localDay,
  monthsOf,
  readIssuance,
  type Day,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import {
  TRADERS,
  accountMust,
  actorFor,
  asActor,
  auditRecord,
  createdAnswer,
  findRecord,
  noSuchRecord,
  once,
  runRecordCommand,
  type Actor,
} from "../../parties/index.ts";
import { packTable } from "../generation/pack-file.ts";
import { seekCopies } from "./copies.sql.ts";
import { evidencePack } from "./evidence-pack.sql.ts";
import { nowOf, requestState } from "./issuance-facts.sql.ts";
import { issuanceKind } from "./issuance-kind.sql.ts";
import { beginIssuance, refreeze } from "./issuance-record.sql.ts";
import { issuanceList } from "./issuance-list.sql.ts";
import { issuancePage } from "./issuance-page.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import { issuedDevices, type IssuedDevice } from "./registered-devices.sql.ts";
import { submittedPack } from "./submissions.sql.ts";

/** Serves requests for certificates: to the people of their accounts, and to issuers and platform operators once they are submitted. */
export function issuanceRoutes(serve: Serve, db: Db): void {
  serve(listIssuances, ({ query: { account, ...asked }, session }) =>
    asActor(db, { session, account }, (tx, actor) => issuanceList(tx, actor, asked)),
  );
  serve(readIssuance, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, issuanceKind, { actor, record_uid, lock: false });
      if (row.status === "deleted") throw noSuchRecord();
      return issuancePage(tx, row, actor);
    }),
  );
  serve.download(downloadEvidencePack, ({ query: { account, record_uid, format }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, issuanceKind, { actor, record_uid, lock: false });
      if (row.status === "deleted") throw noSuchRecord();
      return packFile(row.number, await packOf(tx, row), format);
    }),
  );
  serve(listIssuableDevices, ({ query: { account }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => ({ items: await issuableDevices(tx, actor) })),
  );
  serve(commandIssuance, async ({ query, body, session, origin }) => {
    // In a transaction of its own: what is found is known also where the command is refused for it.
    if (ASKED_OF_COPIES.includes(body.action)) await lookForCopies(db, { session, ...query, ...body });
    const { from_day, to_day, rest_from_day, evidence_uid, declared, code, marks, answers, ...command } =
      body;
    return runRecordCommand(db, issuanceKind, {
      session,
      origin,
      account: query.account,
      body: command,
      payload: { from_day, to_day, rest_from_day, evidence_uid, declared, code, marks, answers },
    });
  });
  serveCreate(serve, db);
}

/** Actions before which copies of the readings are looked for. */
const ASKED_OF_COPIES: readonly string[] = [
  "submit",
  "resubmit",
  "take",
  "accept_check",
  "approve",
  "approve_declared",
];

async function lookForCopies(
  db: Db,
  asked: { session: Session; account?: string | undefined; record_uid: string; action: string },
): Promise<void> {
  const { session, account, record_uid, action } = asked;
  await asActor(db, { session, account }, async (tx, actor) => {
    await accountMust(tx, actor, { deed: "act", action });
    const row = await findRecord(tx, issuanceKind, { actor, record_uid, lock: false });
    await seekCopies(tx, (await requestState(tx, row)).made);
  });
}

/** The pack as it was submitted last; of what was not, or goes back, as it is now. */
async function packOf(tx: Tx, row: IssuanceRow): Promise<string> {
  const isOpen = row.status === "draft" || row.status === "to_resubmit";
  const submitted = isOpen ? null : await submittedPack(tx, row);
  return submitted ?? evidencePack(tx, row, await requestState(tx, row));
}

function packFile(number: string, text: string, format: "json" | "csv") {
  const content = Buffer.from(format === "json" ? text : packTable(text));
  const mime = format === "json" ? "application/json" : "text/csv";
  return {
    name: `${number} evidence.${format}`,
    mime,
    size_bytes: content.length,
    content: Readable.from([content]),
  };
}

function serveCreate(serve: Serve, db: Db): void {
  serve(createIssuance, ({ query: { account }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "create", by: TRADERS });
      const { key, ...request } = body;
      return once(
        tx,
        actor,
        { command: "issuance.create", key, request: { ...request, account } },
        async () => {
          const device = await ownDevice(tx, actor, body.device_uid);
          const row = await beginIssuance(tx, device, body, actor);
          await refreeze(tx, row);
          const detail = { action: "create", status: row.status };
          await auditRecord(tx, { session, origin }, { subject: row.number, detail });
          return createdAnswer(row);
        },
      );
    }),
  );
}

/** The account's device. Throws GEN-404 where it has none of the uid. */
async function ownDevice(tx: Tx, actor: Actor, device_uid: string): Promise<IssuedDevice> {
  const { business_account_id } = actor;
  if (business_account_id === null) throw noSuchRecord();
  const [device] = await issuedDevices(tx, { device_uid, business_account_id });
  if (device === undefined) throw noSuchRecord();
  return device;
}

/** Devices of the account with the month that may be issued next: the first that is over and that no request has. */
async function issuableDevices(tx: Tx, { business_account_id }: Actor) {
  if (business_account_id === null) return [];
  const devices = await issuedDevices(tx, { business_account_id });
  const now_ms = await nowOf(tx);
  const { rows: taken } = await sql<{ registered_device_id: number; from_day: Day; to_day: Day }>`
    select registered_device_id, from_day, to_day from issuance
    where business_account_id = ${business_account_id} and status in ('draft', 'pending', 'in_progress', 'to_resubmit', 'approved')`.execute(
    tx,
  );
  return devices.map((device) => {
    const own = taken.filter((one) => one.registered_device_id === device.registered_device_id);
    const { device_uid, code, english_name: name, registry } = device;
    return { device_uid, code, name, registry, ...nextMonth(device, own, localDay(device.timezone, now_ms)) };
  });
}

function nextMonth(
  { registered_on, valid_from, valid_to }: IssuedDevice,
  taken: readonly { from_day: Day; to_day: Day }[],
  today: Day,
): { from_day: Day | null; to_day: Day | null } {
  const first = registered_on > valid_from ? registered_on : valid_from;
  const last = addDays(`${today.slice(0, 7)}-01`, -1);
  for (const month of monthsOf(first, last)) {
    const from_day = first > `${month}-01` ? first : `${month}-01`;
    const end = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
    const to_day = valid_to !== null && valid_to < end ? valid_to : end;
    const isTaken = taken.some((one) => one.from_day <= to_day && from_day <= one.to_day);
    if (!isTaken && from_day <= to_day) return { from_day, to_day };
  }
  return { from_day: null, to_day: null };
}
