import { gatewayArrivals } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { inProject, projectOfGateway } from "../../fleet/index.ts";
import { arrivalOf, newestReadings, newestRefusals, triesOf } from "./arrivals-read.sql.ts";

/** Serves what arrived at a gateway, to those who may change its project; for all others there is no such gateway. */
export function arrivalRoutes(serve: Serve, db: Db): void {
  serve(gatewayArrivals, async ({ query: { gateway_uid }, session }) => {
    const project = await projectOfGateway(db, gateway_uid);
    return inProject(db, session, project, { to: "look", noun: "gateway" }, async (tx, access) => {
      const row = access.role === "read_only" ? undefined : await arrivalOf(tx, access, gateway_uid);
      if (row === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
      const { gateway_id, added_at, last_contact_at, first_contact_at } = row;
      const since = last_contact_at ?? first_contact_at;
      return {
        ...stages(row),
        project_uid: access.project_uid,
        current_time: new Date().toISOString(),
        ...(await triesOf(tx, access, { gateway_id, since })),
        readings: await newestReadings(tx, access, gateway_id),
        refusals: await newestRefusals(tx, access, { gateway_id, since: added_at }),
      };
    });
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof arrivalOf>>>;

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** What is reached; a stage that a later one proves is reached with it. */
function stages(row: Row) {
  const { newest_end, interval_s, connected_at, first_reading_at, announced_at, first_contact_at } = row;
  const readAt = iso(first_reading_at ?? connected_at);
  const announcedAt = iso(announced_at);
  const contactAt = iso(first_contact_at) ?? announcedAt ?? readAt;
  return {
    gateway_uid: row.gateway_uid,
    serial: row.serial,
    interval_s,
    firmware_version: row.firmware_version,
    clock_ahead_ms: row.clock_ahead_ms,
    added_at: row.added_at.toISOString(),
    first_contact:
      contactAt === null ? null : { at: contactAt, by: row.contact_by, address: row.contact_address },
    announced: announcedAt === null ? null : { at: announcedAt, devices: row.devices },
    first_readings:
      readAt === null ? null : { at: readAt, stored: row.first_stored, refused: row.first_refused },
    connected_at: iso(connected_at),
    next_due_at:
      newest_end === null ? null : new Date(newest_end.getTime() + interval_s * 1000).toISOString(),
    stored: row.stored,
    refused: row.refused,
  };
}
