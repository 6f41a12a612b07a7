import { listRegistryCalls, moveRegistryCall, readRegistryCall } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { asActor, findRecord, frameOf, runRecordCommand } from "../../parties/index.ts";
import { callKind } from "./call-kind.sql.ts";
import { callDetail, callPage } from "./call.sql.ts";

/** Serves calls to other registries: to the account whose certificates they are about, to issuers of the registry and country, to platform operators. */
export function callRoutes(serve: Serve, db: Db): void {
  serve(listRegistryCalls, ({ query: { account, redemption_uid, ...asked }, session }) =>
    asActor(db, { session, account }, (tx, actor) => callPage(tx, actor, { ...asked, redemption_uid })),
  );

  serve(readRegistryCall, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, callKind, { actor, record_uid, lock: false });
      return { ...(await frameOf(tx, callKind, row, actor)), ...(await callDetail(tx, row, actor)) };
    }),
  );

  serve(moveRegistryCall, ({ query: { account }, body: { reference, ...body }, session, origin }) =>
    runRecordCommand(db, callKind, {
      session,
      origin,
      account,
      body,
      payload: reference === undefined ? {} : { reference },
    }),
  );
}
