// The whole product in process over a database of its own, asked by calls made from the contract.
import { randomBytes, randomUUID } from "node:crypto";
import {
  addPlannedOutage,
  appConfig,
  createApiKey,
  addComment,
  addEvent,
  openTicket,
  uploadFile,
  type Endpoint,
} from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { openAlarm } from "./alarm-kit.ts";
import { replayedRule } from "./alarm-rule-kit.ts";
import { callWith, workspaceIds, type Fill, type Ids, type MadeCall } from "./calls/call-kit.ts";
import { DAY, READER } from "./calls/call-texts.ts";
import { freshStore } from "./file-kit.ts";
import { tokenFor } from "./fleet-kit.ts";
import { build } from "../src/app.ts";
import { orderCommands, type CommandOrder } from "../src/domains/control/index.ts";
import { doorkeeperGateway } from "../src/domains/fleet/index.ts";
import { doorkeeperSession } from "../src/domains/identity/index.ts";
import { startIngest, startLive } from "../src/domains/telemetry/index.ts";
import type { Db } from "../src/platform/db.ts";
import { startListener } from "../src/platform/listener.ts";
import { channelThings } from "./channels/channel-things.ts";
import { mailsInFolder } from "./channels/mail-kit.ts";
import { reportThings } from "./reports/report-things.ts";
import { idleSchedule } from "./control/schedule-kit.ts";
import { account, freshPools, scene } from "./test-kit.ts";

interface Reply {
  readonly status: number;
  /** Status, headers and body as they came, but for the request's own id and time. */
  readonly bytes: string;
  readonly body: string;
}
type Ask = (
  e: Endpoint,
  fill: Fill,
  authorization?: string,
  /** What is asked beside what the call must have. */
  more?: { readonly query?: Readonly<Record<string, string>> | undefined; readonly body?: object },
) => Promise<Reply>;

/** The whole product in process, over a database of its own. */
export async function product() {
  const pools = await freshPools();
  const ingest = startIngest({ pools, url: pools.url });
  const listener = startListener(pools.url);
  const live = await startLive({ db: pools.db, listener });
  const { store: documents } = await freshStore();
  const app = await build({
    pools,
    ingest,
    live,
    files: (await freshStore()).store,
    imports: (await freshStore()).store,
    documents,
    mail: await mailsInFolder(),
    firmware: { store: (await freshStore()).store, keys: {}, origin: null },
    doorkeeper: { session: doorkeeperSession(pools.db), gateway: doorkeeperGateway(pools.db) },
    settings: appConfig.parse({}),
    // Nobody makes any.
    reportWaitMs: 20,
  });
  onTestFinished(async () => {
    await app.close();
    await live.stop();
    await ingest.stop();
    await listener.stop();
  });
  await app.ready();
  const send = sendOf(app);
  return { db: pools.db, documents, send, ask: askOf(send) };
}

/** The body with more fields; one that is a list stays what it is. */
const withMore = (body: object, more: object | undefined): object =>
  more === undefined ? body : { ...body, ...more };

/** Sends the call as it was made. */
function sendOf(app: FastifyInstance) {
  return async (e: Endpoint, { query, body, file }: MadeCall, authorization?: string): Promise<Reply> => {
    const answer = await app.inject({
      method: e.method,
      url: `/api/v1/${e.path}`,
      query: { ...query },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(file === undefined ? {} : { payload: Buffer.from(file) }),
      headers: {
        ...(file === undefined ? {} : { "content-type": "application/octet-stream" }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      payloadAsStream: true,
    });
    const { statusCode: status, headers } = answer;
    const stream = answer.stream();
    // A stream of events goes on: that it began is its answer.
    const isEndless = headers["content-type"]?.startsWith("text/event-stream") === true;
    if (isEndless) stream.destroy();
    const text = isEndless ? "" : Buffer.concat(await stream.toArray()).toString();
    const { date: _date, "x-request-id": id, ...rest } = headers;
    const bytes = JSON.stringify({ status, rest, text }).replaceAll(String(id), "REQUEST");
    return { status, bytes, body: text };
  };
}

const askOf =
  (send: ReturnType<typeof sendOf>): Ask =>
  (e, fill, authorization, more) => {
    const made = callWith(e, fill);
    const body = made.body === undefined ? {} : { body: withMore(made.body as object, more?.body) };
    return send(e, { ...made, query: { ...made.query, ...more?.query }, ...body }, authorization);
  };

/** The account READER, made when it is first wanted. */
async function readerOf(db: Db) {
  const there = await db
    .selectFrom("account")
    .select(["account_id", "account_uid"])
    .where("email", "=", READER)
    .executeTakeFirst();
  if (there !== undefined) return there;
  const made = await account(db, "Minh Pham");
  await db.updateTable("account").set({ email: READER }).where("account_id", "=", made.account_id).execute();
  return made;
}

/** A command that was given to the gateway and handed over. */
async function givenCommand(
  db: Db,
  { project_id, gateway_id, device_id, device_uid }: Awaited<ReturnType<typeof scene>>,
): Promise<string> {
  const order: CommandOrder = {
    project_id,
    gateway_id,
    device: { device_id, device_uid },
    command: { name: "connect", on: true },
    cause: "person",
    account_id: null,
    expires_in_s: 60,
    reversion: null,
  };
  const [given] = await db.transaction().execute((tx) => orderCommands(tx, randomUUID(), [order]));
  await db
    .updateTable("gateway_message")
    .set({ sent_at: sql<Date>`now()`, sent_by: "http" })
    .execute();
  return given?.command_uid ?? "";
}

/** A proof of the gateway's zero export that nobody has made yet. */
async function askedProof(
  db: Db,
  { project_id, gateway_id }: { project_id: number; gateway_id: number },
): Promise<string> {
  const days = { month: "2026-01-01", from_day: "2026-01-01", to_day: "2026-01-31" };
  const { proof_uid } = await db
    .insertInto("nze_proof")
    .values({ project_id, gateway_id, ...days, lang: "en", basis: "" })
    .returning("proof_uid")
    .executeTakeFirstOrThrow();
  return proof_uid;
}

/** A passkey and a session of the account, and that it has no part in the certificate workspace. */
async function signInThings(db: Db, { account_id }: { account_id: number }) {
  const { passkey_uid } = await db
    .insertInto("passkey")
    .values({
      account_id,
      credential_id: randomUUID(),
      public_key: randomBytes(77),
      sign_count: 0,
      transports: [],
      name: "Laptop",
    })
    .returning("passkey_uid")
    .executeTakeFirstOrThrow();
  const { session_id } = await db
    .insertInto("session")
    .values({ session_id: randomUUID(), account_id, expires_at: new Date(Date.now() + 86_400_000) })
    .returning("session_id")
    .executeTakeFirstOrThrow();
  return { session: session_id, passkey: passkey_uid, ...workspaceIds() };
}

/** A roll-out of firmware to the gateway, of which a wave waits. */
async function waitingRollOut(db: Db, plant: { project_id: number; gateway_id: number }): Promise<string> {
  const { firmware_id } = await db
    .insertInto("firmware")
    .values({
      file_uid: randomUUID(),
      gateway_type: "HG-1",
      version: randomUUID(),
      file_name: "gateway.bin",
      size_bytes: 1,
      sha256: "0".repeat(64),
      signature: "",
      signed_by: "Maker",
    })
    .returning("firmware_id")
    .executeTakeFirstOrThrow();
  const { roll_out_id, roll_out_uid } = await db
    .insertInto("roll_out")
    .values({ firmware_id, mode: "waves", state: "waiting", waves: 1, gateways: 1 })
    .returning(["roll_out_id", "roll_out_uid"])
    .executeTakeFirstOrThrow();
  const { project_id, gateway_id } = plant;
  await db.insertInto("roll_out_gateway").values({ roll_out_id, project_id, gateway_id, wave: 1 }).execute();
  return roll_out_uid;
}

/** A comment and an event of the project. */
async function writtenThings(ask: Ask, ofProject: Fill, owner: string) {
  const { comment_id } = addComment.answer.parse(
    JSON.parse((await ask(addComment, ofProject, owner)).body),
  ).comment;
  const { event_id } = addEvent.answer.parse(JSON.parse((await ask(addEvent, ofProject, owner)).body)).event;
  return { comment: comment_id, event: event_id };
}

/** The account by its uid, a notification of it, a mail, a webhook with a delivery, a view of the desk, and a replay of a rule. */
async function noticedThings(
  db: Db,
  of: { project_id: number; account_id: number; account_uid: string },
): Promise<
  Pick<Ids, "user" | "notification" | "mail" | "webhook" | "delivery" | "alarmReplay" | "alarmView">
> {
  const { project_id, account_id, account_uid } = of;
  const at = new Date();
  const what = { kind: "gateway_silent", severity: "critical", first_at: at, last_at: at, account_id };
  const { notice_id } = await db
    .insertInto("notice")
    .values(what)
    .returning("notice_id")
    .executeTakeFirstOrThrow();
  const { entry_uid } = await db
    .insertInto("notice_entry")
    .values({ ...what, notice_id, project_id, alarms: 1, alarm_uid: randomUUID() })
    .returning("entry_uid")
    .executeTakeFirstOrThrow();
  const alarmReplay = await replayedRule(db, of);
  return { user: account_uid, notification: entry_uid, alarmReplay, ...(await channelThings(db, of)) };
}

/** A plant with one of everything, the header of its owner, and one of a read-only member. */
export async function completePlant(db: Db, ask: Ask) {
  const made = await scene(db);
  const owner = `Bearer ${await tokenFor(db, made)}`;
  const { project_id } = made;
  const reading = await readerOf(db);
  await db
    .insertInto("project_member")
    .values({ project_id, account_id: reading.account_id, role: "read_only" })
    .execute();
  const ofProject: Fill = () => [made.project_uid];
  const { ticket_uid } = openTicket.answer.parse(JSON.parse((await ask(openTicket, ofProject, owner)).body));
  const { file_uid } = uploadFile.answer.parse(JSON.parse((await ask(uploadFile, ofProject, owner)).body));
  const outageCall = await ask(
    addPlannedOutage,
    ({ noun }) => [noun === "gateway" ? made.gateway_uid : made.project_uid],
    owner,
  );
  const { outage_uid } = addPlannedOutage.answer.parse(JSON.parse(outageCall.body));
  // A price for the day that calls name, so that there is one to take away.
  await db.insertInto("tariff").values({ project_id, valid_from: DAY, vnd_per_kwh: "2000" }).execute();
  const { invitation_uid } = await db
    .insertInto("invitation")
    .values({
      project_id,
      email: "invited@test.example",
      role: "read_only",
      token_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning("invitation_uid")
    .executeTakeFirstOrThrow();
  const { import_uid } = await db
    .insertInto("history_import")
    .values({ project_id })
    .returning("import_uid")
    .executeTakeFirstOrThrow();
  const { api_key_uid: key } = createApiKey.answer.parse(
    JSON.parse((await ask(createApiKey, ofProject, owner)).body),
  );
  const ofAccount = { ...(await signInThings(db, made)), alarm: await openAlarm(db, made) };
  const ids: Ids = {
    key,
    project: made.project_uid,
    gateway: made.gateway_uid,
    device: made.device_uid,
    file: file_uid,
    ticket: ticket_uid,
    outage: outage_uid,
    invitation: invitation_uid,
    import: import_uid,
    command: await givenCommand(db, made),
    schedule: await idleSchedule(db, made),
    proof: await askedProof(db, made),
    ...ofAccount,
    rollOut: await waitingRollOut(db, made),
    ...(await reportThings(db, ask, { ...made, of: ofProject, owner })),
    ...(await writtenThings(ask, ofProject, owner)),
    ...(await noticedThings(db, made)),
  };
  return { ...made, owner, reader: `Bearer ${await tokenFor(db, reading)}`, ids };
}
