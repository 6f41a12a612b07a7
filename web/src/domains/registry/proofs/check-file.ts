// A statement that somebody has as a file, checked without asking anybody about it.
import { checkStatement, type StatementCheck } from "@heliograph/contract/registry/proofs/check-statement";
import { checkPdfSignature, type PdfCheck } from "@heliograph/contract/registry/proofs/pdf-signature";
import { BROWSER_TOOLS } from "./check-tools.ts";
import type { KnownKey } from "./known-keys.ts";
import { statementIn } from "./statement-file.ts";

/** What came of a question. */
export type Found =
  | {
      readonly kind: "checked";
      readonly check: StatementCheck;
      /** ms since 1970. */
      readonly at: number;
      /** Certificates that the ledger holds as retired by it; null: it was not asked. */
      readonly retired: number | null;
      readonly replaced: { readonly key: string; readonly at: string } | null;
      /** Whether the PDF that carried it is as the portal signed it, and when (rule R43); null: it was in none. */
      readonly pdf: PdfCheck | null;
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "pending" }
  | { readonly kind: "unreadable" }
  | { readonly kind: "failed"; readonly message: string };

/** The statement in the file, checked by the keys that `keys` resolves to. */
export async function checkFile(file: Blob, keys: () => Promise<readonly KnownKey[]>): Promise<Found> {
  const read = await statementIn(file);
  if (read === null) return { kind: "unreadable" };
  const tools = { ...BROWSER_TOOLS, keys: await keys() };
  const check = checkStatement(read.given, { ...tools, retired: null });
  const pdf = read.pdf === null ? null : checkPdfSignature(read.pdf, tools);
  return { kind: "checked", check, at: Date.now(), retired: null, replaced: null, pdf };
}
