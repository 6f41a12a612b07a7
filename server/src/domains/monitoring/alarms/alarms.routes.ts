import { projectAlarms, deviceName } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject } from "../../fleet/index.ts";
import { alarmPage, openCounts } from "./alarm-list.sql.ts";

/** Serves the alarms of one project. `now` gives ms since 1970. */
export function alarmRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectAlarms, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const { rows, total } = await alarmPage(tx, access, {
        open_only: query.state === "open",
        since: new Date(now() - query.days * 86_400_000),
        page: query.page,
        size: query.items_page,
      });
      return {
        items: rows.map(({ gateway, device, started_at, ended_at, ...alarm }) => ({
          ...alarm,
          started_at: started_at.toISOString(),
          ended_at: ended_at?.toISOString() ?? null,
          gateway:
            gateway === null
              ? null
              : { uid: gateway.uid, serial: gateway.serial, alias: deviceName(gateway) },
          device:
            device === null
              ? null
              : {
                  uid: device.uid,
                  serial: device.serial,
                  alias: deviceName(device),
                  asset_type: device.asset_type,
                },
        })),
        total_items: total,
        open: await openCounts(tx, access),
      };
    }),
  );
}
