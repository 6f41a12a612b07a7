// What a PDF says.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PDF } from "@libpdf/core";

/** The text of a PDF as it is written, letter by letter, without breaks of lines. */
export const pdfLetters = async (pdf: Uint8Array): Promise<string> =>
  (await PDF.load(pdf))
    .getPages()
    .map((page) => page.extractText().text)
    .join(" ")
    .replaceAll(/\s+/g, " ");

/**
 * The text of a PDF without breaks of lines. `isWhole`: as poppler has it, which puts Vietnamese letters together; where that program is not
 * there it is read letter by letter.
 */
export async function pdfText(pdf: Uint8Array): Promise<{ text: string; isWhole: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), "pdf-text-"));
  try {
    const path = join(folder, "read.pdf");
    await writeFile(path, pdf);
    const read = await promisify(execFile)("pdftotext", ["-layout", path, "-"]).catch(() => null);
    const text = read?.stdout.replaceAll(/\s+/g, " ") ?? (await pdfLetters(pdf));
    return { text, isWhole: read !== null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
