// Statements on paper: a PDF in each language, signed by the installation, with the statement itself inside.
import { redemptionStatement, type StatementLanguage } from "@heliograph/contract";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { renderPdf } from "../../../platform/documents/pdf.ts";
import { documentSigner } from "../../../platform/documents/sign-pdf.ts";
import { addJob, does, task, type Work } from "../../../platform/jobs/jobs.ts";
import { announceKey } from "../ledger/seal.sql.ts";
import { printedContent } from "./statement-content.ts";
import { STATEMENT_TEMPLATE } from "./statement-template.ts";
import { STATEMENT_LANGUAGES, STATEMENT_WORDS } from "./statement-words.ts";

/** The product's name on statements, and where the portal is reached; null: it does not know. */
interface StatementPrinting {
  readonly product: string;
  readonly origin: string | null;
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

/** Makes the PDFs of the statement that are not made yet; its proof must not be pending. */
export async function printStatement(
  db: Db,
  { product, origin }: StatementPrinting,
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
    const pdf = renderPdf({
      template: STATEMENT_TEMPLATE,
      data: printedContent(statement, { lang, product, origin, text }),
      lang,
      createdAt: ready_at,
    });
    const signed = await signer.sign(pdf, STATEMENT_WORDS[lang].reason, new Date());
    await db
      .insertInto("statement_pdf")
      .values({ statement_id, lang, content: Buffer.from(signed) })
      .onConflict((one) => one.columns(["statement_id", "lang"]).doNothing())
      .execute();
  }
}

/** Has the statement printed; asked for again while it waits, it is once. */
export const orderPrint = (db: Db, statement_id: number): Promise<void> =>
  db
    .transaction()
    .execute((tx) => addJob(tx, statementPdfTask, { statement_id }, { key: `print ${statement_id}` }));

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
