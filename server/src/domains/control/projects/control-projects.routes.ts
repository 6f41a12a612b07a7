import { controlProjects, paginated } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { controlProjectsOf } from "./control-projects.sql.ts";

/** Serves the choice of a project to control. `now` gives ms since 1970. */
export function controlProjectRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(controlProjects, async ({ query: { keyword, page, item_num: size }, session }) => {
    const { account_id } = session;
    const { data, total } = await controlProjectsOf(db, { account_id, keyword, page, size, now: now() });
    return { data, paginate_info: paginated(total, size) };
  });
}
