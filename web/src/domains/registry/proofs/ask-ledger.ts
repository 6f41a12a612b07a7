// What the pages of proofs ask the server, and how what comes back is checked here.
import { checkStatement } from "@heliograph/contract/registry/proofs/check-statement";
import { listLogKeys } from "@heliograph/contract/registry/proofs/log";
import { verifyStatement } from "@heliograph/contract/registry/proofs/statement";
import { z } from "zod";
import { call, open } from "../../../platform/call.ts";
import { Refused, refusalIn } from "../../../platform/http.ts";
import { BROWSER_TOOLS } from "./check-tools.ts";
import type { Found } from "./check-file.ts";
import { heldKeys, type KnownKey } from "./known-keys.ts";

/** What is left of the answer when the statement is read by the checker alone, which says what it does not know. */
const verifyAnswer = verifyStatement.answer.extend({ statement: z.unknown() });

const KEPT_KEYS = "ledger_keys";
/** The keys of the log as the server knows them; without a connection those that this browser has seen. */
export async function knownKeys(): Promise<readonly KnownKey[]> {
  try {
    const { items } = await call(listLogKeys, {});
    localStorage.setItem(KEPT_KEYS, JSON.stringify(heldKeys.parse(items)));
    return items;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_KEYS) ?? "[]");
    return heldKeys.safeParse(kept).data ?? [];
  }
}

/** The statement of the key, as people type it, asked for and checked. */
export async function askLedger(typed: string): Promise<Found> {
  const query = verifyStatement.query.safeParse({ key: typed });
  // What cannot be a key is none: said as of one that is not known.
  if (!query.success) return { kind: "unknown" };
  try {
    const reply = await open(verifyStatement, { query: query.data });
    if (!reply.ok) throw await refusalIn(reply);
    const { statement, retired, replaced } = verifyAnswer.parse(await reply.json());
    if (statement === null) return { kind: "pending" };
    const check = checkStatement(statement, { ...BROWSER_TOOLS, keys: await knownKeys(), retired });
    // It may be a good statement, and another one.
    const isAsked = check.statement === null || check.statement.entry.record.key === query.data.key;
    if (!isAsked) return { kind: "failed", message: "The server answered with another statement" };
    return { kind: "checked", check, at: Date.now(), retired, replaced, pdf: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.status === 404 ? { kind: "unknown" } : { kind: "failed", message: error.message };
  }
}
