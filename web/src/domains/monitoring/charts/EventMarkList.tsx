import { localDay, type Day } from "@heliograph/contract/kernel/time";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useWords } from "../words.ts";
import type { EventMarks } from "./event-marks.ts";
import styles from "./EventMarkList.module.css";

/** What the numbers above a chart stand for; each leads to the events of these days. Nothing where nothing happened. */
export function EventMarkList({
  of: { events, total },
  uid,
  days: { from, to },
  timezone,
}: {
  of: EventMarks;
  uid: string;
  days: { readonly from: Day; readonly to: Day };
  timezone: string;
}) {
  const { text, format } = useWords();
  if (events.length === 0) return null;
  const address = `${paths.events(uid)}?${new URLSearchParams({ from, to }).toString()}`;
  const time = (atMs: number) =>
    from === to && localDay(timezone, atMs) === from
      ? format.clock(atMs, timezone)
      : format.dateTime(atMs, timezone);
  return (
    <ol className={styles.list} aria-label={text("Events")}>
      {events.map(({ event_id, name, start_date }) => (
        <li key={event_id}>
          <Link to={address}>
            <time dateTime={start_date}>{time(Date.parse(start_date))}</time> {name}
          </Link>
        </li>
      ))}
      {total > events.length && (
        <li className={styles.more}>
          <Link to={address}>{text("charts.allEvents", { n: total })}</Link>
        </li>
      )}
    </ol>
  );
}
