import type { Load } from "../../../platform/loading.ts";
import { browserZone } from "../../../platform/zone.ts";
import { auditQuery } from "./audit-queries.ts";
import { auditViewIn } from "./audit-view.ts";

/** Starts the page of the log that the address asks for. */
export const load: Load = (start, { search }) =>
  start(auditQuery({ uid: null, timezone: browserZone() }, auditViewIn(search)));
