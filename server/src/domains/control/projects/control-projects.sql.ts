// The projects of an account, with what of them can be told to do something.
import type { ControlledProject } from "@heliograph/contract";
import { sql } from "kysely";
import { asAccount, showProjects, type Db } from "../../../platform/db.ts";
import { wordsAnywhere } from "../../../platform/postgres/patterns.ts";
import { contactLimitSeconds } from "../../kpi/index.ts";

interface Wanted {
  readonly account_id: number;
  /** Words that must all occur in name or address. */
  readonly keyword: string;
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** ms since 1970. */
  readonly now: number;
}

/** A page of the account's projects by name, and how many there are in all. */
export function controlProjectsOf(
  db: Db,
  { account_id, keyword, page, size, now }: Wanted,
): Promise<{ data: ControlledProject[]; total: number }> {
  const patterns = wordsAnywhere(keyword);
  return asAccount(db, { account_id, projects: [] }, async (tx) => {
    const { rows } = await sql<Listed>`
      select p.project_id, p.project_uid, p.name as project_ssoc_name, p.project_type, m.role as project_role_to_user,
        count(*) over ()::int4 as total
      from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
      where m.account_id = ${account_id}
        ${patterns.length === 0 ? sql`` : sql`and p.search_text like all ((select array_agg(plain_text(word)) from unnest(${patterns}::text[]) word)::text[])`}
      order by lower(p.name), p.project_id limit ${size} offset ${(page - 1) * size}`.execute(tx);
    const ids = rows.map(({ project_id }) => project_id);
    await showProjects(tx, ids);
    const { rows: gateways } = await sql<GatewayOfPage>`
      select g.project_id, g.interval_s, g.last_contact_at, (select count(*)::int4 from device d
        where d.gateway_id = g.gateway_id and d.removed_at is null and d.asset_type = 'solar_inverter') as inverters
      from gateway g where g.project_id = any(${ids}::int4[]) and g.removed_at is null`.execute(tx);
    const data = rows.map(({ project_id, total: _, ...project }) => {
      const own = gateways.filter((gateway) => gateway.project_id === project_id);
      return {
        ...project,
        gateways: own.length,
        silent_gateways: own.filter((gateway) => isSilent(gateway, now)).length,
        inverters: own.reduce((sum, { inverters }) => sum + inverters, 0),
      };
    });
    return { data, total: rows[0]?.total ?? 0 };
  });
}

interface Listed extends Omit<ControlledProject, "gateways" | "silent_gateways" | "inverters"> {
  readonly project_id: number;
  readonly total: number;
}
interface GatewayOfPage {
  readonly project_id: number;
  readonly interval_s: number;
  readonly last_contact_at: Date | null;
  readonly inverters: number;
}

const isSilent = ({ interval_s, last_contact_at }: GatewayOfPage, now: number) =>
  last_contact_at === null || now - last_contact_at.getTime() > contactLimitSeconds(interval_s) * 1000;
