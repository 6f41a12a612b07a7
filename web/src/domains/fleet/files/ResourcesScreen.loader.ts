import { listFiles } from "@heliograph/contract/fleet/files";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";

/** The files of the project. */
export const filesQuery = (uid: string) => ask(listFiles, { query: { project_uid: uid } });

/** Starts the files of the project. */
export const load: Load = (start, { id }) => start(filesQuery(id));
