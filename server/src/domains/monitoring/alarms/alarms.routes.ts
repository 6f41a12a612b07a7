import { projectAlarms, deviceName, type Answer } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import { alarmPage, openCounts } from "./alarm-list.sql.ts";

/** Serves the alarms of one project. `now` gives ms since 1970. */
export function alarmRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectAlarms, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, (tx, access) =>
      alarmsOf(tx, access, {
        open_only: query.state === "open",
        since: new Date(now() - query.days * 86_400_000),
        page: query.page,
        size: query.items_page,
      }),
    ),
  );
}

const named = (thing: { uid: string; serial: string; name: string; alias: string | null }) => ({
  uid: thing.uid,
  serial: thing.serial,
  alias: deviceName(thing),
});

/** A page of the project's alarms, open or ended since, and how many are open, as its screen shows them. */
export async function alarmsOf(
  tx: Tx,
  access: ProjectAccess,
  of: Parameters<typeof alarmPage>[2],
): Promise<Answer<typeof projectAlarms>> {
  const { rows, total } = await alarmPage(tx, access, of);
  return {
    items: rows.map(({ gateway, device, started_at, ended_at, ...alarm }) => ({
      ...alarm,
      started_at: started_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      gateway: gateway === null ? null : named(gateway),
      device: device === null ? null : { ...named(device), asset_type: device.asset_type },
    })),
    total_items: total,
    open: await openCounts(tx, access),
  };
}
