import { listRegistryCalls, moveRegistryCall, readRegistryCall } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { actorOf, findRecord, frameOf, runRecordCommand, type Actor } from "../../parties/index.ts";
import { callKind } from "./call-kind.sql.ts";
import { callDetail, callPage } from "./call.sql.ts";

/** Serves calls to other registries: to the account whose certificates they are about, to issuers of the registry and country, to platform operators. */
export function callRoutes(serve: Serve, db: Db): void {
  const read = <R>(
    session: Session,
    account: string | undefined,
    work: (tx: Tx, actor: Actor) => Promise<R>,
  ) => db.transaction().execute(async (tx) => work(tx, await actorOf(tx, session, account)));

  serve(listRegistryCalls, ({ query: { account, redemption_uid, ...asked }, session }) =>
    read(session, account, (tx, actor) => callPage(tx, actor, { ...asked, redemption_uid })),
  );

  serve(readRegistryCall, ({ query: { account, record_uid }, session }) =>
    read(session, account, async (tx, actor) => {
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
