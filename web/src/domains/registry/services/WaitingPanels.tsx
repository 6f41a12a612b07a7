import type { WaitingRecord } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useDue } from "../due.ts";
import styles from "./Dashboard.module.css";
import { subOf, useServiceAddress } from "./service-view.ts";
import { useStateName } from "./state-names.ts";
import { waitingQuery } from "./waiting-query.ts";

const MINUTE = 60_000;

/** What waits for the person, the nearest date first. */
export function YoursPanel() {
  const t = useText();
  return <Waiting title={t("registry.yours")} of="yours" none={t("registry.nothingWaits")} />;
}

/** What waits for others, with the date until which they have time. */
export function OthersPanel() {
  const t = useText();
  return <Waiting title={t("registry.others")} of="others" none={t("registry.noneOfOthers")} />;
}

function Waiting({ title, of, none }: { title: string; of: "yours" | "others"; none: string }) {
  const t = useText();
  const waiting = useQuery(waitingQuery(useActing()));
  const nowMs = useNow(MINUTE);
  const records = waiting.data?.[of];
  const retry = { label: t("Try again"), run: () => void waiting.refetch() };
  return (
    <Panel
      title={title}
      extra={records === undefined ? undefined : t("registry.records", { n: records.length })}
      flush
    >
      {records === undefined ? (
        waiting.isError ? (
          <PanelNote text={t("Data is not available")} retry={retry} />
        ) : (
          <div aria-busy="true">
            <Skeleton width="100%" height={120} />
          </div>
        )
      ) : records.length === 0 ? (
        <PanelNote text={none} />
      ) : (
        <ul className={styles.list} aria-label={title}>
          {records.map((record) => (
            <li key={record.record_uid}>
              <RecordLine record={record} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RecordLine({ record, nowMs }: { record: WaitingRecord; nowMs: number }) {
  const t = useText();
  const address = useServiceAddress();
  const stateName = useStateName();
  const due = useDue();
  const { service, record_uid, number, title, status, next } = record;
  const until = next.until === null ? null : due(next.until, nowMs);
  return (
    <Link to={address(service, { record: record_uid, sub: subOf(number) })} className={styles.record ?? ""}>
      <span className={styles.what}>
        <b>{title === "" ? number : `${number} · ${title}`}</b>
        <span>
          {stateName(status)}
          {!next.is_you && ` · ${t(`registry.acts_${next.by}`)}`}
        </span>
      </span>
      {until !== null && (
        <span className={styles.due} data-urgent={until.urgent || undefined}>
          <b>{until.date.slice(0, 10)}</b>
          <span>{until.left}</span>
        </span>
      )}
    </Link>
  );
}
