import { createHash } from "node:crypto";
import {
  DEVICE_DOCUMENT_TYPES,
  DEVICE_LIMITS,
  downloadDeviceDocument,
  removeDeviceDocument,
  uploadDeviceDocument,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { tooLarge, type FileStore, type ReceivedFile } from "../../../platform/files.ts";
import type { Serve, Upload } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { fileType, HEAD_BYTES } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { actorOf, mustHaveRole, noSuchRecord } from "../../parties/index.ts";
import { applicationOf, mustBeEditable } from "./application.routes.ts";
import { documentByUid, heldDocumentsOf, insertDocument, takeOutDocument } from "./document.sql.ts";

/** Serves documents of applications; their bytes lie in the store. */
export function deviceDocumentRoutes(serve: Serve, db: Db, store: FileStore): void {
  serve.upload(uploadDeviceDocument, (upload) => take(db, store, upload));

  serve.download(downloadDeviceDocument, async ({ query: { account, document_uid }, session }) => {
    const document = await db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const found = (await documentByUid(tx, document_uid)) ?? missing();
      await applicationOf(tx, { actor, record_uid: found.record_uid, lock: false });
      return found;
    });
    const content = (await store.content(document_uid)) ?? missing();
    const { name, mime, size_bytes } = document;
    return { name, mime, size_bytes, content };
  });

  serve(removeDeviceDocument, ({ query: { account, document_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const found = (await documentByUid(tx, document_uid)) ?? missing();
      const row = await applicationOf(tx, { actor, record_uid: found.record_uid, lock: true });
      mustHaveRole(actor, "edit", "trader", "account_manager");
      mustBeEditable(row, "edit");
      if (found.removed) throw noSuchRecord();
      await takeOutDocument(tx, document_uid);
      const { address } = origin;
      const before = { name: found.name, kind: found.kind };
      await audit(tx, { ...session, address, action: "record.changed", subject: row.number, before });
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
  const most = DEVICE_LIMITS.documentBytes;
  await db.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, session, account);
    const row = await applicationOf(tx, { actor, record_uid, lock: false });
    mustHaveRole(actor, "edit", "trader", "account_manager");
    mustBeEditable(row, "edit");
  });
  if ((announcedBytes ?? 0) > most) throw tooLarge(most);
  const received = await store.receive(file, most);
  try {
    const mime = await mimeOf(name, received);
    const sha256 = await digestOf(received);
    return await db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const row = await applicationOf(tx, { actor, record_uid, lock: true });
      mustHaveRole(actor, "edit", "trader", "account_manager");
      mustBeEditable(row, "edit");
      const held = await heldDocumentsOf(tx, row.application_id);
      const photos = held.filter((one) => one.kind === "photos").length;
      if (
        held.length >= DEVICE_LIMITS.documents ||
        (kind === "photos" && photos >= DEVICE_LIMITS.photos.max)
      ) {
        throw new Problem(409, "file.too_many", "There is no room for more files");
      }
      const { file_uid: document_uid, size_bytes } = received;
      const { application_id } = row;
      const uploaded_by = session.account_id;
      const document = { document_uid, application_id, kind, name, mime, size_bytes, sha256, uploaded_by };
      await insertDocument(tx, document);
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "record.changed",
        subject: row.number,
        after: { name, kind, size_bytes },
      });
      await received.keep();
      return { document_uid, kind, name, size_bytes, sha256: sha256.toString("hex") };
    });
  } catch (error) {
    await received.drop();
    throw error;
  }
}

async function mimeOf(name: string, { read, isText }: ReceivedFile): Promise<string> {
  const type = fileType(name, { head: await read(0, HEAD_BYTES), isText, entries: null });
  const accepted: readonly string[] = Object.values(DEVICE_DOCUMENT_TYPES);
  if (type !== null && accepted.includes(type.mime)) return type.mime;
  const message = "This type of file is not accepted";
  throw new Problem(400, "file.type", message, { "query.name": message });
}

/** Bytes read at a time. */
const PIECE = 1024 * 1024;

async function digestOf({ size_bytes, read }: ReceivedFile): Promise<Buffer> {
  const hash = createHash("sha256");
  for (let at = 0; at < size_bytes; at += PIECE) {
    hash.update(await read(at, Math.min(PIECE, size_bytes - at)));
  }
  return hash.digest();
}
