import type { RecordNotice } from "@heliograph/contract/notices/records";
import { useMemo } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { gmt8, gmt8Minute, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import type { Column } from "../../../ui/data-table/columns.ts";
import { useRecordAddress } from "../../registry/index.ts";
import styles from "./RecordNotices.module.css";
import { useMarksDemonstration, useRead } from "./use-read.ts";

/** The columns of what happened, the same in the table and in its file. */
export function useNoticeColumns(): readonly Column<RecordNotice>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "at",
        label: t("recnof.when"),
        unit: "GMT+8",
        width: 180,
        value: ({ at }) => plainGmt8(at),
      },
      {
        id: "event",
        label: t("recnof.what"),
        rowHead: true,
        width: 280,
        value: ({ kind, event }) => `${kind}: ${event}`,
        cell: (notice) => <Event notice={notice} />,
      },
      {
        id: "number",
        label: t("recnof.record"),
        value: ({ number }) => number,
        cell: (notice) => <RecordNumber notice={notice} />,
      },
      {
        id: "title",
        label: t("recnof.about"),
        value: ({ title }) => (title === "" ? null : title),
        cell: ({ title }) => (title === "" ? "–" : title),
      },
      { id: "by", label: t("recnof.by"), width: 140, value: ({ by }) => by },
      {
        id: "reason",
        label: t("recnof.reason"),
        value: ({ reason }) => reason,
        cell: ({ reason }) => reason ?? "–",
      },
    ],
    [t],
  );
}

function Event({ notice }: { notice: RecordNotice }) {
  const t = useText();
  const marksDemonstration = useMarksDemonstration();
  const { kind, event, read, waits, until, demonstration } = notice;
  const more = [
    ...(waits ? [t("recnof.turn")] : []),
    ...(until === null ? [] : [t("recnof.until", { date: gmt8Minute(until) })]),
    ...(demonstration && marksDemonstration ? [t("recnof.demo")] : []),
  ];
  return (
    <span className={styles.event}>
      <span className={read ? undefined : styles.unread}>
        {!read && <b className={styles.tag}>{t("recnof.unread")}</b>}
        {`${kind}: ${event}`}
      </span>
      {more.length > 0 && <span className={styles.more}>{more.join(" · ")}</span>}
    </span>
  );
}

/** The number of the record, which opens it where it is to be seen. */
function RecordNumber({ notice }: { notice: RecordNotice }) {
  const t = useText();
  const address = useRecordAddress();
  const { opened } = useRead();
  const { number, is_there } = notice;
  if (!is_there) return <span title={t("recnof.gone")}>{number}</span>;
  return (
    <RecordLink to={address(notice)} onOpen={() => opened(notice)}>
      {number}
    </RecordLink>
  );
}

/** A notice where there is no room for a table. */
export function noticeCard(notice: RecordNotice) {
  const { at, title, by, reason } = notice;
  return (
    <div className={styles.card}>
      <Event notice={notice} />
      <span>
        <RecordNumber notice={notice} />
        {title !== "" && ` · ${title}`}
      </span>
      {reason !== null && <span className={styles.more}>{reason}</span>}
      <span className={styles.more}>{`${gmt8(at)} · ${by}`}</span>
    </div>
  );
}
