import {
  changeNoticePreferences,
  checkAcceptNotifications,
  deleteNotifications,
  getNoticePreferences,
  getNotification,
  listNotifications,
  unreadNotifications,
  updateAcceptNotifications,
  type NoticePreferences,
} from "@heliograph/contract";
import { asAccount, type Db } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { announceNotices } from "../../telemetry/index.ts";
import { notificationsOf, readNotification, removeNotifications, unreadOf } from "./notification.sql.ts";
import { keepPreferences, preferencesOf } from "./preferences.sql.ts";

/** Serves the notifications of whoever is signed in, and how that person wants to be notified. */
export function notificationRoutes(serve: Serve, db: Db): void {
  serve(listNotifications, ({ query: { page_number, language }, session: { account_id } }) =>
    asAccount(db, { account_id, projects: [] }, async (tx) => ({
      page_number,
      ...(await notificationsOf(tx, account_id, {
        page_number,
        language: language ?? (await preferencesOf(tx, account_id)).language,
      })),
    })),
  );
  serve(unreadNotifications, ({ session: { account_id } }) =>
    asAccount(db, { account_id, projects: [] }, async (tx) => ({ unread: await unreadOf(tx, account_id) })),
  );
  serve(getNotification, ({ query: { id, language }, session: { account_id } }) =>
    db.transaction().execute(async (tx) => {
      const spoken = language ?? (await preferencesOf(tx, account_id)).language;
      const found = await readNotification(tx, account_id, { id, language: spoken });
      if (found === undefined) throw notFound();
      await announceNotices(tx, [account_id]);
      return found;
    }),
  );
  serve(deleteNotifications, ({ body: { id_list }, session: { account_id } }) =>
    db.transaction().execute(async (tx) => {
      const ids = [...new Set(id_list)];
      if ((await removeNotifications(tx, account_id, ids)) < ids.length) throw notFound();
      await announceNotices(tx, [account_id]);
      const message =
        ids.length === 1 ? "The notification has been deleted" : "The notifications have been deleted";
      return { deleteNotificationStatus: true, message };
    }),
  );
  preferenceRoutes(serve, db);
}

const notFound = () => new Problem(404, "notification.not_found", "No such notification");

function preferenceRoutes(serve: Serve, db: Db): void {
  serve(checkAcceptNotifications, async ({ session }) => {
    const { accept_nof } = await preferencesOf(db, session.account_id);
    return { accept_nof };
  });
  serve(updateAcceptNotifications, async ({ body: { accept_nof }, session }) => {
    await changed(db, session, { accept_nof });
    const message = accept_nof ? "Notifications are accepted" : "Notifications are declined";
    return { message, accept_nof };
  });
  serve(getNoticePreferences, ({ session }) => preferencesOf(db, session.account_id));
  serve(changeNoticePreferences, ({ body, session }) => changed(db, session, given(body)));
}

/** Keeps what is given beside what was kept, and returns all of it. */
async function changed(
  db: Db,
  { account_id }: Session,
  change: Partial<NoticePreferences>,
): Promise<NoticePreferences> {
  return db.transaction().execute(async (tx) => {
    // One after the other: of two changes at once none is lost.
    await tx
      .selectFrom("account")
      .select("account_id")
      .where("account_id", "=", account_id)
      .forNoKeyUpdate()
      .execute();
    const now = { ...(await preferencesOf(tx, account_id)), ...change };
    const after = { ...now, severities: [...new Set(now.severities)], topics: [...new Set(now.topics)] };
    await keepPreferences(tx, account_id, after);
    return after;
  });
}
