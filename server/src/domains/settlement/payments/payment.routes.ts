import {
  downloadPaymentProof,
  invoiceLife,
  listCredits,
  listRedemptionInvoices,
  moveInvoice,
  PROOF_LIMITS,
  uploadPaymentProof,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { tooLarge, type FileStore } from "../../../platform/files.ts";
import type { Serve, Upload } from "../../../platform/http.ts";
import type { PayToAccounts } from "../../../platform/config.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import {
  actorFor,
  actorOf,
  asActor,
  auditRecord,
  findRecord,
  noSuchRecord,
  runRecordCommand,
} from "../../parties/index.ts";
import { redemptionKind } from "../../registry/index.ts";
import { creditEntries, creditsOf } from "./credit.sql.ts";
import { invoiceKind } from "./invoice-kind.sql.ts";
import { feesOf, insertPaymentProof, invoicesOf, paymentProofBy, proofCount } from "./payment.sql.ts";

/** Proofs that an invoice may have. */
const PROOFS_MAX = 20;
/** How files of these kinds begin. */
const KINDS = [
  { mime: "application/pdf", extension: /\.pdf$/i, head: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mime: "image/jpeg", extension: /\.jpe?g$/i, head: [0xff, 0xd8, 0xff] },
  { mime: "image/png", extension: /\.png$/i, head: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

/** Serves invoices of registry fees, the payments on them, which go to `payTo`, and credit. */
export function paymentRoutes(serve: Serve, db: Db, store: FileStore, payTo: PayToAccounts): void {
  serve(listRedemptionInvoices, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const redemption = await findRecord(tx, redemptionKind, { actor, record_uid, lock: false });
      const { redemption_id, business_account_id } = redemption;
      // Money is no business of an issuer.
      const isIssuer = actor.business_account_id === null && !actor.roles.includes("platform_operator");
      return {
        invoices: isIssuer ? [] : await invoicesOf(tx, redemption_id, { actor, payTo }),
        fees: await feesOf(tx, redemption_id),
        credits: isIssuer ? [] : await creditsOf(tx, business_account_id),
      };
    }),
  );

  serve(listCredits, ({ query: { account }, session }) =>
    db.transaction().execute(async (tx) => {
      const { business_account_id } = await actorOf(tx, session, account);
      if (business_account_id === null) throw noSuchRecord();
      return {
        credits: await creditsOf(tx, business_account_id),
        entries: await creditEntries(tx, business_account_id),
      };
    }),
  );

  serve(moveInvoice, ({ query: { account }, body, session, origin }) => {
    const { payment, received_cents, ...command } = body;
    return runRecordCommand(db, invoiceKind, {
      session,
      origin,
      account,
      body: command,
      payload: { payment, received_cents },
    });
  });

  serve.upload(uploadPaymentProof, (upload) => take(db, store, upload));

  serve.download(downloadPaymentProof, async ({ query: { account, proof_uid }, session }) => {
    const actor = await actorOf(db, session, account);
    const proof = await paymentProofBy(db, proof_uid);
    if (proof === undefined) throw noSuchRecord();
    await findRecord(db, invoiceKind, { actor, record_uid: proof.record_uid, lock: false });
    const content = await store.content(proof_uid);
    if (content === null) throw noSuchRecord();
    return { name: proof.name, mime: proof.mime, size_bytes: proof.size_bytes, content };
  });
}

/** Takes a proof in: who may, and on which invoice, is asked before its first byte is read. */
async function take(
  db: Db,
  store: FileStore,
  {
    query: { account, record_uid, name },
    session,
    origin,
    file,
    announcedBytes,
  }: Upload<typeof uploadPaymentProof>,
): Promise<{ proof_uid: string }> {
  if (announcedBytes !== undefined && announcedBytes > PROOF_LIMITS.bytes) throw tooLarge(PROOF_LIMITS.bytes);
  const asked = async (tx: Db) => {
    const { by } = invoiceLife.actions.report;
    const actor = await actorFor(tx, session, account, { action: "reporting payments", by, deed: "settle" });
    const invoice = await findRecord(tx, invoiceKind, { actor, record_uid, lock: false });
    return { actor, invoice };
  };
  await asked(db);
  const received = await store.receive(file, PROOF_LIMITS.bytes);
  try {
    const head = await received.read(0, 8);
    const kind = KINDS.find(
      (one) => one.extension.test(name) && one.head.every((byte, i) => head[i] === byte),
    );
    if (kind === undefined) throw wrongProof("Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.");
    await db.transaction().execute(async (tx) => {
      const { actor, invoice } = await asked(tx);
      if ((await proofCount(tx, invoice.invoice_id)) >= PROOFS_MAX) {
        throw wrongProof(`An invoice may have ${PROOFS_MAX} proofs of payment.`);
      }
      await received.keep();
      await insertPaymentProof(tx, {
        proof_uid: received.file_uid,
        invoice_id: invoice.invoice_id,
        name,
        mime: kind.mime,
        size_bytes: received.size_bytes,
        uploaded_by: actor.account_id,
      });
      const detail = { action: "proof", name };
      await auditRecord(tx, { session, origin }, { subject: invoice.number, detail });
    });
  } catch (error) {
    await received.drop();
    throw error;
  }
  return { proof_uid: received.file_uid };
}

const wrongProof = (message: string) =>
  new GuardRefusal(422, [{ code: "INV-006", message, field: "query.name" }]);
