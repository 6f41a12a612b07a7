// How another registry is asked (docs/registry-connection.md): two requests, signed, through the one way out.
import { createHmac } from "node:crypto";
import { callFinding, type CallFinding } from "@heliograph/contract";
import { requestOutside, type OutboundResult } from "../../../platform/outbound/request.ts";
import type { OutboundAllow } from "../../../platform/outbound/target.ts";
import { sha256Of } from "./body-hash.ts";
import type { Connection } from "./connection.sql.ts";

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 16_384;

interface Transaction {
  readonly transaction_number: string;
  readonly body: string;
}

/** Sends the transaction, or asks for it, and returns what the answer tells of it. It throws nothing. */
export async function askRegistry(
  method: "PUT" | "GET",
  { transaction_number, body }: Transaction,
  connection: Connection,
  allow: OutboundAllow,
): Promise<CallFinding> {
  const result = await request(method, transaction_number, { connection, allow, body });
  if (result.kind !== "answer") return { kind: "unclear", why: unanswered(result) };
  return callFinding({
    method,
    transaction: transaction_number,
    body_sha256: sha256Of(body).toString("hex"),
    status: result.status,
    text: result.body.toString("utf8"),
  });
}

/** What a test call tells: `ok` where the other registry says of a number that was never sent that it does not know it. */
export async function tryRegistry(
  transaction_number: string,
  connection: Connection,
  allow: OutboundAllow,
): Promise<{ ok: boolean; status: number | null; detail: string; duration_ms: number }> {
  const result = await request("GET", transaction_number, { connection, allow, body: "" });
  const { duration_ms } = result;
  if (result.kind !== "answer") return { ok: false, status: null, detail: unanswered(result), duration_ms };
  const { status } = result;
  const text = result.body.toString("utf8");
  const found = callFinding({
    method: "GET",
    transaction: transaction_number,
    body_sha256: "",
    status,
    text,
  });
  const ok = found.kind === "not_known";
  const detail = ok
    ? "It answers as it should"
    : found.kind === "unclear"
      ? found.why
      : `It knows ${transaction_number}`;
  return { ok, status, detail, duration_ms };
}

const unanswered = (result: Exclude<OutboundResult, { kind: "answer" }>): string =>
  result.kind === "refused" ? `The address is refused: ${result.why}` : `${result.why}: ${result.detail}`;

function request(
  method: "PUT" | "GET",
  transaction_number: string,
  { connection, allow, body }: { connection: Connection; allow: OutboundAllow; body: string },
): Promise<OutboundResult> {
  const url = `${connection.base_url.replace(/\/+$/, "")}/transactions/${encodeURIComponent(transaction_number)}`;
  const sent = method === "PUT" ? body : "";
  const seconds = Math.floor(Date.now() / 1000);
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const mac = createHmac("sha256", connection.secret)
    .update(`${seconds}.${method} ${path}\n${sent}`)
    .digest("hex");
  const headers = {
    accept: "application/json",
    "user-agent": "Heliograph-Registry/1",
    "heliograph-signature": `t=${seconds},v1=${mac}`,
    ...(method === "PUT" ? { "content-type": "application/json; charset=utf-8" } : {}),
  };
  const most = { timeout_ms: TIMEOUT_MS, most_bytes: MOST_BYTES };
  return requestOutside({ url, method, headers, body: method === "PUT" ? body : undefined, ...most }, allow);
}
