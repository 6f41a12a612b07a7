// Which alarms a call means, and what is written of what is done to them.
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { announceAlarms } from "../../telemetry/index.ts";
import { noteSteps } from "./alarm-cases.sql.ts";
import { regionsOf } from "./desk.sql.ts";
import {
  changeCases,
  lockCases,
  projectsOfAlarms,
  type CaseChange,
  type LockedCase,
} from "./desk-writes.sql.ts";
import type { RegionRule } from "./region-causes.ts";

/** What is answered of an alarm that is not there, or of a project that the caller may not see. */
export const noAlarm = () => new Problem(404, "alarm.not_found", "No such alarm");

interface Those {
  readonly list_alarm_uid: readonly string[];
  readonly with_region: boolean;
}

/** What the desk goes by: the clock, ms since 1970, and what has one cause in a region. */
export interface DeskRules {
  readonly now: () => number;
  readonly rule: RegionRule;
}

interface By {
  readonly session: Session;
  readonly origin: Origin;
  readonly at: Date;
}

/** The alarms that a call names, locked, with the proofs of their projects. */
interface Chosen {
  readonly cases: readonly LockedCase[];
  readonly accesses: readonly ProjectAccess<"change">[];
}

/** Something done to alarms, and what is written of it. */
export interface Deed {
  readonly action: "taken" | "given_back" | "woken" | "reopened" | "assigned" | "snoozed" | "resolved";
  readonly change: CaseChange;
  readonly more?: {
    readonly to_id?: number;
    readonly until?: Date;
    readonly cause?: string;
    readonly note?: string;
  };
  readonly after?: Readonly<Record<string, string>>;
}

/** Writes one deed to all of the cases: what changes, a step of their history, and an entry of the log of each project. */
// oxlint-disable-next-line max-params -- the transaction, who, which and what
export async function changeAll(
  tx: Tx,
  { session, origin, at }: By,
  { cases }: Pick<Chosen, "cases" | "accesses">,
  deed: Deed,
) {
  await changeCases(tx, cases, deed.change);
  await noteSteps(tx, cases, { at, action: deed.action, account_id: session.account_id, ...deed.more });
  for (const [project_id, own] of Map.groupBy(cases, (one) => one.project_id)) {
    const [first] = own;
    await audit(tx, {
      account_id: session.account_id,
      address: origin.address,
      action: `alarm.${deed.action}`,
      project_id,
      ...(first === undefined ? {} : { subject: first.alarm_uid }),
      ...(own.length === 1 ? {} : { detail: { alarms: own.length } }),
      ...(deed.after === undefined ? {} : { after: deed.after }),
    });
  }
}

/**
 * Does the work with the alarms that the call names, locked in one transaction. One that is not the caller's refuses all, 404
 * `alarm.not_found`; one that a read-only caller names 403 `alarm.read_only`; one that is closed 409 `alarm.closed`.
 */
export async function acting<T>(
  db: Db,
  of: DeskRules & { readonly session: Session; readonly those: Those; readonly closedToo?: boolean },
  work: (tx: Tx, chosen: Chosen) => Promise<T>,
): Promise<T> {
  const { session, those, rule } = of;
  return db.transaction().execute(async (tx) => {
    const uids = [...new Set(those.list_alarm_uid.map((uid) => uid.toLowerCase()))];
    const named = await projectsOfAlarms(tx, uids);
    if (named.length < uids.length) throw noAlarm();
    const want = { to: "change", noun: "alarm" } as const;
    const accesses = await accessToMany(
      tx,
      session,
      [...new Set(named.map(({ project_uid }) => project_uid))],
      want,
    );
    const ids = named.map(({ alarm_id }) => alarm_id);
    const more = those.with_region
      ? await regionOf(tx, { account_id: session.account_id, now: new Date(of.now()) }, ids, rule)
      : null;
    const all = more === null ? accesses : [...accesses, ...more.accesses];
    const cases = await lockCases(tx, all, more === null ? ids : [...ids, ...more.alarm_ids]);
    if (
      of.closedToo !== true &&
      cases.some(({ ended_at, resolved_at }) => ended_at !== null || resolved_at !== null)
    ) {
      throw new Problem(409, "alarm.closed", "This alarm is closed");
    }
    if (cases.length === 0) throw noAlarm();
    const done = await work(tx, { cases, accesses: all });
    await announceAlarms(
      tx,
      cases.map(({ project_id }) => project_id),
    );
    return done;
  });
}

/** The other alarms of the regions that the alarms name, of projects that the account may change. */
// oxlint-disable-next-line max-params -- the transaction, who, which and by what rule
async function regionOf(
  tx: Tx,
  of: { readonly account_id: number; readonly now: Date },
  alarmIds: readonly number[],
  rule: RegionRule,
) {
  const { account_id } = of;
  const { list } = await regionsOf(tx, of, rule);
  const meant = list.filter(({ first }) => alarmIds.includes(first.alarm_id));
  const alarm_ids = meant.flatMap((region) => region.alarm_ids);
  const uids = await changeableProjects(tx, account_id, alarm_ids);
  const accesses = await accessToMany(tx, { account_id }, uids, { to: "change", noun: "alarm" });
  return { alarm_ids, accesses };
}

async function changeableProjects(
  tx: Tx,
  account_id: number,
  alarmIds: readonly number[],
): Promise<string[]> {
  if (alarmIds.length === 0) return [];
  const rows = await tx
    .selectFrom("project as p")
    .innerJoin("project_member as m", "m.project_id", "p.project_id")
    .innerJoin("alarm as a", "a.project_id", "p.project_id")
    .select("p.project_uid")
    .distinct()
    .where("m.account_id", "=", account_id)
    .where("m.role", "<>", "read_only")
    .where("p.removed_at", "is", null)
    .where("a.alarm_id", "in", [...alarmIds])
    .execute();
  return rows.map(({ project_uid }) => project_uid);
}
