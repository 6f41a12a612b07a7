import { liveEvents } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessToMany } from "../../fleet/index.ts";
import { followedGateway } from "./live.sql.ts";
import type { Live } from "./live.jobs.ts";

/**
 * Serves the stream of live values; one project that is not the caller's refuses all, 404 `project.not_found`, and so does a
 * gateway whose arrivals the caller may not follow, 404 `gateway.not_found`.
 */
export function liveRoutes(serve: Serve, db: Db, live: Live): void {
  serve.stream(liveEvents, async ({ session, query }, send) => {
    const uids = [...new Set(query.project_uid.map((uid) => uid.toLowerCase()))];
    const accesses = await accessToMany(db, session, uids, { to: "look", noun: "project" });
    const followed =
      query.arrivals_of === undefined
        ? null
        : await followedGateway(
            db,
            accesses.filter(({ role }) => role !== "read_only"),
            query.arrivals_of,
          );
    const withCommands = query.commands === "true";
    const withNotices = query.notices === "true";
    return live.watch(
      session,
      accesses.map(({ project_id, project_uid }) => ({ project_id, project_uid })),
      { send, followed, withCommands, withNotices },
    );
  });
}
