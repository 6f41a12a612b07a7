import { downloadEvidence, EVIDENCE_LIMITS, uploadEvidence, type EvidenceKind } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Origin, Serve, Upload } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { takeFile } from "../../../platform/uploads/take-file.ts";
import {
  accountMust,
  actorOf,
  asActor,
  auditRecord,
  findRecord,
  noSuchRecord,
  type Actor,
  type AnyKind,
  type RecordRow,
} from "../../parties/index.ts";
import { evidenceByUid, evidenceOf, insertEvidence } from "./evidence.sql.ts";

/** A kind of record that has files. */
export interface EvidencePlace {
  readonly kind: AnyKind;
  /** Throws unless the person may add a file of the kind now; called with the record. */
  readonly mayAdd: (actor: Actor, row: RecordRow, file: EvidenceKind) => void;
  /** Media types beside PDF, PNG, JPG and CSV. */
  readonly alsoAccepts?: readonly string[];
  /** Whether the person may read a file of the kind. */
  readonly mayRead: (actor: Actor, file: EvidenceKind) => boolean;
}

const ACCEPTED = ["application/pdf", "image/png", "image/jpeg", "text/csv"];

/** Serves files of records; their bytes lie in the store. */
export function evidenceRoutes(
  serve: Serve,
  db: Db,
  { store, places }: { store: FileStore; places: readonly EvidencePlace[] },
): void {
  serve.upload(uploadEvidence, (upload) => takeEvidence(db, { store, places }, upload));

  serve.download(downloadEvidence, async ({ query: { account, evidence_uid }, session }) => {
    const file = await asActor(db, { session, account }, async (tx, actor) => {
      const found = (await evidenceByUid(tx, evidence_uid)) ?? missing();
      const { place } = await placeOf(tx, places, { actor, record_uid: found.record_uid, lock: false });
      if (!place.mayRead(actor, found.kind)) throw noSuchRecord();
      return found;
    });
    const content = (await store.content(evidence_uid)) ?? missing();
    const { name, mime, size_bytes } = file;
    return { name, mime, size_bytes, content };
  });
}

function missing(): never {
  throw noSuchRecord();
}

/** The record and what its kind says of files. Throws GEN-404 where there is none for this person. */
async function placeOf(
  tx: Tx,
  places: readonly EvidencePlace[],
  find: { actor: Actor; record_uid: string; lock: boolean },
): Promise<{ place: EvidencePlace; row: RecordRow }> {
  for (const place of places) {
    try {
      const row: RecordRow = await findRecord(tx, place.kind, find);
      return { place, row };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "GEN-404") throw error;
    }
  }
  throw noSuchRecord();
}

/** Takes a file in, and returns it as kept: who may is asked before its first byte is read and again before it is kept. */
export async function takeEvidence(
  db: Db,
  { store, places }: { store: FileStore; places: readonly EvidencePlace[] },
  {
    query,
    session,
    origin,
    file,
    announcedBytes,
  }: Pick<Upload<typeof uploadEvidence>, "query" | "session" | "file" | "announcedBytes"> & {
    readonly origin: Pick<Origin, "address">;
  },
) {
  const { account, record_uid, kind, name } = query;
  const allowed = async (tx: Tx, lock: boolean) => {
    const actor = await actorOf(tx, session, account);
    // Of an account's people those of a seller alone add files: the certificates of what was sold.
    await accountMust(tx, actor, { deed: "settle", action: "uploading files" });
    const { place, row } = await placeOf(tx, places, { actor, record_uid, lock });
    place.mayAdd(actor, row, kind);
    return { row, accepted: [...ACCEPTED, ...(place.alsoAccepts ?? [])] };
  };
  const { accepted } = await db.transaction().execute((tx) => allowed(tx, false));
  const upload = { file, name, announcedBytes, mostBytes: EVIDENCE_LIMITS.bytes, accepted };
  return takeFile(store, upload, ({ file_uid: evidence_uid, size_bytes, mime, sha256, keep }) =>
    db.transaction().execute(async (tx) => {
      const { row } = await allowed(tx, true);
      if ((await evidenceOf(tx, record_uid)).length >= EVIDENCE_LIMITS.files) {
        throw new Problem(409, "file.too_many", "There is no room for more files");
      }
      const held = { evidence_uid, record_uid, kind, name, mime, size_bytes, sha256 };
      const kept = await insertEvidence(tx, { ...held, uploaded_by: session.account_id });
      await auditRecord(tx, { session, origin }, { subject: row.number, after: { name, kind, size_bytes } });
      await keep();
      return kept;
    }),
  );
}
