// What the frames around the screens ask the server first.
import { projectInfoQuery } from "../../domains/fleet/projects/project-queries.ts";
import { accountQuery } from "../../domains/identity/index.ts";
import { unreadQuery } from "../../domains/notices/notifications/notification-queries.ts";
import { projectCountQuery } from "../../domains/monitoring/portfolio/list-queries.ts";
import { configQuery } from "../../platform/app-config.ts";
import type { Load } from "../../platform/loading.ts";
import { projectAt } from "../paths.ts";

/** Starts what the frame shows, and the project that the page is of. */
export const loadFrame: Load = (start, { pathname }) => {
  void start(accountQuery());
  void start(configQuery());
  void start(projectCountQuery("swh"));
  void start(unreadQuery());
  const uid = projectAt(pathname);
  if (uid !== undefined) void start(projectInfoQuery(uid));
};

/** Starts what an administrator's frame and screens need. */
export const loadAdminFrame: Load = (start) => start(configQuery());
