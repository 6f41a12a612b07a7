import { AUDIT_LIMITS, ownAudit, projectAudit, type AuditEntry } from "@heliograph/contract/fleet/audit";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../platform/call.ts";
import { auditFilter, type AuditView } from "./audit-view.ts";

/** Entries on a page of the screen. */
export const AUDIT_PAGE = 25;

/** Whose log is shown: a project's, or the account's own. */
export interface AuditSource {
  /** The project; null: the account itself. */
  readonly uid: string | null;
  /** The zone of its days and times. */
  readonly timezone: string;
}

/** A page of so many entries. */
function pageOf(
  { uid, timezone }: AuditSource,
  view: AuditView,
  pages: { page: number; items_page: number },
  signal?: AbortSignal,
) {
  const query = { ...auditFilter(view, timezone), ...pages };
  if (uid === null) return call(ownAudit, { query }, signal);
  const person = view.person === null ? {} : { person: view.person };
  return call(projectAudit, { query: { ...query, ...person, project_uid: uid } }, signal);
}

/** The page of the log that the view asks for. */
export const auditQuery = (source: AuditSource, view: AuditView) =>
  queryOptions({
    queryKey: [(source.uid === null ? ownAudit : projectAudit).name, source, view] as const,
    queryFn: ({ signal }) => pageOf(source, view, { page: view.page, items_page: AUDIT_PAGE }, signal),
  });

/** All entries that match, the newest first; null: more than a file holds. Throws Refused when the server refuses a page. */
export async function allEntries(
  source: AuditSource,
  view: AuditView,
): Promise<readonly AuditEntry[] | null> {
  const entries: AuditEntry[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total_items } = await pageOf(source, view, { page, items_page: AUDIT_LIMITS.rows });
    if (total_items > AUDIT_LIMITS.exported) return null;
    entries.push(...items);
    if (items.length < AUDIT_LIMITS.rows) return entries;
  }
}
