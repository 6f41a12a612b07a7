// Spreadsheets as another maker's program reads them: LibreOffice, without a screen.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseCsv } from "hucre/csv";
import { onTestFinished } from "vitest";

const run = promisify(execFile);
const LONGEST_MS = 120_000;

/** True where LibreOffice is installed: Debian's libreoffice-calc. */
export const hasLibreOffice = await run("soffice", ["--version"]).then(
  () => true,
  () => false,
);

/** Formulas are computed anew when a file is opened, so that what they come to is not what was written beside them. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/**
 * Every sheet of the spreadsheet as rows of text, by its name, as LibreOffice has them: numbers whole and not as their format shows
 * them. `recalculated`: formulas are computed by LibreOffice.
 */
export async function sheetsInLibreOffice(
  xlsx: Uint8Array,
  { recalculated }: { recalculated: boolean },
): Promise<Map<string, string[][]>> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-sheets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const profile = join(folder, "profile");
  if (recalculated) {
    await run("mkdir", ["-p", join(profile, "user")]);
    await writeFile(join(profile, "user", "registrymodifications.xcu"), RECALCULATE);
  }
  await writeFile(join(folder, "book.xlsx"), xlsx);
  // Comma, quotes, UTF-8, from the first row, no column formats, English, all text quoted, numbers as they are, ..., every sheet.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false,false,false,-1";
  const args = [
    `-env:UserInstallation=file://${profile}`,
    "--headless",
    "--convert-to",
    filter,
    "--outdir",
    folder,
  ];
  await run("soffice", [...args, join(folder, "book.xlsx")], { timeout: LONGEST_MS });
  const files = (await readdir(folder)).filter((name) => name.endsWith(".csv"));
  const sheets = new Map<string, string[][]>();
  for (const file of files) {
    const rows = parseCsv(await readFile(join(folder, file), "utf8")).map((row) =>
      row.map((cell) => String(cell ?? "")),
    );
    sheets.set(file.replace(/^book-/, "").replace(/\.csv$/, ""), rows);
  }
  return sheets;
}
