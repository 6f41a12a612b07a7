import { readGenerationAccount } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { asActor, findRecord } from "../../parties/index.ts";
import { REGISTERED_KIND } from "../devices/registered/registered-kind.sql.ts";
import { requestDevice } from "../issuance/issuance-facts.sql.ts";
import { accountOf, notAskedWh, todayOf, vintagesOf } from "./account.sql.ts";

/** Serves what became of the generation of a device, to those who see the device. */
export function generationRoutes(serve: Serve, db: Db): void {
  serve(readGenerationAccount, ({ query: { account, device_uid, vintage: asked }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, REGISTERED_KIND, { actor, record_uid: device_uid, lock: false });
      const device = await requestDevice(tx, row);
      const today = todayOf(device, actor.at);
      const vintages = await vintagesOf(tx, device, today);
      const vintage = asked ?? vintages[0] ?? Number(today.slice(0, 4));
      return {
        vintages,
        vintage,
        ...(await accountOf(tx, device, { vintage, actor })),
        not_asked_wh: await notAskedWh(tx, device, vintage, today),
      };
    }),
  );
}
