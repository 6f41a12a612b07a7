// Statements on paper: a PDF in each language, signed by the installation, with the statement itself inside.
import { redemptionStatement, type StatementLanguage } from "@heliograph/contract";
import type { TimestampAuthority } from "@libpdf/core";
import type { Insertable } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import type { DB } from "../../../platform/tables.ts";
import { renderPdf } from "../../../platform/documents/pdf.ts";
import { documentSigner, stillSigns } from "../../../platform/documents/sign-pdf.ts";
import { addJob, does, task, type Work } from "../../../platform/jobs/jobs.ts";
import { lastFailure } from "../../../platform/jobs/jobs.sql.ts";
import { announceKey } from "../ledger/seal.sql.ts";
import { printedContent } from "./statement-content.ts";
import { STATEMENT_TEMPLATE } from "./statement-template.ts";
import { STATEMENT_LANGUAGES, STATEMENT_WORDS } from "./statement-words.ts";

/** The product's name on statements, and where the portal is reached; null: it does not know. */
interface StatementPrinting {
  readonly product: string;
  readonly origin: string | null;
  /** Stamps statements with the time; null: none is configured. */
  readonly authority: TimestampAuthority | null;
}

/** Prints a statement that is made. Compiling takes a processor for itself: one after the other. */
const statementPdfTask = task({
  name: "registry.statement-pdf",
  payload: z.object({ statement_id: z.number() }),
  queue: "documents",
});

/** The work on printed statements. */
export const statementPdfWork = (printing: StatementPrinting): Work =>
  does(statementPdfTask, ({ statement_id }, { db }) => printStatement(db, printing, statement_id));

/**
 * Makes the PDFs of the statement that are not made yet; its proof must not be pending. Rejects where the authority gives no time stamp: that PDF is
 * not made then, and those before it are.
 */
export async function printStatement(
  db: Db,
  { product, origin, authority }: StatementPrinting,
  statement_id: number,
): Promise<void> {
  const { statement: text, ready_at } = await db
    .selectFrom("redemption_statement")
    .select(["statement", "ready_at"])
    .where("statement_id", "=", statement_id)
    .executeTakeFirstOrThrow();
  if (text === null || ready_at === null) {
    throw new RangeError(`The proof of statement ${statement_id} is pending`);
  }
  const statement = redemptionStatement.parse(JSON.parse(text));
  const signer = await documentSigner(db);
  // Whoever checks the PDF later knows by the log whose signature it should have.
  await announceKey(db, signer, "document");
  for (const lang of STATEMENT_LANGUAGES) {
    if ((await printedStatement(db, statement_id, lang)) !== undefined) continue;
    const pdf = renderPdf({
      template: STATEMENT_TEMPLATE,
      data: printedContent(statement, { lang, product, origin, text }),
      lang,
      createdAt: ready_at,
    });
    const signed = await signer.sign(pdf, {
      reason: STATEMENT_WORDS[lang].reason,
      at: new Date(),
      authority,
    });
    await keepPrint(db, { statement_id, lang, content: Buffer.from(signed) }, signer);
  }
}

/** Keeps the PDF unless there is one. Throws where its key was replaced meanwhile: what a revoked key signed is not given out. */
async function keepPrint(
  db: Db,
  print: Insertable<DB["statement_pdf"]>,
  signer: { readonly key_id: string },
) {
  await db.transaction().execute(async (tx) => {
    if (!(await stillSigns(tx, signer))) throw new Error("Another key signs PDFs now");
    await tx
      .insertInto("statement_pdf")
      .values(print)
      .onConflict((one) => one.columns(["statement_id", "lang"]).doNothing())
      .execute();
  });
}

const printKey = (statement_id: number) => `print ${statement_id}`;

/** Has the statement printed; asked for again while it waits, it is once. */
export const orderPrint = (db: Db, statement_id: number): Promise<void> =>
  db
    .transaction()
    .execute((tx) => addJob(tx, statementPdfTask, { statement_id }, { key: printKey(statement_id) }));

/** Whoever asks brings the next attempt forward, but not sooner than this after the last. */
const AGAIN_MS = 60_000;

/** Has the statement printed where somebody asks for it at `now` (ms since 1970). Returns whether the last attempt at it failed. */
export async function askForPrint(db: Db, statement_id: number, now: number): Promise<boolean> {
  const failed = await lastFailure(db, printKey(statement_id));
  if (failed === undefined || now - failed.getTime() >= AGAIN_MS) await orderPrint(db, statement_id);
  return failed !== undefined;
}

/** The PDF of the statement in the language; undefined: it is not printed yet. */
export async function printedStatement(
  db: Db,
  statement_id: number,
  lang: StatementLanguage,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("statement_pdf")
    .select("content")
    .where("statement_id", "=", statement_id)
    .where("lang", "=", lang)
    .executeTakeFirst();
  return row?.content;
}
