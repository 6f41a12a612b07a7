// Makes calls to other registries: each is noted as sent before it is, and one of which nobody knows what became is asked for before anything else (rule R21).
import { askAfterMs, callStep, moveByFinding, type CallFinding } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import type { OutboundAllow } from "../../../platform/outbound/target.ts";
import { followRecord } from "../../parties/index.ts";
import { askRegistry } from "./call-request.jobs.ts";
import { callKind } from "./call-kind.sql.ts";
import { callTask, takeStep } from "./call-queue.jobs.ts";
import type { CallRecord } from "./call-rows.ts";
import { connectionTo, type Connection } from "./connection.sql.ts";

/** A request takes seconds at most: what is sent for longer was sent by a process that is gone. */
const SENT_AT_MOST_MS = 120_000;
const HEARD_SHOWN = 500;

const due = task({
  name: "registry.calls",
  payload: nothing,
  attempts: 1,
  starts: { cron: "* * * * *" },
});

/** The work on calls to other registries; `allow`: inner addresses that the installation vouches for. */
export const callWork = (allow: OutboundAllow): readonly Work[] => [
  does(callTask, ({ record_uid }, { db }) => runCall(db, record_uid, allow)),
  does(due, (_, { db }) => queueDueCalls(db)),
];

/** A job for each call that is due and has none, or whose process is gone. */
export async function queueDueCalls(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const calls = await tx
      .selectFrom("registry_call")
      .select(["record_uid", "origin"])
      .where("status", "in", ["prepared", "sent", "unknown"])
      .where("next_at", "<=", sql<Date>`now()`)
      .execute();
    for (const call of calls) await takeStep(tx, call);
  });
}

/** Takes the call as far as it gets now: to an answer, or until it is asked for again later. Nothing where it is over or a person's. */
export async function runCall(db: Db, record_uid: string, allow: OutboundAllow): Promise<void> {
  const call = await callOf(db, record_uid);
  const step = call === undefined ? "nothing" : callStep(call.status);
  if (call === undefined || step === "nothing") return;
  const connection = await connectionTo(db, call.origin);
  if (step === "lose") await moved(db, call, "lose");
  if (connection === undefined) {
    if (step === "send") await moved(db, call, "hand_over");
    else await askLater(db, call, "There is no connection that is on");
    return;
  }
  const way = { db, connection, allow };
  if (step === "send") await send(call, way);
  else await ask(call, way);
}

interface Way {
  readonly db: Db;
  readonly connection: Connection;
  readonly allow: OutboundAllow;
}

const callOf = async (db: Db, record_uid: string): Promise<CallRecord | undefined> =>
  (await sql<CallRecord>`select * from registry_call where record_uid = ${record_uid}`.execute(db)).rows[0];

/** Sends the call once it is committed that it is sent, so that no process that dies leaves a call that looks as if it had never been sent. */
async function send(call: CallRecord, { db, connection, allow }: Way): Promise<void> {
  await moved(db, call, "send");
  const finding = await askRegistry("PUT", call, connection, allow);
  const move = moveByFinding("sent", finding);
  if (move === "answer" || move === "decline") await moved(db, call, move, finding);
  else {
    await moved(db, call, "lose");
    await askLater(db, call, heardOf(finding));
  }
}

/** Asks what became of the call; it is sent again where the other registry has never received it, and only then. */
async function ask(call: CallRecord, way: Way): Promise<void> {
  const { db, connection, allow } = way;
  const finding = await askRegistry("GET", call, connection, allow);
  const move = moveByFinding("unknown", finding);
  if (move === "send") await send(call, way);
  else if (move === null) await askLater(db, call, heardOf(finding));
  else await moved(db, call, move, finding);
}

const heardOf = (finding: CallFinding): string =>
  finding.kind === "unclear" ? finding.why : "The other registry does not know the number";

/** Takes an action of the system in a transaction of its own. */
function moved(
  db: Db,
  { record_uid, call_id }: CallRecord,
  action: "send" | "lose" | "hand_over" | "answer" | "decline",
  finding?: CallFinding,
): Promise<void> {
  const payload = {
    ...(finding?.kind === "done" ? { reference: finding.reference } : {}),
    ...(finding?.kind === "refused" ? { refusal: finding.reason } : {}),
  };
  return db.transaction().execute(async (tx) => {
    if (action === "send") await noteSent(tx, call_id);
    await followRecord(tx, callKind, { record_uid, action }, payload);
  });
}

const noteSent = (tx: Tx, call_id: number) =>
  sql`update registry_call set sent_at = now(), next_at = now() + make_interval(secs => ${SENT_AT_MOST_MS / 1000})
    where call_id = ${call_id}`.execute(tx);

/** Notes what was heard and when the call is asked for again. */
async function askLater(db: Db, { call_id, asked }: CallRecord, heard: string): Promise<void> {
  const words = heard.replace(/\p{Cc}/gu, " ").slice(0, HEARD_SHOWN);
  await sql`update registry_call set asked = asked + 1, asked_at = now(), heard = ${words},
      next_at = now() + make_interval(secs => ${askAfterMs(asked) / 1000})
    where call_id = ${call_id} and status = 'unknown'`.execute(db);
}
