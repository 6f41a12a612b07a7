import {
  listGecRedemptions,
  moveGecRedemption,
  readGecRedemption,
  recordGecPurchase,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import {
  asActor,
  auditRecord,
  createdAnswer,
  findRecord,
  frameOf,
  mustHaveRole,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
  type CalledBy,
} from "../../parties/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import { lotsOf } from "./gec-certificates.sql.ts";
import { gecEvidence } from "./gec-evidence.sql.ts";
import { gecRedemptionKind } from "./gec-kind.sql.ts";
import { gecRedemptionDetail, gecRedemptionPage, insertGecPurchase } from "./gec-redemption.sql.ts";

/** Serves redemptions of green certificates: to the people of buyer and seller, and to platform operators. */
export function gecRedemptionRoutes(serve: Serve, db: Db): void {
  serve(listGecRedemptions, ({ query: { account, ...asked }, session }) =>
    asActor(db, { session, account }, (tx, actor) => gecRedemptionPage(tx, actor, asked)),
  );

  serve(readGecRedemption, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, gecRedemptionKind, { actor, record_uid, lock: false });
      const files = await evidenceOf(tx, record_uid);
      return {
        ...(await frameOf(tx, gecRedemptionKind, row, actor)),
        ...(await gecRedemptionDetail(tx, row, actor)),
        lots: (await lotsOf(tx, row)).map(({ batch_id: _here, ...lot }) => lot),
        returned_lots: actor.business_account_id === row.seller_account_id ? [...row.returned_lots] : [],
        files: files.filter(({ kind }) => gecEvidence.mayRead(actor, kind)),
      };
    }),
  );

  changeRoutes(serve, db);
}

/** Writes a purchase down that two operators will confirm. Refuses with GEC-008. */
export async function beginPurchase(
  tx: Tx,
  actor: Actor,
  purchase: Parameters<typeof insertGecPurchase>[2],
  by: CalledBy,
) {
  const row = await insertGecPurchase(tx, actor, purchase);
  await recordBegan(tx, gecRedemptionKind, row, { actor, payload: purchase });
  await auditRecord(tx, by, { subject: row.number, detail: { action: "create", status: row.status } });
  return createdAnswer(row);
}

function changeRoutes(serve: Serve, db: Db): void {
  serve(recordGecPurchase, ({ body: { key, ...purchase }, session, origin }) =>
    asActor(db, { session, account: undefined }, async (tx, actor) => {
      mustHaveRole(actor, "recording purchases", "platform_operator");
      const command = { command: "gec_redemption.create", key, request: purchase };
      return once(tx, actor, command, () => beginPurchase(tx, actor, purchase, { session, origin }));
    }),
  );

  serve(moveGecRedemption, ({ query: { account }, body, session, origin }) => {
    const { consumer, certificates, file_sha256, ...command } = body;
    const payload = { consumer, certificates, file_sha256 };
    return runRecordCommand(db, gecRedemptionKind, { session, origin, account, body: command, payload });
  });
}
