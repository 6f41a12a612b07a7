import { getAlias, restoreDefaultAlias, setAlias } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, SessionRequest } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, inProject } from "../access/access.sql.ts";
import {
  aliasesOf,
  clearAliases,
  setDeviceAliases,
  setGatewayAliases,
  type AliasChange,
} from "./alias.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves what owners call their gateways and devices. */
export function aliasRoutes(serve: Serve, db: Db): void {
  serve(getAlias, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, aliasesOf),
  );

  serve(setAlias, ({ query, body: { gateway_list = [], device_list = [] }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, query.project_uid, CHANGE);
      const ofGateways = await setGatewayAliases(tx, access, gateway_list);
      if (ofGateways.length < gateway_list.length) throw notThere("gateway");
      const ofDevices = await setDeviceAliases(tx, access, device_list);
      if (ofDevices.length < device_list.length) throw notThere("device");
      await note(tx, { session, origin, project_id: access.project_id }, [...ofGateways, ...ofDevices]);
      return { message: "The aliases have been saved" };
    }),
  );

  serve(restoreDefaultAlias, ({ query, body: { device_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, query.project_uid, CHANGE);
      const changes = await clearAliases(tx, access, device_uid);
      if (changes.length < device_uid.length) throw notThere("device");
      await note(tx, { session, origin, project_id: access.project_id }, changes);
      return { message: "The default names have been restored" };
    }),
  );
}

const notThere = (noun: AliasChange["noun"]) => new Problem(404, `${noun}.not_found`, `No such ${noun}`);

/** Who does it, from where, in which project. */
interface Doing extends Pick<SessionRequest<typeof setAlias>, "session" | "origin"> {
  readonly project_id: number;
}

/** An entry for each thing whose alias is another now, with the alias before and after. */
async function note(
  tx: Tx,
  { session, origin, project_id }: Doing,
  changes: readonly AliasChange[],
): Promise<void> {
  const by = { ...session, address: origin.address, project_id };
  for (const { noun, uid: subject, before, after } of changes.filter((one) => one.before !== one.after)) {
    const values = { before: { alias: before }, after: { alias: after } };
    await audit(tx, { ...by, action: `${noun}.alias_set`, subject, ...values });
  }
}
