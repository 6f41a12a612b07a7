// Rules of projects as they are kept.
import { ruleSubject, type AlarmRule, type AlarmRuleKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { USUAL_RULES, withOwn, type ProjectRules } from "../alarms/project-rules.ts";

/** Which rule of a project. */
interface RuleKey {
  readonly project_id: number;
  readonly kind: AlarmRuleKind;
  readonly subject: string;
}

/**
 * By project id the rules with those of its own among them; `usual` are those of a project without any. Projects without a rule of
 * their own are missing: the usual ones hold.
 */
export async function projectRules(
  db: Db,
  projectIds: readonly number[],
  usual: ProjectRules = USUAL_RULES,
): Promise<Map<number, ProjectRules>> {
  const { rows } = await sql<{ project_id: number; rules: AlarmRule[] }>`
    select project_id, jsonb_agg(rule order by kind, subject) as rules from alarm_rule
    where project_id = any(${[...projectIds]}::int4[]) group by project_id`.execute(db);
  return new Map(rows.map(({ project_id, rules }) => [project_id, withOwn(usual, rules)]));
}

/** A rule of the project's own as it is listed. */
interface KeptRule {
  readonly rule: AlarmRule;
  readonly saved_at: Date;
  readonly saved_by: string | null;
}

/** The project's own rules. */
export async function ownRules(tx: Tx, project_id: number): Promise<KeptRule[]> {
  const { rows } = await sql<KeptRule>`
    select r.rule, r.saved_at, coalesce(nullif(a.display_name, ''), a.email) as saved_by from alarm_rule r left join account a on a.account_id = r.saved_by
    where r.project_id = ${project_id} order by r.kind, r.subject`.execute(tx);
  return rows;
}

/** The project's own rule; undefined: it has none. */
export async function ownRule(
  tx: Tx,
  { project_id, kind, subject }: RuleKey,
): Promise<AlarmRule | undefined> {
  const { rows } = await sql<{ rule: AlarmRule }>`
    select rule from alarm_rule where project_id = ${project_id} and kind = ${kind} and subject = ${subject} for update`.execute(
    tx,
  );
  return rows[0]?.rule;
}

/** Keeps the rule in place of the one that there is. */
export async function keepRule(
  tx: Tx,
  { project_id, account_id, rule }: { project_id: number; account_id: number; rule: AlarmRule },
): Promise<void> {
  await sql`
    insert into alarm_rule (project_id, kind, subject, rule, saved_by)
    values (${project_id}, ${rule.kind}, ${ruleSubject(rule)}, ${JSON.stringify(rule)}::jsonb, ${account_id})
    on conflict (project_id, kind, subject) do update set rule = excluded.rule, saved_by = excluded.saved_by, saved_at = now()`.execute(
    tx,
  );
}

/** Removes the project's own rule; false: it had none. */
export async function deleteRule(tx: Tx, { project_id, kind, subject }: RuleKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from alarm_rule where project_id = ${project_id} and kind = ${kind} and subject = ${subject}`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Open alarms of the project by kind and subject. */
export async function openByRule(
  tx: Tx,
  project_id: number,
): Promise<{ kind: string; subject: string; open: number }[]> {
  const { rows } = await sql<{ kind: string; subject: string; open: number }>`
    select kind, subject, count(*)::int4 as open from alarm
    where project_id = ${project_id} and ended_at is null and confirmed_at is not null group by kind, subject`.execute(
    tx,
  );
  return rows;
}
