import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import type { WaitingRecord } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DueDate } from "../../../ui/records/DueDate.tsx";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { applicationsQuery } from "../devices/device-queries.ts";
import { useDue } from "../due.ts";
import { issuancesQuery } from "../issuance/issuance-queries.ts";
import { ReadyDrafts } from "../issuance/ReadyDrafts.tsx";
import { useMayAct } from "../use-may-act.ts";
import styles from "./Dashboard.module.css";
import { useRecordAddress, useServiceAddress } from "./service-view.ts";
import { useStateName } from "./state-names.ts";
import { waitingQuery } from "./waiting-query.ts";

const MINUTE = 60_000;

/** What waits for the person, the nearest date first. */
export function YoursPanel() {
  const t = useText();
  const mayAct = useMayAct() === true;
  const ready = useReadyDrafts(mayAct);
  return (
    <Waiting
      title={t("registry.yours")}
      of="yours"
      none={mayAct ? <NothingYet /> : <PanelNote text={t("registry.nothingWaits")} />}
      ready={ready}
    />
  );
}

/** What waits for others, with the date until which they have time. */
export function OthersPanel() {
  const t = useText();
  return (
    <Waiting
      title={t("registry.others")}
      of="others"
      none={<PanelNote text={t("registry.noneOfOthers")} />}
      ready={null}
    />
  );
}

/** Drafts of the account that pass every check, which one press submits; null: there are none, or not for whoever looks. */
function useReadyDrafts(mayAct: boolean) {
  const account = useActing();
  const drafts = useQuery({
    ...issuancesQuery(account, { tab: "draft", search: "", page: 1, sort: null }, 1),
    enabled: mayAct,
  });
  const ready = drafts.data?.ready;
  return mayAct && ready !== undefined && ready.drafts > 0 ? ready : null;
}

/** Nothing waits; and where no device was ever registered, the way to begin. */
function NothingYet() {
  const t = useText();
  const address = useServiceAddress();
  const account = useActing();
  const all = { tab: null, of: {}, search: "", page: 1, sort: null };
  const devices = useQuery(applicationsQuery(account, all, 1));
  return (
    <div className={styles.nothing}>
      <PanelNote text={t("registry.nothingWaits")} />
      {devices.data?.total_items === 0 && (
        <LinkButton to={address("devices", { record: "new" })}>{t("registry.firstDevice")}</LinkButton>
      )}
    </div>
  );
}

function Waiting(given: {
  title: string;
  of: "yours" | "others";
  none: ReactNode;
  ready: Answer<typeof listIssuances>["ready"] | null;
}) {
  const { title, of, none, ready } = given;
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
        none
      ) : (
        <ul className={styles.list} aria-label={title}>
          {ready !== null && (
            <li>
              <ReadyDrafts ready={ready} />
            </li>
          )}
          {records.filter(isApart(ready)).map((record) => (
            <li key={record.record_uid}>
              <RecordLine record={record} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Drafts that one press submits stand in one line, and not each by itself. */
const isApart =
  (ready: Answer<typeof listIssuances>["ready"] | null) =>
  ({ record_uid }: WaitingRecord): boolean =>
    ready === null || ready.items.every((item) => item.record_uid !== record_uid);

/** What the person does next with a record that waits, by its state. */
const ACTIONS: Readonly<Record<string, TextKey>> = {
  draft: "registry.do_resolve",
  to_resubmit: "registry.do_answer",
  returned: "registry.do_answer",
  approved: "registry.do_pay",
  unpaid: "registry.do_pay",
  partial_paid: "registry.do_pay",
  waiting_for_confirmation: "registry.do_confirm",
  partial_payment_follow_up: "registry.do_decide",
  pending: "registry.do_review",
  in_progress: "registry.do_review",
  under_review: "registry.do_review",
  amendment_review: "registry.do_review",
  invitation: "registry.do_confirm",
  fee_agreement: "registry.do_accept",
  fee_change: "registry.do_confirm",
  pending_verification: "registry.do_review",
  requested: "registry.do_review",
  binding_suspended: "registry.do_review",
  suspended: "registry.do_review",
};

function RecordLine({ record, nowMs }: { record: WaitingRecord; nowMs: number }) {
  const t = useText();
  const address = useRecordAddress();
  const stateName = useStateName();
  const due = useDue();
  const { number, title, status, next } = record;
  const until = next.until === null ? null : { ...due(next.until, nowMs), date: gmt8Day(next.until) };
  return (
    <Link to={address({ ...record, record_uid: record.page })} className={styles.record ?? ""}>
      <span className={styles.what}>
        <b>{title === "" ? number : `${number} · ${title}`}</b>
        <span>
          {stateName(status)}
          {!next.is_you && ` · ${t(`registry.acts_${next.by}`)}`}
        </span>
      </span>
      {until !== null && <DueDate {...until} className={styles.due} />}
      {next.is_you && <span className={styles.go}>{t(ACTIONS[status] ?? "registry.do_open")}</span>}
    </Link>
  );
}
