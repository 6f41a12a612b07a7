import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  getScheduleTimelineType,
  getScheduleType,
  SCHEDULE_LIMITS,
  SCHEDULE_TYPES,
  scheduleLog,
  TIMELINES,
  updateSchedule,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve, SessionRequest } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, lockProject, projectOfGateway, type ProjectAccess } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { lockGateway, seeTo } from "./due.sql.ts";
import { logOfSchedule, projectOfSchedule, schedulesOfProject } from "./schedule-read.sql.ts";
import {
  devicesFor,
  fromNow,
  isInstant,
  refuseFaults,
  refuseOther,
  settleSchedule,
} from "./schedule-rules.sql.ts";
import {
  changeSchedule,
  devicesBehind,
  gatewayIdOf,
  insertSchedule,
  lockGatewayOf,
  removeSchedule,
  scheduleCount,
  scheduleForChange,
  type ScheduleValues,
  type StoredSchedule,
} from "./schedule.sql.ts";

const CHANGE = { to: "change", noun: "schedule" } as const;

/** Serves schedules: who may look reads them, who may change adds, changes and deletes them. `clock` gives ms since 1970. */
export function scheduleRoutes(serve: Serve, db: Db, clock: () => number): void {
  serve(getSchedule, ({ body, session }) =>
    inProject(db, session, body.project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      timezone: access.timezone,
      items: await schedulesOfProject(tx, access),
    })),
  );
  serve(getScheduleType, async () => [
    { id: SCHEDULE_TYPES.on_off, name: "On/Off" },
    { id: SCHEDULE_TYPES.power, name: "Power control" },
  ]);
  serve(getScheduleTimelineType, async () => [
    { id: TIMELINES.instant, name: "Instant" },
    { id: TIMELINES.weekly, name: "Weekly" },
    { id: TIMELINES.monthly, name: "Monthly" },
    { id: TIMELINES.one_off, name: "One-off" },
  ]);
  serve(scheduleLog, async ({ query: { schedule_id }, session }) => {
    const project = await projectOfSchedule(db, schedule_id);
    return inProject(db, session, project, { to: "look", noun: "schedule" }, async (tx, access) => ({
      timezone: access.timezone,
      items: await logOfSchedule(tx, access, schedule_id),
    }));
  });
  serveCreate(serve, db, clock);
  serveUpdate(serve, db, clock);
  serveDelete(serve, db, clock);
}

function serveCreate(serve: Serve, db: Db, clock: () => number): void {
  serve(createSchedule, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const project = await projectOfGateway(tx, body.gateway_uid);
      const access = await accessTo(tx, session, project, { to: "change", noun: "gateway" });
      await lockProject(tx, access);
      if ((await scheduleCount(tx, access)) >= SCHEDULE_LIMITS.ofProject) {
        throw new Problem(
          409,
          "schedule.too_many",
          `A project may have ${SCHEDULE_LIMITS.ofProject} schedules`,
        );
      }
      const { gateway_uid, device_serial, ...stated } = body;
      const now = new Date(clock());
      const gateway_id = await gatewayIdOf(tx, access, gateway_uid);
      if (gateway_id === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
      const device_ids = await devicesFor(tx, {
        gateway_id,
        stated,
        uids: device_serial.map((one) => one.device_uid),
      });
      const values = isInstant(stated) ? { ...stated, ...fromNow(access, now) } : stated;
      await lockGateway(tx, { gateway_id, project_id: access.project_id });
      const handled_until = await settleSchedule(tx, access, {
        gateway_id,
        device_ids,
        values,
        but: null,
        overwrite: values.option_overwrite,
        now,
      });
      const { account_id } = session;
      const of = { gateway_id, device_ids, account_id, values, handled_until, now };
      const schedule_id = await insertSchedule(tx, access, of);
      await note(
        tx,
        { session, origin, access },
        { action: "schedule.added", schedule_id, after: { ...values } },
      );
      await seeTo(tx, [gateway_id], now);
      return { message: "Create schedule successful", schedule_id };
    }),
  );
}

function serveUpdate(serve: Serve, db: Db, clock: () => number): void {
  serve(updateSchedule, ({ query: { schedule_id }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { access, before } = await toChange(tx, session, schedule_id);
      refuseOther(before, body);
      const { from_date, to_date, from_time, to_time, day, state, operation_type, value, available } = body;
      const change = { from_date, to_date, from_time, to_time, day, state, operation_type, value, available };
      const {
        schedule_id: id,
        schedule_uid: _uid,
        schedule_no: _no,
        gateway_id,
        gateway_uid: _gateway,
        device_uids,
        ...was
      } = before;
      const { option_overwrite } = body;
      const values: ScheduleValues = { ...was, ...given({ ...change, option_overwrite }) };
      const overwrite = option_overwrite ?? true;
      refuseFaults(values);
      const now = new Date(clock());
      const runsOtherwise = Object.entries(given(change)).some(
        ([name, to]) =>
          JSON.stringify(to) !== JSON.stringify(Object.entries(was).find(([key]) => key === name)?.[1]),
      );
      if (runsOtherwise) {
        const device_ids = (await devicesBehind(tx, gateway_id, device_uids)).map((one) => one.device_id);
        const handled_until = await settleSchedule(tx, access, {
          gateway_id,
          device_ids,
          values,
          but: id,
          overwrite,
          now,
        });
        await changeSchedule(tx, id, values, { handled_until, now });
        await seeTo(tx, [gateway_id], now);
      } else {
        await changeSchedule(tx, id, values, null);
      }
      const doing = { session, origin, access };
      await note(tx, doing, { action: "schedule.changed", schedule_id, before: was, after: { ...values } });
      return { message: "Update schedule successful" };
    }),
  );
}

function serveDelete(serve: Serve, db: Db, clock: () => number): void {
  serve(deleteSchedule, ({ body: { schedule_id, option_overwrite: stop }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { access, before } = await toChange(tx, session, schedule_id);
      const now = new Date(clock());
      await removeSchedule(tx, before.schedule_id, { stop, now });
      await seeTo(tx, [before.gateway_id], now);
      const { schedule_id: _id, device_uids: _devices, ...was } = before;
      await note(tx, { session, origin, access }, { action: "schedule.removed", schedule_id, before: was });
      return { message: "Delete schedule successful" };
    }),
  );
}

/** The schedule that the caller may change, and the proof; nobody else sees to its gateway until the transaction ends. */
async function toChange(
  tx: Tx,
  session: SessionRequest<typeof updateSchedule>["session"],
  schedule_id: string,
): Promise<{ access: ProjectAccess<"change">; before: StoredSchedule }> {
  const access = await accessTo(tx, session, await projectOfSchedule(tx, schedule_id), CHANGE);
  await lockGatewayOf(tx, access, schedule_id);
  const there = await scheduleForChange(tx, access, schedule_id);
  if (there === undefined) throw new Problem(404, "schedule.not_found", "No such schedule");
  return { access, before: there };
}

async function note(
  tx: Tx,
  by: Pick<SessionRequest<typeof updateSchedule>, "session" | "origin"> & { access: ProjectAccess<"change"> },
  what: { action: string; schedule_id: string; before?: object; after?: object },
): Promise<void> {
  const { session, origin, access } = by;
  const { action, schedule_id: subject, before, after } = what;
  await audit(tx, {
    ...session,
    address: origin.address,
    project_id: access.project_id,
    action,
    subject,
    before: before === undefined ? null : { ...before },
    after: after === undefined ? null : { ...after },
  });
}
