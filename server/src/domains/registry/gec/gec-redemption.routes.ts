import {
  gecRedemptionLife,
  listGecRedemptions,
  moveGecRedemption,
  readGecRedemption,
  recordGecPurchase,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { audit } from "../../identity/index.ts";
import {
  actorOf,
  findRecord,
  frameOf,
  hasRole,
  mustHaveRole,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
} from "../../parties/index.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import { mustBeWithout } from "../imports/import-kind.sql.ts";
import { lotsOf } from "./gec-certificates.sql.ts";
import { gecEvidence } from "./gec-evidence.sql.ts";
import { gecRedemptionKind, operatorFaults } from "./gec-kind.sql.ts";
import {
  gecAsked,
  gecRedemptionDetail,
  gecRedemptionPage,
  insertGecPurchase,
  keepGecAsked,
} from "./gec-redemption.sql.ts";

/** Serves redemptions of green certificates: to the people of buyer and seller, and to platform operators. */
export function gecRedemptionRoutes(serve: Serve, db: Db): void {
  const read: Read = (session, account, work) =>
    db.transaction().execute(async (tx) => work(tx, await actorOf(tx, session, account)));

  serve(listGecRedemptions, ({ query: { account, ...asked }, session }) =>
    read(session, account, (tx, actor) => gecRedemptionPage(tx, actor, asked)),
  );

  serve(readGecRedemption, ({ query: { account, record_uid }, session }) =>
    read(session, account, async (tx, actor) => {
      const row = await findRecord(tx, gecRedemptionKind, { actor, record_uid, lock: false });
      const frame = await frameOf(tx, gecRedemptionKind, row, actor);
      const files = await evidenceOf(tx, record_uid);
      return {
        ...frame,
        ...(await gecRedemptionDetail(tx, row, actor)),
        lots: (await lotsOf(tx, row)).map(({ batch_id: _here, ...lot }) => lot),
        files: files.filter(({ kind }) => gecEvidence.mayRead(actor, kind)),
        asked_sha256: frame.second_person === null ? null : await gecAsked(tx, row.gec_redemption_id),
      };
    }),
  );

  changeRoutes(serve, { db, read });
}

type Read = <R>(
  session: Session,
  account: string | undefined,
  work: (tx: Tx, actor: Actor) => Promise<R>,
) => Promise<R>;

function changeRoutes(serve: Serve, { db, read }: { db: Db; read: Read }): void {
  serve(recordGecPurchase, ({ body: { key, ...purchase }, session, origin }) =>
    read(session, undefined, async (tx, actor) => {
      mustHaveRole(actor, "recording purchases", "platform_operator");
      const command = { command: "gec_redemption.create", key, request: purchase };
      return once(tx, actor, command, async () => {
        const row = await insertGecPurchase(tx, actor, purchase);
        await recordBegan(tx, gecRedemptionKind, row, { actor, payload: purchase });
        const { record_uid, number, status, version } = row;
        await audit(tx, {
          ...session,
          address: origin.address,
          action: "record.changed",
          subject: number,
          detail: { action: "create", status },
        });
        return { record_uid, number, status, version, needs_second_person: false };
      });
    }),
  );

  serve(moveGecRedemption, async ({ query: { account }, body, session, origin }) => {
    const { consumer, certificates, file_sha256, ...command } = body;
    const { action } = body;
    const payload = { consumer, certificates, file_sha256 };
    // What cannot be done is said to the first person, and not only to the second.
    if (action === "confirm" || action === "verify") {
      await read(session, account, async (tx, actor) => {
        const row = await findRecord(tx, gecRedemptionKind, {
          actor,
          record_uid: body.record_uid,
          lock: false,
        });
        const isOpen = gecRedemptionLife.actions[action].from.some((state) => state === row.status);
        if (hasRole(actor, "platform_operator") && isOpen && row.version === body.expected_version) {
          mustBeWithout(await operatorFaults(tx, row, { action, payload }));
        }
      });
    }
    const answer = await runRecordCommand(db, gecRedemptionKind, {
      session,
      origin,
      account,
      body: command,
      payload,
    });
    if (answer.needs_second_person) await keepGecAsked(db, body.record_uid, file_sha256 ?? "0".repeat(64));
    return answer;
  });
}
