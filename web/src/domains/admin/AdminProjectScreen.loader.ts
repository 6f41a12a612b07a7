import { adminWidgetList } from "@heliograph/contract/admin/projects";
import { ask } from "../../platform/api.ts";
import type { Load } from "../../platform/loading.ts";
import { ticketsQuery } from "../support/ticket-queries.ts";

/** The figures of a project as an administrator sees them. */
export const adminOverviewQuery = (uid: string) => ask(adminWidgetList, { query: { project_uid: uid } });

/** Starts the project's figures and its tickets. */
export const load: Load = (start, { id }) => {
  void start(adminOverviewQuery(id));
  void start(ticketsQuery("support", id, 1));
};
