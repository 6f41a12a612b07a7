// Tells people what happened to records of the certificate workspace (design §2.20, docs/decisions/0150-record-notices.md).
import type { Db, Tx } from "../../../platform/db.ts";
import { nothing, task } from "../../../platform/jobs/jobs.ts";
import type { RecordSource } from "../../parties/index.ts";
import { announceNotices } from "../../telemetry/index.ts";
import { GATHER_MS } from "../notifications/notice-news.sql.ts";
import type { NoticeRules } from "../notifications/notices.jobs.ts";
import {
  takeEvents,
  tellPeople,
  toldRecords,
  type RecordEvent,
  type ToldPeople,
  type ToldRecord,
} from "./record-news.sql.ts";
import { whoIsTold, type ToldSide } from "./who-is-told.ts";

/** A job of it is added by the database where something happens to a record (migration 0093), in the same transaction. */
export const recordNotices = task({ name: "notices.records", payload: nothing, queue: "notices" });

/** Tells all that has happened to records of the sources; open browsers hear of it at once, and what is told aloud goes out gathered. */
export async function takeRecords(
  db: Db,
  sources: readonly RecordSource[],
  nowMs: number,
  { records_every_ms: every_ms }: Pick<NoticeRules, "records_every_ms">,
): Promise<void> {
  const byEntity = new Map(sources.map((source) => [source.kind.life.entity, source]));
  for (;;) {
    const isAll = await db.transaction().execute(async (tx) => {
      const { events, is_all } = await takeEvents(tx);
      const told: ToldPeople[] = [];
      for (const [entity, happened] of Map.groupBy(events, (event) => event.entity)) {
        const source = byEntity.get(entity);
        if (source !== undefined) told.push(...(await toldOf(tx, source, happened)));
      }
      const first_ms = Math.min(GATHER_MS, every_ms);
      const people = told.length === 0 ? [] : await tellPeople(tx, told, { nowMs, first_ms, every_ms });
      await announceNotices(tx, people);
      return is_all;
    });
    if (isAll) return;
  }
}

/** Who is told of events of one source. */
async function toldOf(tx: Tx, source: RecordSource, events: readonly RecordEvent[]): Promise<ToldPeople[]> {
  const uids = [...new Set(events.map(({ record_uid }) => record_uid))];
  const records = new Map((await toldRecords(tx, source, uids)).map((record) => [record.record_uid, record]));
  return events.flatMap((event) => {
    const record = records.get(event.record_uid);
    if (record === undefined) return [];
    const { from_status: from, to_status: to, action, actor_role: role } = event;
    return whoIsTold(source.kind, { from, to, action, role, needsFirst: record.needs_first }).flatMap(
      (side) => peopleOf(source, { event, record, side }),
    );
  });
}

/** The people of a side; none where the record has no issuers. What a record is about is its own account's, and of who decides (rule R30). */
function peopleOf(
  { service }: RecordSource,
  { event, record, side }: { event: RecordEvent; record: ToldRecord; side: ToldSide },
): ToldPeople[] {
  const account = side.side === "account" ? accountOf(record, side) : null;
  const scope = side.side === "issuer" ? record.scope : null;
  if (side.side === "issuer" && scope === null) return [];
  const isOther = account !== null && account !== record.business_account_id;
  return [
    {
      status_event_id: event.status_event_id,
      actor_id: event.actor_id,
      business_account_id: account,
      scope,
      aloud: side.aloud,
      turn: side.turn,
      service,
      entity: event.entity,
      record_uid: record.record_uid,
      number: record.number,
      title: isOther ? "" : record.title,
      page_uid: record.page_uid,
      account_uid: record.account_uid,
      demonstration: record.demonstration,
    },
  ];
}

const accountOf = ({ business_account_id, parties }: ToldRecord, { party }: ToldSide): number =>
  party === undefined || parties === null ? business_account_id : parties[party];
