// npm run verify -- statement.json | statement.pdf [--keys keys.json] [--authority fingerprint]
// Checks a redemption statement without a connection, by the keys of the log: those in the file (what /api/v1/rehash/log/keys answers), else those of
// this installation's data folder. Of a PDF it checks the statement in it, whether the PDF is as the portal signed it, and its time stamp. Ends with 1
// unless all is genuine: also for a demonstration, which proves no redemption of anything (rule R14), and for a PDF by a key that was revoked, unless
// it was signed before by a time stamp of the authority whose certificate has that fingerprint (SHA-256).
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  checkPdfSignature,
  checkStatement,
  replaceableUntil,
  type CheckKey,
  type PdfCheck,
  type StatementCheck,
  type TimeStamp,
} from "@heliograph/contract";
import { PDF } from "@libpdf/core";
import { z } from "zod";
import { checkerSources, isSignedText, readKeys, STATEMENT_CHECKER } from "./domains/registry/index.ts";
import { configOrExit, runCommand } from "./platform/command.ts";
import { SERVER_TOOLS } from "./platform/documents/signature-tools.ts";
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

const PDF_SAID: Readonly<Record<PdfCheck["state"], string>> = {
  signed: "The PDF is as the portal signed it.",
  signed_before:
    "The PDF was signed by a key that was revoked later, says its time stamp: it counts for whoever trusts that authority.",
  revoked: "The PDF was signed by a key that was revoked, and no time stamp says that it was before.",
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

/** Prints what the signature under the PDF and its time stamp say; throws where they are not to be accepted. */
function acceptPdf({ state, time_stamp }: PdfCheck, authority: string | undefined): void {
  const isTrusted = time_stamp !== null && time_stamp.fingerprint === authority?.toLowerCase();
  if (time_stamp !== null) print(stampWords(time_stamp));
  if (time_stamp?.state === "failed") throw new Error("The PDF's time stamp does not hold.");
  if (state === "changed" || state === "revoked") throw new Error(PDF_SAID[state]);
  if (state === "signed_before" && !isTrusted) {
    throw new Error(
      `${PDF_SAID.signed_before} Name it if you do: --authority ${time_stamp?.fingerprint ?? ""}`,
    );
  }
  print(PDF_SAID[state]);
  if (time_stamp === null) print("No time stamp.");
}

const stampWords = ({ state, at, authority, fingerprint }: TimeStamp): string =>
  state === "holds"
    ? `Time stamp: ${at ?? ""} by ${authority}, certificate ${fingerprint}. Whether to trust it is your decision.`
    : `Time stamp: ${state}`;

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
    options: { keys: { type: "string" }, authority: { type: "string" } },
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
  if (pdf !== null) acceptPdf(checkPdfSignature(pdf, { ...SERVER_TOOLS, keys }), values.authority);
  accepted(check);
}

await runCommand(verify);
