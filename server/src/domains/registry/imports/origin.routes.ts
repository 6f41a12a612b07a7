import { askImportOrigin, confirmImportOrigin, listImportOrigins } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { mustBeConfirmed } from "../../identity/index.ts";
import { asActor, auditRecord, hasRole, noSuchRecord } from "../../parties/index.ts";
import {
  askedOrigin,
  askedOrigins,
  askOrigin,
  confirmOrigin,
  originPositions,
  shownPosition,
} from "./origins.sql.ts";

/** Serves what the platform holds at other registries; two platform operators state it (rule R23), since it gates imports. */
export function importOriginRoutes(serve: Serve, db: Db): void {
  const asOperator = <R>(session: Session, work: (tx: Tx) => Promise<R>) =>
    asActor(db, { session, account: undefined }, async (tx, actor) => {
      if (!hasRole(actor, "platform_operator")) throw noSuchRecord();
      await mustBeConfirmed(tx, session);
      return work(tx);
    });

  serve(listImportOrigins, ({ query: { account }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const positions = (await originPositions(tx)).map(shownPosition);
      // What the platform holds in all is nobody else's to know.
      const hidden = { balance: null, balance_at: null, held_here: 0, frozen: false, asked: null };
      if (!hasRole(actor, "platform_operator")) {
        return { items: positions.map((one) => ({ ...one, ...hidden })) };
      }
      const asked = await askedOrigins(tx, actor.account_id);
      return { items: positions.map((one) => ({ ...one, asked: asked.get(one.origin) ?? null })) };
    }),
  );

  serve(askImportOrigin, ({ body, session, origin: { address } }) =>
    asOperator(session, async (tx) => {
      await askOrigin(tx, body, session.account_id);
      await noted(tx, { session, address }, { action: "ask_position", ...body });
      return { message: "It is noted, and holds when a second operator confirms it" };
    }),
  );

  serve(confirmImportOrigin, ({ body: { record_uid }, session, origin: { address } }) =>
    asOperator(session, async (tx) => {
      const asked = await askedOrigin(tx, record_uid);
      if (asked === undefined) throw noSuchRecord();
      if (asked.first_person === session.account_id) {
        throw new GuardRefusal(403, [{ code: "AUTH-006", message: "A second person must confirm this." }]);
      }
      await confirmOrigin(tx, asked, session.account_id);
      const { origin, platform_account, balance } = asked;
      await noted(
        tx,
        { session, address },
        { action: "confirm_position", origin, platform_account, balance },
      );
      return { message: "The position at the other registry has been saved" };
    }),
  );
}

const noted = (
  tx: Tx,
  { session, address }: { session: Session; address: string },
  detail: {
    readonly origin: string;
    readonly action: string;
    readonly platform_account: string;
    readonly balance: number | null;
  },
): Promise<void> => auditRecord(tx, { session, origin: { address } }, { subject: detail.origin, detail });
