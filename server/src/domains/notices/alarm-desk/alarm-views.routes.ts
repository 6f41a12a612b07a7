import {
  addAlarmView,
  ALARM_VIEW_LIMITS,
  changeAlarmView,
  listAlarmViews,
  removeAlarmView,
  type AlarmView,
  type AlarmViewFilters,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany } from "../../fleet/index.ts";
import {
  alarmViewsOf,
  countAlarmViews,
  deleteAlarmView,
  insertAlarmView,
  isViewNamed,
  updateAlarmView,
} from "./alarm-views.sql.ts";

/** Serves the views of the desk that an account has saved, to that account alone. */
export function alarmViewRoutes(serve: Serve, db: Db): void {
  serve(listAlarmViews, async ({ session: { account_id } }) => ({
    items: await alarmViewsOf(db, account_id),
  }));

  serve(addAlarmView, ({ body, session: { account_id } }) =>
    db.transaction().execute(async (tx) => {
      await mustSee(tx, account_id, body.filters);
      if ((await countAlarmViews(tx, account_id)) >= ALARM_VIEW_LIMITS.perAccount) {
        const message = `An account may have ${ALARM_VIEW_LIMITS.perAccount} saved views`;
        throw new Problem(409, "alarm_view.too_many", message);
      }
      await mustBeFree(tx, { account_id, name: body.name });
      const uid = await insertAlarmView(tx, { ...body, account_id });
      return { message: "The view has been saved", view: await found(tx, account_id, uid) };
    }),
  );

  serve(changeAlarmView, ({ body: { alarm_view_uid, ...fields }, session: { account_id } }) =>
    db.transaction().execute(async (tx) => {
      const change = given(fields);
      await countAlarmViews(tx, account_id);
      await found(tx, account_id, alarm_view_uid);
      if (change.filters !== undefined) await mustSee(tx, account_id, change.filters);
      if (change.name !== undefined) {
        await mustBeFree(tx, { account_id, name: change.name, but: alarm_view_uid });
      }
      await updateAlarmView(tx, alarm_view_uid, change);
      return { message: "The view has been changed", view: await found(tx, account_id, alarm_view_uid) };
    }),
  );

  serve(removeAlarmView, async ({ query: { alarm_view_uid }, session: { account_id } }) => {
    if (!(await deleteAlarmView(db, account_id, alarm_view_uid))) throw noView();
    return { message: "The view has been removed" };
  });
}

/** What is answered of a view that is not there, or is another account's. */
const noView = () => new Problem(404, "alarm_view.not_found", "No such view");

async function found(tx: Tx, account_id: number, alarm_view_uid: string): Promise<AlarmView> {
  const [view] = await alarmViewsOf(tx, account_id, alarm_view_uid);
  if (view === undefined) throw noView();
  return view;
}

/** Refuses 404 `project.not_found` where one of the projects is not the account's. */
const mustSee = (tx: Tx, account_id: number, { project_uids }: AlarmViewFilters) =>
  accessToMany(tx, { account_id }, project_uids, { to: "look", noun: "project" });

/** Refuses 409 `alarm_view.name_taken` where another view of the account has the name. */
async function mustBeFree(tx: Tx, of: Parameters<typeof isViewNamed>[1]): Promise<void> {
  if (!(await isViewNamed(tx, of))) return;
  const message = "Another view has this name";
  throw new Problem(409, "alarm_view.name_taken", message, { "body.name": message });
}
