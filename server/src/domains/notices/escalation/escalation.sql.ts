// Who is told of a project's alarms that nobody has taken, as it is kept.
import type { AlarmSeverity, EscalationStep } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

interface KeptEscalation {
  readonly least_severity: AlarmSeverity;
  readonly steps: EscalationStep[];
}

/** Whether the portal tells this person: `m` is the member, `a` the account, `s` its preferences. */
export const REACHED = sql<boolean>`m.role <> 'read_only' and a.disabled_at is null and coalesce(s.accepts, true)`;

/** The project's escalation; without steps where it has none. */
export async function escalationOf(db: Db, { project_id }: ProjectAccess): Promise<KeptEscalation> {
  const { rows } = await sql<{ least_severity: AlarmSeverity; step: EscalationStep | null }>`
    select x.least_severity, case when e.account_id is not null then jsonb_build_object('account_uid', a.account_uid,
      'name', a.display_name, 'minutes', e.minutes, 'is_reached', ${REACHED}) end as step
    from escalation x left join escalation_step e on e.project_id = x.project_id
    left join account a on a.account_id = e.account_id
    left join project_member m on m.project_id = e.project_id and m.account_id = e.account_id
    left join notice_preference s on s.account_id = e.account_id
    where x.project_id = ${project_id} order by e.position`.execute(db);
  return {
    least_severity: rows[0]?.least_severity ?? "warning",
    steps: rows.flatMap(({ step }) => (step === null ? [] : [step])),
  };
}

/** Replaces the project's escalation. */
export async function keepEscalation(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  kept: {
    readonly least_severity: AlarmSeverity;
    readonly steps: readonly { readonly account_id: number; readonly minutes: number }[];
  },
): Promise<void> {
  const { least_severity, steps } = kept;
  await tx
    .insertInto("escalation")
    .values({ project_id, least_severity })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ least_severity }))
    .execute();
  await tx.deleteFrom("escalation_step").where("project_id", "=", project_id).execute();
  if (steps.length === 0) return;
  await tx
    .insertInto("escalation_step")
    .values(steps.map((step, at) => ({ project_id, position: at + 1, ...step })))
    .execute();
}
