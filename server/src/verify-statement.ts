// npm run verify -- statement.json | statement.pdf [--keys keys.json]
// Checks a redemption statement without a connection, by the keys of the log: those in the file (what /api/v1/rehash/log/keys answers), else those of
// this installation's data folder. Of a PDF it checks the statement in it, and whether the PDF is as the portal signed it. Ends with 1 unless all is
// genuine: also for a demonstration, which proves no redemption of anything (rule R14).
import { createHash, createPublicKey, verify as isSigned } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  checkPdfSignature,
  checkStatement,
  replaceableUntil,
  type CheckKey,
  type PdfState,
  type StatementCheck,
} from "@heliograph/contract";
import { PDF } from "@libpdf/core";
import { z } from "zod";
import { checkerSources, isSignedText, readKeys, STATEMENT_CHECKER } from "./domains/registry/index.ts";
import { configOrExit, runCommand } from "./platform/command.ts";
import { publicKeyIn } from "./platform/documents/signing-key.ts";

const knownKeys = z.object({
  items: z.array(
    z.object({
      key_id: z.string(),
      public_key: z.string(),
      use: z.enum(["log", "demonstration", "document"]),
      revoked: z.object({ at: z.string(), size: z.number() }).nullish(),
    }),
  ),
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const print = (line: string) => process.stdout.write(`${line}\n`);

async function keysOf(file: string | undefined): Promise<CheckKey[]> {
  if (file !== undefined) {
    const { items } = knownKeys.parse(JSON.parse(await readFile(file, "utf8")));
    return items.map(({ revoked, ...key }) => ({ ...key, revoked: revoked ?? null }));
  }
  const folder = join(resolve(configOrExit().DATA_DIR), "ledger");
  const kept = await readKeys(folder);
  if (kept !== null) return [...kept];
  const [log, demonstration] = [await publicKeyIn(folder), await publicKeyIn(join(folder, "demonstration"))];
  return [
    ...(log === null ? [] : [{ ...log, use: "log" as const }]),
    ...(demonstration === null ? [] : [{ ...demonstration, use: "demonstration" as const }]),
  ];
}

/** The statement in the file as it was read from JSON, and the PDF that carries it; null: it is no PDF. */
async function read(file: string): Promise<{ given: unknown; pdf: Uint8Array | null }> {
  const bytes = await readFile(file);
  const isPdf = bytes.subarray(0, 1024).includes("%PDF-");
  if (!isPdf) return { given: JSON.parse(bytes.toString("utf8")), pdf: null };
  const attached = (await PDF.load(bytes)).getAttachment("statement.json");
  const given: unknown = attached === null ? null : JSON.parse(Buffer.from(attached).toString("utf8"));
  return { given, pdf: new Uint8Array(bytes) };
}

/** Whether the ECDSA signature under the bytes is that of the key. */
function isSignedBytes(public_key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(public_key), type: "spki", format: "der" });
  return isSigned("sha256", bytes, { key, dsaEncoding: "der" }, signature);
}

const PDF_SAID: Readonly<Record<PdfState, string>> = {
  signed: "The PDF is as the portal signed it.",
  changed:
    "The PDF is not as the portal signed it: what it prints may be anything. Go by the statement alone.",
  unknown: "Whether the PDF was changed is not known: no key that signs PDFs is.",
};

const REFUSED: Readonly<Partial<Record<StatementCheck["verdict"], string>>> = {
  demonstration: "Demonstration: these certificates were made from simulated readings.",
  unknown_key: "This checker is too old or does not know the key.",
  unknown_version: "This checker is too old or does not know the key.",
  unreadable: "This is no redemption statement.",
  changed: "This statement does not match the ledger. Do not accept it.",
  revoked: "This statement was signed by a key after it had been revoked. Do not accept it.",
};

/** What was found of a statement that is to be accepted. */
function accepted({ statement, key_revoked_at }: StatementCheck): void {
  if (statement === null) return;
  const date = statement.entry.at.slice(0, 10);
  print(`Genuine as issued on ${date}; whether it was replaced was not asked.`);
  if (key_revoked_at !== null) {
    print(`Its key was revoked on ${key_revoked_at.slice(0, 10)} and counts for what it signed before.`);
  }
  const until = replaceableUntil(statement);
  if (until !== null && until > new Date()) print(`It may be corrected until ${until.toISOString()}.`);
}

async function verify(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: "string" } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error("Name the file of the statement: npm run verify -- statement.json");
  const { hash, built } = await checkerSources(STATEMENT_CHECKER);
  print(`Checker ${hash} of ${built}`);
  const [{ given, pdf }, keys] = [await read(file), await keysOf(values.keys)];
  const check = checkStatement(given, { sha256, isSignedText, keys, retired: null });
  for (const { step, state } of check.steps) print(`${state.padEnd(8)} ${step}`);
  const refused = REFUSED[check.verdict];
  if (refused !== undefined) throw new Error(refused);
  const state = pdf === null ? "signed" : checkPdfSignature(pdf, { sha256, isSignedBytes, keys });
  if (state === "changed") throw new Error(PDF_SAID.changed);
  if (pdf !== null) print(PDF_SAID[state]);
  accepted(check);
}

await runCommand(verify);
