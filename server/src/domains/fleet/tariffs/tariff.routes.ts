import { FLEET_LIMITS, listTariffs, localDay, removeTariff, setTariff } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, inProject, lockProject } from "../access/access.sql.ts";
import { deleteTariff, putTariff, tariffFrom, tariffTermsOn, tariffsOf } from "./tariff.sql.ts";

/** Serves prices: who may look at the project reads them, for its savings show them anyway. */
export function tariffRoutes(serve: Serve, db: Db): void {
  serve(setTariff, ({ body: { project_uid, ...change }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      await lockProject(tx, access);
      const valid_from = change.valid_from ?? localDay(access.timezone, Date.now());
      const tariff = { ...(await tariffTermsOn(tx, access, valid_from)), ...given(change), valid_from };
      const before = await tariffFrom(tx, access, valid_from);
      if (!(await putTariff(tx, access.project_id, tariff))) {
        throw new Problem(
          409,
          "tariff.too_many",
          `A project may have ${FLEET_LIMITS.tariffsPerProject} tariffs`,
        );
      }
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "tariff.set",
        subject: project_uid,
        project_id: access.project_id,
        detail: { valid_from },
        before,
        after: await tariffFrom(tx, access, valid_from),
      });
      return { message: "The tariff has been set" };
    }),
  );

  serve(listTariffs, ({ query: { project_uid }, session }) =>
    inProject(db, session, project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      items: await tariffsOf(tx, access),
    })),
  );

  serve(removeTariff, ({ query: { project_uid, valid_from }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      const before = await tariffFrom(tx, access, valid_from);
      if (!(await deleteTariff(tx, access, valid_from))) {
        throw new Problem(404, "tariff.not_found", "No such tariff");
      }
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "tariff.removed",
        subject: project_uid,
        project_id: access.project_id,
        before,
      });
      return { message: "The tariff has been removed" };
    }),
  );
}
