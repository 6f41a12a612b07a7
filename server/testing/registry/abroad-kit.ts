// A company whose certificates were imported, so that they are retired at the other registry before they are here.
import {
  answerProposal,
  moveRegistryCall,
  readRegistryCall,
  type CallAction,
  type ImportOrigin,
} from "@heliograph/contract";
import {
  askConnection,
  askedConnection,
  confirmConnection,
} from "../../src/domains/registry/calls/connection.sql.ts";
import type { Db } from "../../src/platform/db.ts";
import { posted } from "./ledger-db-kit.ts";
import { lotOf, newBatch, posting } from "./ledger-kit.ts";
import { answerTo, recordCommandOf } from "./record-kit.ts";
import { redeemers } from "./redemption-kit.ts";

export const SECRET = "a-secret-of-two-registries";
const IMPORTED = 60;

/** Redeemers with 60 certificates of Evident: 41 to 80 of series A, then 1 to 20 of series B; no fee is due on them. */
export async function abroad(demonstration = false) {
  const at = await redeemers([], demonstration);
  const plain = newBatch(1, at.own.business_account_id, IMPORTED);
  const batch = {
    ...plain,
    code: `${demonstration ? "DEMO-" : ""}IREC-VN-HYDRO7-202510-XEVIDENT0001`,
    fuel: "ES300",
    manifest_root: null,
    demonstration,
    lot: lotOf("import"),
    foreign: [
      { registry: "EVIDENT", series: "A", first: 41, until: 81 },
      { registry: "EVIDENT", series: "B", first: 1, until: 21 },
    ],
  };
  await posted(at.db, posting({ type: "import", key: "import 1", batches: [batch] }));
  /** A redemption whose fees are settled: the issuer has approved it, and nothing is due. */
  const settled = async (amount: number) => at.approved(amount, { fuel: "ES300" });
  const calls = () => at.db.selectFrom("registry_call").selectAll().orderBy("call_id").execute();
  const lastCall = async () => {
    const call = (await calls()).at(-1);
    if (call === undefined) throw new Error("There is no call");
    return call;
  };
  const move = async (token: string, action: CallAction, more: object = {}) =>
    at.api(moveRegistryCall, { token, query: {}, body: recordCommandOf(await lastCall(), action, more) });
  const readCall = async (record_uid: string, token: string, query: { account?: string } = {}) =>
    at.api(readRegistryCall, { token, query: { ...query, record_uid } });
  const answer = (
    token: string,
    seen: Parameters<typeof answerTo>[0],
    confirms: boolean,
    more: object = {},
  ) => at.api(answerProposal, { token, query: {}, body: answerTo(seen, confirms, more) });
  const connect = (base_url: string, is_on = true) =>
    connected(at.db, { base_url, is_on, by: [at.operator.account_id, at.second.account_id] });
  return { ...at, settled, calls, lastCall, moveCall: move, readCall, answer, connect };
}

/** Connects the registry as two operators would. */
async function connected(
  db: Db,
  {
    base_url,
    is_on,
    by: [first, second],
    origin = "EVIDENT",
  }: { base_url: string; is_on: boolean; by: readonly [number, number]; origin?: ImportOrigin },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await askConnection(tx, { origin, base_url, secret: SECRET, is_on }, first);
    const { record_uid } = await tx
      .selectFrom("registry_connection_asked")
      .select("record_uid")
      .where("origin", "=", origin)
      .executeTakeFirstOrThrow();
    const asked = await askedConnection(tx, record_uid);
    if (asked !== undefined) await confirmConnection(tx, asked, second);
  });
}
