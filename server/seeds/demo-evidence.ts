// Files that people of the demonstration rest on, and what two of them do together.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { EvidenceKind } from "@heliograph/contract";
import {
  openProposal,
  runRecordCommand,
  type RecordKind,
  type RecordRow,
} from "../src/domains/parties/index.ts";
import { takeEvidence } from "../src/domains/registry/evidence/evidence.routes.ts";
import { evidenceOf } from "../src/domains/registry/evidence/evidence.sql.ts";
import { gecEvidence } from "../src/domains/registry/gec/gec-evidence.sql.ts";
import { importEvidence } from "../src/domains/registry/imports/import-evidence.sql.ts";
import type { Db } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import type { Session } from "../src/platform/http.ts";

const ORIGIN = { address: "127.0.0.1" };
const PLACES = [gecEvidence, importEvidence];

/** A person with the account that is acted for; undefined: as an issuer or operator. */
interface Acting {
  readonly session: Session;
  readonly account?: string | undefined;
}

/** The hash of the record's file of the kind, which the person uploads where there is none: a page with the line. */
export async function evidenceFor(
  db: Db,
  store: FileStore,
  { session, account }: Acting,
  of: { readonly record_uid: string; readonly kind: EvidenceKind; readonly line: string },
): Promise<string> {
  const { record_uid, kind, line } = of;
  const there = (await evidenceOf(db, record_uid)).find((file) => file.kind === kind);
  if (there !== undefined) return there.sha256;
  const content = Buffer.from(onePagePdf(`${line}, demonstration`));
  const { sha256 } = await takeEvidence(
    db,
    { store, places: PLACES },
    {
      query: { account, record_uid, kind, name: `${kind.replaceAll("_", "-")}.pdf` },
      session,
      origin: ORIGIN,
      file: Readable.from([content]),
      announcedBytes: content.length,
    },
  );
  return sha256;
}

/** A record as a command needs it. */
interface At<N extends string> {
  readonly record_uid: string;
  readonly version: number;
  readonly action: N;
}

/** The person takes the action on the record. */
export async function act<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  { session, account }: Acting,
  { record_uid, version, action, payload }: At<N> & { readonly payload: P },
): Promise<void> {
  const body = { record_uid, action, expected_version: version, key: randomUUID() };
  await runRecordCommand(db, kind, { session, origin: ORIGIN, account, body, payload });
}

/** Two persons take the action one after the other; where somebody has asked for it already, the other one alone. */
export async function actTogether<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  [first, second]: readonly [Session, Session],
  at: At<N> & { readonly payload: P },
): Promise<void> {
  const wish = await openProposal(db, kind.life.entity, at.record_uid);
  if (wish?.first_person === second.account_id) return act(db, kind, { session: first }, at);
  if (wish === undefined) await act(db, kind, { session: first }, at);
  await act(db, kind, { session: second }, at);
}

/** A PDF of one page with one line of ASCII text. */
export function onePagePdf(line: string): string {
  const text = `BT /F1 14 Tf 60 760 Td (${line.replaceAll(/[()\\]/g, "")}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const starts: number[] = [];
  let body = "%PDF-1.4\n";
  for (const [index, object] of objects.entries()) {
    starts.push(body.length);
    body += `${index + 1} 0 obj${object}endobj\n`;
  }
  const rows = starts.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return `${body}xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
}
