import { ownAudit, projectAudit } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo } from "../access/access.sql.ts";
import {
  auditChoices,
  auditPage,
  hasApiKey,
  subjectNames,
  type AuditFilter,
  type AuditOf,
} from "./audit-log.sql.ts";

/** Serves the audit log: of a project to its owners, and to everybody what the account did itself. */
export function auditRoutes(serve: Serve, db: Db): void {
  serve(projectAudit, async ({ query: { project_uid, person, ...filter }, session }) => {
    const project = await accessTo(db, session, project_uid, { to: "own", noun: "project" });
    return logOf(db, { project, person }, { ...filter, reader: session.account_id });
  });

  serve(ownAudit, async ({ query: { api_key_uid, ...filter }, session: { account_id } }) => {
    if (api_key_uid !== undefined && !(await hasApiKey(db, account_id, api_key_uid))) {
      throw new Problem(404, "key.not_found", "No such API key");
    }
    return logOf(db, { account_id, api_key_uid }, { ...filter, reader: account_id });
  });
}

async function logOf(
  db: Db,
  of: AuditOf,
  filter: AuditFilter & { page: number; items_page: number; reader: number },
) {
  const { rows, total_items } = await auditPage(db, of, filter);
  const names = await subjectNames(
    db,
    rows.flatMap(({ subject, project_uid }) => (subject === null || project_uid === null ? [] : [subject])),
  );
  const items = rows.map((row) => {
    const { email, display_name, key_name, key_shown, project_uid, project_name, ...entry } = row;
    return {
      ...entry,
      at: row.at.toISOString(),
      person: email === null || display_name === null ? null : { email, name: display_name },
      key: key_name === null || key_shown === null ? null : { name: key_name, shown: key_shown },
      subject_name: names.get(row.subject ?? "") ?? null,
      project: project_uid === null || project_name === null ? null : { project_uid, name: project_name },
    };
  });
  return { items, total_items, ...(await auditChoices(db, of)) };
}
