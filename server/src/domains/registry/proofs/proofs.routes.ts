import { Readable } from "node:stream";
import {
  downloadStatement,
  downloadStatementPdf,
  listLogHeads,
  listLogKeys,
  readLogConsistency,
  readLogHead,
  readLogProof,
  readSupply,
  redemptionStatement,
  verifyStatement,
  type LogHead,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Origin, Serve } from "../../../platform/http.ts";
import { callLimits } from "../../../platform/limits/call-limits.ts";
import { Problem } from "../../../platform/problem.ts";
import { attempt, forgive, openCallLimits } from "../../identity/index.ts";
import { headAt, headsBelow, indexOfLeaf, logKeys, pathBetween, pathOf } from "./log.sql.ts";
import { lastCheck } from "../ledger/ledger-check.sql.ts";
import { askForPrint, printedStatement } from "./statement-pdf.jobs.ts";
import { statementBy } from "./statement.sql.ts";
import { supply } from "./supply.sql.ts";

/** Calls about the log that one address may make in a minute: each is answered from few rows, and none is free. */
const CALLS_A_MINUTE = 120;

/**
 * Serves heads, keys and proofs of the certificate log, and what it adds up to, to anybody. Whoever tries leaf hashes is slowed. `now` gives ms
 * that only grow.
 */
export function proofRoutes(serve: Serve, db: Db, now: () => number = () => performance.now()): void {
  const { ofAddress } = callLimits({ perAddress: CALLS_A_MINUTE, perAccount: CALLS_A_MINUTE }, now);

  serve.public(readLogHead, ({ query, origin }) => {
    ofAddress(origin.address);
    return mustBeHead(db, query.size);
  });
  serve.public(listLogHeads, async ({ query: { below, limit }, origin }) => {
    ofAddress(origin.address);
    return { items: await headsBelow(db, { below, limit }) };
  });
  serve.public(listLogKeys, async ({ origin }) => {
    ofAddress(origin.address);
    return { items: await logKeys(db) };
  });

  serve.public(readSupply, async ({ origin }) => {
    ofAddress(origin.address);
    const { at, rows, too_few } = await supply(db, now);
    const check = await lastCheck(db);
    return {
      at: at.toISOString(),
      rows,
      too_few,
      head: (await headAt(db)) ?? null,
      check: check === undefined ? null : { ...check, at: check.at.toISOString() },
    };
  });

  serve.public(readLogProof, async ({ query: { leaf, size }, origin }) => {
    const tried = await attempt(db, openCallLimits("proof", origin.address));
    const [index, head] = [await indexOfLeaf(db, leaf), await headAt(db, size)];
    if (index === undefined || head === undefined || index >= head.size) throw notFound();
    await forgive(db, tried);
    return { index, head, path: await pathOf(db, { index, size: head.size }) };
  });

  serve.public(readLogConsistency, async ({ query: { from, to }, origin }) => {
    ofAddress(origin.address);
    const [earlier, later] = [await mustBeHead(db, from), await mustBeHead(db, to)];
    return { earlier, later, path: await pathBetween(db, { from, to }) };
  });
}

/** Serves statements to whoever has their key. */
export function statementRoutes(serve: Serve, db: Db): void {
  printedRoutes(serve, db);
  serve.public(verifyStatement, async ({ query: { key }, origin }) => {
    const { statement, retired, replaced } = await mustBeStatement(db, key, origin);
    return {
      statement: statement === null ? null : redemptionStatement.parse(JSON.parse(statement)),
      retired,
      replaced: replaced === null ? null : { ...replaced, at: replaced.at.toISOString() },
    };
  });
  serve.publicDownload(downloadStatement, async ({ query: { key }, origin }) => {
    const { statement, number } = await mustBeStatement(db, key, origin);
    if (statement === null) throw noStatement();
    const bytes = Buffer.from(statement);
    const name = `${number}-statement.json`;
    return { name, mime: "application/json", size_bytes: bytes.length, content: Readable.from([bytes]) };
  });
}

/** Serves printed statements to whoever has their key; one that is not printed yet is, at once. */
function printedRoutes(serve: Serve, db: Db): void {
  serve.publicDownload(downloadStatementPdf, async ({ query: { key, lang }, origin }) => {
    const { statement, number, statement_id } = await mustBeStatement(db, key, origin);
    if (statement === null) throw noStatement();
    const bytes = await printedStatement(db, statement_id, lang);
    if (bytes === undefined) {
      if (await askForPrint(db, statement_id, Date.now())) {
        throw new Problem(
          503,
          "statement.pdf_failed",
          "The PDF could not be made yet. It is tried again by itself.",
        );
      }
      throw new Problem(409, "statement.pdf_pending", "The PDF is being made. Try again in a moment.");
    }
    const name = `${number}-statement-${lang}.pdf`;
    return { name, mime: "application/pdf", size_bytes: bytes.length, content: Readable.from([bytes]) };
  });
}

async function mustBeStatement(db: Db, key: string, { address }: Origin) {
  const tried = await attempt(db, openCallLimits("statement", address));
  const found = await statementBy(db, key);
  if (found === undefined) throw noStatement();
  await forgive(db, tried);
  return found;
}

const noStatement = () => new Problem(404, "statement.not_found", "We do not know this key");

async function mustBeHead(db: Db, size?: number): Promise<LogHead> {
  const head = await headAt(db, size);
  if (head === undefined) throw notFound();
  return head;
}

/** One refusal for whatever the log does not have. */
const notFound = () => new Problem(404, "log.not_found", "The log has no such entry or head");
