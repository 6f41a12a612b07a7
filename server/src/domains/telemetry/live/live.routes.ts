import { liveEvents } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessToMany } from "../../fleet/index.ts";
import type { Live } from "./live.jobs.ts";

/** Serves the stream of live values; one project that is not the caller's refuses all, 404 `project.not_found`. */
export function liveRoutes(serve: Serve, db: Db, live: Live): void {
  serve.stream(liveEvents, async ({ session, query }, send) => {
    const uids = [...new Set(query.project_uid.map((uid) => uid.toLowerCase()))];
    const accesses = await accessToMany(db, session, uids, { to: "look", noun: "project" });
    return live.watch(
      session,
      accesses.map(({ project_id }) => project_id),
      send,
    );
  });
}
