import { readLogStatus } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { asActor, hasRole, noSuchRecord } from "../../parties/index.ts";
import { lastCheck } from "../ledger/ledger-check.sql.ts";
import { ledgerHold } from "./hold.sql.ts";
import { latePublications } from "./publication.sql.ts";

/** Serves how the ledger is to platform operators alone. `now` gives ms since 1970. */
export function logStatusRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  serve(readLogStatus, ({ session }) =>
    asActor(db, { session, account: undefined }, async (tx, actor) => {
      if (!hasRole(actor, "platform_operator")) throw noSuchRecord();
      const [hold, check] = [await ledgerHold(tx), await lastCheck(tx)];
      return {
        hold: hold === null ? null : { ...hold, since: hold.since.toISOString() },
        check: check === undefined ? null : { ...check, at: check.at.toISOString() },
        late: await latePublications(tx, now()),
      };
    }),
  );
}
