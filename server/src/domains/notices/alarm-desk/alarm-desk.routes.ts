import {
  alarmCounts,
  alarmCourse,
  alarmDesk,
  alarmDetail,
  DESK_GROUPS,
  DESK_LIMITS,
} from "@heliograph/contract";
import { asAccount, showProjects, type Db, type Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { accessTo, accessToMany, type ProjectAccess } from "../../fleet/index.ts";
import { costPlants, courseOf, courseRows, devicesOfAlarm } from "../../kpi/index.ts";
import { countOpen, deskCauses, deskProjects } from "./desk.sql.ts";
import {
  causesOfToday,
  ordered,
  regionsIn,
  sumOfVnd,
  deskUnits,
  waitingIn,
  type DeskUnit,
} from "./desk-units.ts";
import {
  deskRows,
  foldedUnder,
  seenBefore,
  shownAlarm,
  silentDevices,
  stepsOf,
  type DeskRow,
} from "./desk-rows.sql.ts";
import { projectsOfAlarms, workersOf } from "./desk-writes.sql.ts";
import { noAlarm, type DeskRules } from "./chosen-alarms.sql.ts";

const CLOSED_MS = DESK_LIMITS.closedDays * 86_400_000;
const HOUR_MS = 3_600_000;
/** Of long alarms the course shows the newest part of this length, ms. */
const COURSE_MS = 2 * 86_400_000;

/** Serves what there is to see of the desk: alarms of all projects that the caller may see. `now` gives ms since 1970. */
export function alarmDeskRoutes(serve: Serve, db: Db, of: DeskRules): void {
  serve(alarmDesk, ({ query, session: { account_id } }) =>
    asAccount(db, { account_id, projects: [] }, async (tx) => {
      const now = new Date(of.now());
      const since = new Date(now.getTime() - CLOSED_MS);
      await accessToMany(tx, { account_id }, query.project_uid, { to: "look", noun: "project" });
      const { page, page_size: size, order_by, region: _, ...filter } = query;
      const { causes, sums } = await deskCauses(tx, { account_id, now, since, filter });
      const regions = regionsIn(causes, of.rule);
      const region = await regionNamed(tx, query.region, regions.list);
      if (query.region !== undefined && region === undefined) throw noAlarm();
      const units = ordered(deskUnits(causes, regions, region), order_by);
      const shown = units.slice((page - 1) * size, page * size);
      const rows = await rowsOf(tx, { account_id, now, units: shown });
      const { oldest_nobody_ms, ...waiting } = waitingIn(causes, regions);
      return {
        items: shown.flatMap((unit) => {
          const row = rows.get(unit.id);
          const whole =
            region === undefined ? regions.list.find(({ first }) => first.alarm_id === unit.id) : undefined;
          return row === undefined
            ? []
            : [shownAlarm(row, inVnd(unit), whole === undefined ? null : { projects: whole.projects })];
        }),
        total_items: units.length,
        projects: await deskProjects(tx, query.project_uid),
        groups: groupsOf(units),
        strip: {
          ...sums,
          ...waiting,
          oldest_nobody_at: oldest_nobody_ms === null ? null : new Date(oldest_nobody_ms).toISOString(),
          last_closed_at: sums.last_closed_at === null ? null : new Date(sums.last_closed_at).toISOString(),
          alarms: causesOfToday(causes, regions),
        },
      };
    }),
  );

  serve(alarmCounts, ({ session: { account_id } }) =>
    asAccount(db, { account_id, projects: [] }, (tx) =>
      countOpen(tx, { account_id, now: new Date(of.now()) }, of.rule),
    ),
  );
  serveDetail(serve, db, of);
  serveCourse(serve, db, of);
}

function serveDetail(serve: Serve, db: Db, of: DeskRules): void {
  serve(alarmDetail, ({ query, session }) =>
    withAlarm(db, { session, ...query, ...of }, async (tx, { row, access }) => ({
      alarm: shownAlarm(row, { ...row, group: row.grp }, null),
      steps: await stepsOf(tx, row),
      folded: await foldedUnder(tx, row),
      devices: await silentDevices(tx, row),
      last_contact_at: row.last_contact_at?.toISOString() ?? null,
      seen_before: await seenBefore(tx, row),
      people: row.may_change ? await peopleOf(db, session, access) : [],
    })),
  );
}

function serveCourse(serve: Serve, db: Db, of: DeskRules): void {
  serve(alarmCourse, async ({ query, session }) => {
    const { row, access } = await withAlarm(db, { session, ...query, ...of }, async (_, found) => found);
    const nowMs = of.now();
    const to_ms = Math.min(nowMs, (row.ended_at?.getTime() ?? nowMs) + HOUR_MS);
    const from_ms = Math.max(row.started_at.getTime() - 3 * HOUR_MS, to_ms - COURSE_MS);
    const who = { account_id: session.account_id, projects: [access.project_id] };
    return asAccount(db, who, async (tx) => {
      const [plant] = await costPlants(tx, [access.project_id], new Date(nowMs));
      if (plant === undefined) throw noAlarm();
      const around = { from_ms: from_ms - 2 * HOUR_MS, to_ms: to_ms + 2 * HOUR_MS };
      const own = devicesOfAlarm(row, plant.devices);
      const course = courseOf(
        { plant, own, ...(await courseRows(tx, plant.project_id, around)) },
        { from_ms, to_ms },
      );
      const sources = course.flatMap(({ by }) => by ?? []);
      const [most] = [...Map.groupBy(sources, (by) => by)].toSorted((a, b) => b[1].length - a[1].length);
      return {
        timezone: access.timezone,
        from: new Date(from_ms).toISOString(),
        to: new Date(to_ms).toISOString(),
        quarters: course.map(({ at_ms, own_wh, expected_wh }) => ({
          at: new Date(at_ms).toISOString(),
          own_w: watts(own_wh),
          expected_w: watts(expected_wh),
        })),
        expected_by: most?.[0] ?? null,
      };
    });
  });
}

const watts = (wh: number | null) => (wh === null ? null : wh * 4);

/** Hundredths as decimal text. */
const dong = (vnd: bigint) => `${vnd / 100n}.${String(vnd % 100n).padStart(2, "0")}`;

/** The row with its sums as they are sent. */
const inVnd = (unit: DeskUnit) => ({
  ...unit,
  least_vnd: unit.least_vnd === null ? null : dong(unit.least_vnd),
  most_vnd: unit.most_vnd === null ? null : dong(unit.most_vnd),
  lost_vnd: dong(unit.lost_vnd),
});

/** The sums of each group that has rows, in the order of the groups. */
const groupsOf = (units: readonly DeskUnit[]) =>
  DESK_GROUPS.flatMap((group) => {
    const own = units.filter((unit) => unit.group === group);
    const sum = (of: (unit: DeskUnit) => bigint | null) => dong(sumOfVnd(own, of) ?? 0n);
    return own.length === 0
      ? []
      : [
          {
            group,
            alarms: own.length,
            least_vnd: sum(({ least_vnd }) => least_vnd),
            most_vnd: sum(({ most_vnd }) => most_vnd),
          },
        ];
  });

/** The region that the alarm of the uid names; undefined: none. */
async function regionNamed<R extends { readonly first: { readonly alarm_id: number } }>(
  tx: Tx,
  alarm_uid: string | undefined,
  regions: readonly R[],
): Promise<R | undefined> {
  if (alarm_uid === undefined) return undefined;
  const [named] = await projectsOfAlarms(tx, [alarm_uid]);
  return regions.find(({ first }) => first.alarm_id === named?.alarm_id);
}

/** The alarms by id, with the names of their gateways and devices. */
async function rowsOf(
  tx: Tx,
  of: {
    account_id: number;
    now: Date;
    units: readonly { readonly id: number; readonly project_id: number }[];
  },
): Promise<Map<number, DeskRow>> {
  await showProjects(tx, [...new Set(of.units.map(({ project_id }) => project_id))]);
  const rows = await deskRows(tx, { ...of, alarm_ids: of.units.map(({ id }) => id) });
  return new Map(rows.map((row) => [row.alarm_id, row]));
}

/** Does the work with the alarm in a transaction that sees its project. Refuses 404 `alarm.not_found`. */
async function withAlarm<T>(
  db: Db,
  of: { session: Session; alarm_uid: string; now: () => number },
  work: (tx: Tx, found: { row: DeskRow; access: ProjectAccess }) => Promise<T>,
): Promise<T> {
  const { session, alarm_uid, now } = of;
  const [found] = await projectsOfAlarms(db, [alarm_uid]);
  const access = await accessTo(db, session, found?.project_uid, { to: "look", noun: "alarm" });
  const { account_id } = session;
  return asAccount(db, { account_id, projects: [access.project_id] }, async (tx) => {
    const wanted = {
      account_id,
      now: new Date(now()),
      alarm_ids: found === undefined ? [] : [found.alarm_id],
    };
    const [row] = await deskRows(tx, wanted);
    if (row === undefined) throw noAlarm();
    return work(tx, { row, access });
  });
}

async function peopleOf(db: Db, session: Session, { project_uid }: ProjectAccess) {
  const access = await accessTo(db, session, project_uid, { to: "change", noun: "alarm" });
  return (await workersOf(db, access)).map(({ account_id, ...person }) => ({
    ...person,
    is_me: account_id === session.account_id,
  }));
}
