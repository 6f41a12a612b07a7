import {
  listRecordNotices,
  readRecordNotices,
  type NoticeLanguage,
  type RecordNotice,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { asActor, type Actor, type RecordSource } from "../../parties/index.ts";
import { announceNotices } from "../../telemetry/index.ts";
import { preferencesOf } from "../notifications/preferences.sql.ts";
import {
  newestNotice,
  noticeCounts,
  noticesOf,
  readNotice,
  readNoticesUpTo,
  unreadOfRecords,
  type NoticeRow,
} from "./record-notices.sql.ts";
import { actorName, eventName, kindName } from "./words/record-words.ts";

/** Serves what people were told of records of the sources, to each of them in the part that the call names. */
export function recordNoticeRoutes(serve: Serve, db: Db, sources: readonly RecordSource[]): void {
  const unseen = new Map(sources.map(({ kind }) => [kind.life.entity, kind]));
  /** Whether the record is where the actor sees it. */
  const isThere = ({ entity, status_now }: NoticeRow, { business_account_id, roles }: Actor): boolean => {
    const kind = unseen.get(entity);
    if (kind === undefined) return false;
    if (kind.operatorsAlone?.includes(status_now) === true) return roles.includes("platform_operator");
    return business_account_id !== null || !kind.hidden.includes(status_now);
  };

  serve(listRecordNotices, ({ query: { account, language, page, items_page, ...asked }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const spoken = language ?? (await preferencesOf(tx, session.account_id)).language;
      const offset = (page - 1) * items_page;
      const rows = await noticesOf(tx, actor, { ...asked, limit: items_page, offset });
      const { all, unread, services, unread_in_all } = await noticeCounts(tx, actor, asked);
      return {
        items: rows.map((row) => shown(spoken, row, { actor, is_there: isThere(row, actor) })),
        total: asked.tab === "unread" ? unread : all,
        counts: { all, unread },
        services,
        unread: unread_in_all,
        newest: await newestNotice(tx, actor),
      };
    }),
  );

  serve(readRecordNotices, ({ query: { account }, body: { id, and_before }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const found = await (and_before ? readNoticesUpTo(tx, actor, id) : readNotice(tx, actor, id));
      if (!found) throw new Problem(404, "notification.not_found", "No such notification");
      await announceNotices(tx, [session.account_id]);
      return { unread: await unreadOfRecords(tx, actor) };
    }),
  );
}

function shown(
  language: NoticeLanguage,
  row: NoticeRow,
  { actor, is_there }: { actor: Actor; is_there: boolean },
): RecordNotice {
  const { id, service, number, title, reason, waits, demonstration } = row;
  return {
    id,
    at: row.at.toISOString(),
    service,
    record_uid: row.page_uid,
    number,
    title,
    account: row.account_uid,
    kind: kindName(language, row.entity),
    event: eventName(language, row),
    by: actorName(language, { ...row, for_account: actor.business_account_id !== null }),
    reason,
    waits,
    until: row.due_at?.toISOString() ?? null,
    is_there,
    read: row.is_read,
    demonstration,
  };
}
