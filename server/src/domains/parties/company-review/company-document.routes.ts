import {
  COMPANY_DOCUMENT_TYPES,
  COMPANY_REVIEW_LIMITS,
  downloadCompanyDocument,
  removeCompanyDocument,
  uploadCompanyDocument,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Serve, Session, Upload } from "../../../platform/http.ts";
import { takeFile } from "../../../platform/uploads/take-file.ts";
import { businessAccountKind } from "../business-accounts/business-account-kind.sql.ts";
import type { BusinessAccountRow } from "../business-accounts/business-account.sql.ts";
import { actorOf, asActor, mustAllow, mustHaveRole, noSuchRecord } from "../records/actor.sql.ts";
import { auditRecord } from "../records/audit.sql.ts";
import { findRecord } from "../records/record.sql.ts";
import { addCompanyDocument, companyDocument, takeOutCompanyDocument } from "./company-review.sql.ts";

/** Serves documents of business accounts; their bytes lie in the store. */
export function companyDocumentRoutes(serve: Serve, db: Db, store: FileStore): void {
  serve.upload(uploadCompanyDocument, (upload) => take(db, store, upload));

  serve.download(downloadCompanyDocument, async ({ query: { account, document_uid }, session }) => {
    const document = await asActor(db, { session, account }, async (tx, actor) => {
      const found = (await companyDocument(tx, document_uid)) ?? missing();
      await findRecord(tx, businessAccountKind, { actor, record_uid: found.record_uid, lock: false });
      return found;
    });
    const content = (await store.content(document_uid)) ?? missing();
    const { name, mime, size_bytes } = document;
    return { name, mime, size_bytes, content };
  });

  serve(removeCompanyDocument, ({ query: { account, document_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const row = await editable(tx, session, { account, lock: true });
      const found = (await companyDocument(tx, document_uid)) ?? missing();
      if (found.removed || found.record_uid !== row.record_uid) throw noSuchRecord();
      await takeOutCompanyDocument(tx, document_uid);
      const before = { name: found.name, kind: found.kind };
      await auditRecord(tx, { session, origin }, { subject: row.number, before });
      return { message: "The document has been taken out" };
    }),
  );
}

function missing(): never {
  throw noSuchRecord();
}

const CHANGING = { action: "changing the company's documents", deed: "profile" } as const;

/** The account, whose documents the person may change now: as its account manager, while its state allows to change its profile. */
async function editable(
  tx: Tx,
  session: Session,
  { account, lock }: { account: string; lock: boolean },
): Promise<BusinessAccountRow> {
  const actor = await actorOf(tx, session, account);
  const row = await findRecord(tx, businessAccountKind, { actor, record_uid: account, lock });
  mustHaveRole(actor, CHANGING.action, "account_manager");
  mustAllow(row, CHANGING);
  return row;
}

/** Takes a document in: who may is asked before its first byte is read and again before it is kept. */
async function take(
  db: Db,
  store: FileStore,
  { query, session, origin, file, announcedBytes }: Upload<typeof uploadCompanyDocument>,
) {
  const { account, kind, name } = query;
  await db.transaction().execute((tx) => editable(tx, session, { account, lock: false }));
  const upload = {
    file,
    name,
    announcedBytes,
    mostBytes: COMPANY_REVIEW_LIMITS.documentBytes,
    accepted: COMPANY_DOCUMENT_TYPES,
  };
  return takeFile(store, upload, ({ file_uid: document_uid, size_bytes, mime, sha256, keep }) =>
    db.transaction().execute(async (tx) => {
      const { business_account_id, number } = await editable(tx, session, { account, lock: true });
      const held = await addCompanyDocument(tx, {
        document_uid,
        business_account_id,
        kind,
        name,
        mime,
        size_bytes,
        sha256,
        uploaded_by: session.account_id,
      });
      const after = { name, kind, size_bytes };
      await auditRecord(tx, { session, origin }, { subject: number, after });
      await keep();
      return held;
    }),
  );
}
