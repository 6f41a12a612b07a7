import {
  DEVICE_DOCUMENT_TYPES,
  DEVICE_LIMITS,
  downloadDeviceDocument,
  removeDeviceDocument,
  uploadDeviceDocument,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Serve, Upload } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { takeFile } from "../../../platform/uploads/take-file.ts";
import {
  TRADERS,
  accountMust,
  asActor,
  auditRecord,
  mustHaveRole,
  noSuchRecord,
} from "../../parties/index.ts";
import { applicationOf, EDITING, mustBeEditable } from "./application.routes.ts";
import { documentByUid, heldDocumentsOf, insertDocument, takeOutDocument } from "./document.sql.ts";

const ACCEPTED = Object.values(DEVICE_DOCUMENT_TYPES);

/** Serves documents of applications; their bytes lie in the store. */
export function deviceDocumentRoutes(serve: Serve, db: Db, store: FileStore): void {
  serve.upload(uploadDeviceDocument, (upload) => take(db, store, upload));

  serve.download(downloadDeviceDocument, async ({ query: { account, document_uid }, session }) => {
    const document = await asActor(db, { session, account }, async (tx, actor) => {
      const found = (await documentByUid(tx, document_uid)) ?? missing();
      await applicationOf(tx, { actor, record_uid: found.record_uid, lock: false });
      return found;
    });
    const content = (await store.content(document_uid)) ?? missing();
    const { name, mime, size_bytes } = document;
    return { name, mime, size_bytes, content };
  });

  serve(removeDeviceDocument, ({ query: { account, document_uid }, session, origin }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      await accountMust(tx, actor, EDITING);
      const found = (await documentByUid(tx, document_uid)) ?? missing();
      const row = await applicationOf(tx, { actor, record_uid: found.record_uid, lock: true });
      mustHaveRole(actor, EDITING.action, ...TRADERS);
      mustBeEditable(row, EDITING.action);
      if (found.removed) throw noSuchRecord();
      await takeOutDocument(tx, document_uid);
      const before = { name: found.name, kind: found.kind };
      await auditRecord(tx, { session, origin }, { subject: row.number, before });
      return { message: "The document has been taken out" };
    }),
  );
}

function missing(): never {
  throw noSuchRecord();
}

/** Takes a document in: who may is asked before its first byte is read and again before it is kept. */
async function take(
  db: Db,
  store: FileStore,
  { query, session, origin, file, announcedBytes }: Upload<typeof uploadDeviceDocument>,
) {
  const { account, record_uid, kind, name } = query;
  await asActor(db, { session, account }, async (tx, actor) => {
    await accountMust(tx, actor, EDITING);
    const row = await applicationOf(tx, { actor, record_uid, lock: false });
    mustHaveRole(actor, EDITING.action, ...TRADERS);
    mustBeEditable(row, EDITING.action);
  });
  const upload = { file, name, announcedBytes, mostBytes: DEVICE_LIMITS.documentBytes, accepted: ACCEPTED };
  return takeFile(store, upload, ({ file_uid: document_uid, size_bytes, mime, sha256, keep }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      await accountMust(tx, actor, EDITING);
      const row = await applicationOf(tx, { actor, record_uid, lock: true });
      mustHaveRole(actor, EDITING.action, ...TRADERS);
      mustBeEditable(row, EDITING.action);
      const held = await heldDocumentsOf(tx, row.application_id);
      const photos = held.filter((one) => one.kind === "photos").length;
      if (
        held.length >= DEVICE_LIMITS.documents ||
        (kind === "photos" && photos >= DEVICE_LIMITS.photos.max)
      ) {
        throw new Problem(409, "file.too_many", "There is no room for more files");
      }
      const { application_id } = row;
      const uploaded_by = session.account_id;
      const document = { document_uid, application_id, kind, name, mime, size_bytes, sha256, uploaded_by };
      await insertDocument(tx, document);
      await auditRecord(tx, { session, origin }, { subject: row.number, after: { name, kind, size_bytes } });
      await keep();
      return { document_uid, kind, name, size_bytes, sha256: sha256.toString("hex") };
    }),
  );
}
