import { isDeepStrictEqual } from "node:util";
import {
  ALARM_RULE_KINDS,
  ALARM_RULE_LIMITS,
  cancelAlarmReplay,
  getAlarmReplay,
  listAlarmRules,
  MEASURED_QUANTITIES,
  removeAlarmRule,
  replayAlarmRule,
  ruleSubject,
  saveAlarmRule,
  switchAlarmRule,
  type AlarmRule,
  type AlarmRuleKind,
  type ListedAlarmRule,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Serve, Session } from "../../../platform/http.ts";
import { addJob } from "../../../platform/jobs/jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, lockProject, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { endAlarms } from "../alarms/alarms.sql.ts";
import { RAISES, usualRules } from "../alarms/project-rules.ts";
import { kpiProject } from "../ratios/kpi-rows.sql.ts";
import { refreshSummaries } from "../summaries/project-summary.sql.ts";
import { deleteRule, keepRule, openByRule, ownRule, ownRules } from "./alarm-rule.sql.ts";
import { replayTask } from "./replay.jobs.ts";
import { cancelReplay, insertReplay, replayOf } from "./replay.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;
const CHANGE = { to: "change", noun: "project" } as const;

/** Serves the rules of alarms: who may look reads them, who may change replays, saves, switches and removes them. `clock` gives ms since 1970. */
export function alarmRuleRoutes(serve: Serve, db: Db, clock: () => number): void {
  serve(listAlarmRules, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => ({
      project: { name: access.name, timezone: access.timezone, inverters: await inverters(tx, access) },
      may_change: access.role !== "read_only",
      items: await listed(tx, access),
      quantities: await reported(tx, access),
    })),
  );
  replayRoutes(serve, db);
  changeRoutes(serve, db, clock);
}

function replayRoutes(serve: Serve, db: Db): void {
  serve(replayAlarmRule, ({ body: { project_uid, rule }, session }) =>
    db.transaction().execute(async (tx) => {
      const { project_id } = await accessTo(tx, session, project_uid, CHANGE);
      const { account_id } = session;
      const { replay_id, replay } = await insertReplay(tx, { project_id, account_id, rule });
      await addJob(tx, replayTask, { replay_id });
      return { message: "The replay has begun", replay };
    }),
  );
  serve(getAlarmReplay, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => found(tx, access, query.replay_uid)),
  );
  serve(cancelAlarmReplay, ({ query, session }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, query.project_uid, CHANGE);
      await found(tx, access, query.replay_uid);
      await cancelReplay(tx, access.project_id, query.replay_uid);
      return { message: "The replay has ended" };
    }),
  );
}

function changeRoutes(serve: Serve, db: Db, clock: () => number): void {
  serve(saveAlarmRule, ({ body: { project_uid, replay_uid, rule }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      const replay = await found(tx, access, replay_uid);
      if (replay.state !== "done" || !isDeepStrictEqual(replay.rule, rule)) {
        throw new Problem(
          409,
          "alarm_rule.not_replayed",
          "Only a rule that was replayed just as it stands can be saved: replay it again",
        );
      }
      const { project_id } = access;
      const before = await ownRule(tx, { project_id, kind: rule.kind, subject: ruleSubject(rule) });
      if (
        before === undefined &&
        rule.kind === "measured" &&
        (await measuredCount(tx, access)) >= ALARM_RULE_LIMITS.measured
      ) {
        throw new Problem(
          409,
          "alarm_rule.too_many",
          `Rules of measured quantities in a project: ${ALARM_RULE_LIMITS.measured} at most`,
        );
      }
      await keepRule(tx, { project_id, account_id: session.account_id, rule });
      await note(tx, { session, origin, access }, { action: "alarm_rule.set", rule, before });
      await judgedAnew(tx, access, rule, clock());
      return { message: "The rule of alarms has been saved" };
    }),
  );
  serve(switchAlarmRule, ({ body: { project_uid, kind, subject, enabled }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      const before = await ruleOf(tx, access, { kind, subject });
      const rule = { ...before, enabled };
      await keepRule(tx, { project_id: access.project_id, account_id: session.account_id, rule });
      await note(tx, { session, origin, access }, { action: "alarm_rule.changed", rule, before });
      await judgedAnew(tx, access, rule, clock());
      return { message: enabled ? "The rule is on" : "The rule is off" };
    }),
  );
  serve(removeAlarmRule, ({ query: { project_uid, kind, subject }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      const key = { project_id: access.project_id, kind, subject };
      const before = await ownRule(tx, key);
      if (before === undefined || !(await deleteRule(tx, key))) throw noRule();
      await note(tx, { session, origin, access }, { action: "alarm_rule.removed", rule: before, before });
      // Only a rule of a measured quantity leaves none behind.
      await judgedAnew(tx, access, { ...before, enabled: kind !== "measured" }, clock());
      return { message: "The usual rule holds again" };
    }),
  );
}

const noRule = () => new Problem(404, "alarm_rule.not_found", "The project has no such rule");

async function found(tx: Tx, { project_id }: ProjectAccess, replay_uid: string) {
  const replay = await replayOf(tx, project_id, replay_uid);
  if (replay === undefined) throw new Problem(404, "alarm_replay.not_found", "No such replay");
  return replay;
}

/** The rule that holds: the project's own, else the usual one. */
async function ruleOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  { kind, subject }: { kind: AlarmRuleKind; subject: string },
): Promise<AlarmRule> {
  const own = await ownRule(tx, { project_id, kind, subject });
  if (own !== undefined) return own;
  if (kind === "measured" || subject !== "") throw noRule();
  return usualRules((await kpiProject(tx, project_id)).terms)[kind];
}

/** What is live is judged by the rule at once; alarms of one that holds no longer end. */
// oxlint-disable-next-line max-params -- in which transaction, where, by which rule and when
async function judgedAnew(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  rule: AlarmRule,
  nowMs: number,
): Promise<void> {
  if (!rule.enabled) {
    await endAlarms(tx, { project_id, kinds: RAISES[rule.kind], subject: ruleSubject(rule) }, nowMs);
  }
  await refreshSummaries(tx, [project_id], nowMs);
}

async function note(
  tx: Tx,
  { session, origin, access }: { session: Session; origin: Origin; access: ProjectAccess },
  { action, rule, before }: { action: string; rule: AlarmRule; before: AlarmRule | undefined },
): Promise<void> {
  await audit(tx, {
    ...session,
    address: origin.address,
    action,
    subject: access.project_uid,
    project_id: access.project_id,
    detail: { kind: rule.kind, subject: ruleSubject(rule) },
    ...(before === undefined ? {} : { before }),
    ...(action === "alarm_rule.removed" ? {} : { after: rule }),
  });
}

/** One rule of each kind, the project's own or the usual one, then its own of measured quantities. */
async function listed(tx: Tx, { project_id }: ProjectAccess): Promise<ListedAlarmRule[]> {
  const usual = usualRules((await kpiProject(tx, project_id)).terms);
  const own = await ownRules(tx, project_id);
  const open = await openByRule(tx, project_id);
  const openOf = (rule: AlarmRule) =>
    open
      .filter(
        (one) => RAISES[rule.kind].some((kind) => kind === one.kind) && one.subject === ruleSubject(rule),
      )
      .reduce((sum, one) => sum + one.open, 0);
  const kept = own.map(({ rule, saved_at, saved_by }) => ({
    rule,
    is_usual: false,
    saved_at: saved_at.toISOString(),
    saved_by,
    open_alarms: openOf(rule),
  }));
  return ALARM_RULE_KINDS.flatMap((kind): ListedAlarmRule[] => {
    const saved = kept.filter(({ rule }) => rule.kind === kind);
    if (kind === "measured" || saved.length > 0) return saved;
    const rule = usual[kind];
    return [{ rule, is_usual: true, saved_at: null, saved_by: null, open_alarms: openOf(rule) }];
  });
}

async function measuredCount(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  return (await ownRules(tx, project_id)).filter(({ rule }) => rule.kind === "measured").length;
}

async function inverters(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from device where project_id = ${project_id} and asset_type = 'solar_inverter' and removed_at is null`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Quantities that the project's devices report now. */
async function reported(tx: Tx, { project_id }: ProjectAccess) {
  const { rows } = await sql<{ name: string }>`
    select distinct k.name from latest l join device d on d.device_id = l.device_id and d.removed_at is null
    cross join jsonb_object_keys(coalesce(l.m, '{}')) as k (name) where l.project_id = ${project_id}`.execute(
    tx,
  );
  const names = new Set(rows.map(({ name }) => name));
  return MEASURED_QUANTITIES.filter((name) => names.has(name));
}
