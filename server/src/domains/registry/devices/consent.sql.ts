// Which consents are an owner's to give or withdraw (rule R10).
import type { OwnedConsent } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** Codes of the devices of the account (b) that are about the plant (p), alone or in a group, as an array. */
export const devicesAbout = sql<string[]>`array(
  select r.code from registered_device r where r.business_account_id = b.business_account_id and upper(r.valid) > current_date
    and p.project_id in (select projects_of_device(r)) order by r.code)`;

/** Consents to companies for plants that the person owns: those in force, and those that a registered device lacks; `company`: of one account (id) alone. */
export async function ownedConsents(
  db: Db,
  account_id: number | null,
  { projects, company }: { projects: readonly number[]; company?: number },
): Promise<OwnedConsent[]> {
  if (projects.length === 0) return [];
  const { rows } = await sql<OwnedConsent>`
    select distinct on (p.project_id, b.business_account_id) d.record_uid, p.name as project, b.company_name as company
    from project_member m join project p using (project_id) join device_application d on d.plant_id = p.project_id
      join business_account b using (business_account_id)
    where m.account_id = ${account_id} and m.role = 'owner' and p.project_id = any(${[...projects]}::int4[]) and p.removed_at is null
      and d.status <> 'deleted' and (${company ?? null}::int4 is null or b.business_account_id = ${company ?? null})
      and (exists (select from device_consent c where c.project_id = p.project_id and c.business_account_id = b.business_account_id
          and c.withdrawn_at is null)
        or cardinality(${devicesAbout}) > 0)
    order by p.project_id, b.business_account_id, (d.registered_device_id is not null) desc, d.application_id desc`.execute(
    db,
  );
  return rows;
}
