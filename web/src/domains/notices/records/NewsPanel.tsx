import type { RecordNotice } from "@heliograph/contract/notices/records";
import type { WaitingRecord } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, Settings2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths, patterns } from "../../../app/paths.ts";
import { useNow } from "../../../platform/clock.ts";
import { refusalText } from "../../../platform/http.ts";
import { useLang, useServerText, useText } from "../../../platform/i18n.tsx";
import { useActing, useRecAddress } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { classNames } from "../../../ui/controls/class-names.ts";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useDue, useRecordAddress, waitingQuery } from "../../registry/index.ts";
import { agoIn } from "../notifications/ago.ts";
import { newsQuery } from "./record-notice-queries.ts";
import { useMarksDemonstration, useRead } from "./use-read.ts";
import lines from "../Happenings.module.css";
import styles from "./NewsPanel.module.css";

const MINUTE = 60_000;
/** Records that wait of which the bell shows so many. */
const WAITING_SHOWN = 5;

/** What stands beside the bell of the certificate pages (C38): what waits, with who acts next and until when (ruling 16), and what happened. */
export function NewsPanel({ close }: { close: () => void }) {
  return (
    <div className={styles.panel}>
      <News close={close} />
    </div>
  );
}

/** The same over the whole page, on a phone. */
export function NewsSheet({ close }: { close: () => void }) {
  const t = useText();
  return (
    <Drawer title={t("recnof.title")} onClose={close} width={600}>
      <News close={close} />
    </Drawer>
  );
}

function News({ close }: { close: () => void }) {
  const t = useText();
  const address = useRecAddress();
  return (
    <>
      <div className={styles.parts}>
        <Waiting close={close} />
        <Happened close={close} />
      </div>
      <footer className={styles.foot}>
        <Link to={address(patterns.recNotices)} onClick={close}>
          {t("recnof.all")}
        </Link>
        <Link to={paths.notifications()} onClick={close} className={styles.settings}>
          <Settings2 size={15} aria-hidden />
          {t("recnof.settings")}
        </Link>
      </footer>
    </>
  );
}

/** A part of the panel with its heading. */
function Part({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  );
}

function Waiting({ close }: { close: () => void }) {
  const t = useText();
  const address = useRecAddress();
  const waiting = useQuery(waitingQuery(useActing()));
  const { data } = waiting;
  const all = [...(data?.yours ?? []), ...(data?.others ?? [])];
  const more = all.length > WAITING_SHOWN && (
    <Link to={address(patterns.recDashboard)} onClick={close}>
      {t("recnof.allWaiting")}
    </Link>
  );
  return (
    <Part title={t("recnof.waits")} extra={more}>
      {data === undefined ? (
        <NotYet asked={waiting} />
      ) : all.length === 0 ? (
        <PanelNote text={t("registry.nothingWaits")} />
      ) : (
        <ul className={lines.items} aria-label={t("recnof.waits")}>
          {all.slice(0, WAITING_SHOWN).map((record) => (
            <WaitingItem key={record.record_uid} record={record} close={close} />
          ))}
        </ul>
      )}
    </Part>
  );
}

/** What is shown of a list that is on its way, or could not be had. */
function NotYet({ asked }: { asked: { error: Error | null; refetch: () => unknown } }) {
  const t = useText();
  const serverText = useServerText();
  const { error } = asked;
  if (error !== null) {
    const retry = { label: t("Try again"), run: () => void asked.refetch() };
    return <PanelNote text={serverText(refusalText(error))} retry={retry} />;
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton width="60%" height={14} />
      <Skeleton width="85%" height={12} />
      <Skeleton width="60%" height={14} />
      <Skeleton width="85%" height={12} />
    </div>
  );
}

function WaitingItem({ record, close }: { record: WaitingRecord; close: () => void }) {
  const t = useText();
  const due = useDue();
  const address = useRecordAddress();
  const nowMs = useNow(MINUTE);
  const { number, title, next } = record;
  const until = next.until === null ? null : due(next.until, nowMs);
  return (
    <li>
      <Link
        to={address({ ...record, record_uid: record.page })}
        onClick={close}
        className={styles.item ?? ""}
      >
        <span className={classNames(lines.dot, next.is_you ? styles.turn : undefined)} />
        <span className={lines.words}>
          <strong>{title === "" ? number : `${number} · ${title}`}</strong>
          <span className={lines.body}>
            {next.is_you ? t("registry.actsYou") : t(`registry.acts_${next.by}`)}
            {until !== null && ` · ${until.date} · ${until.left}`}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Happened({ close }: { close: () => void }) {
  const t = useText();
  const news = useQuery(newsQuery(useActing(), useLang()));
  const read = useRead();
  const { data } = news;
  const newest = data?.newest ?? null;
  const readAll = data !== undefined && data.unread > 0 && newest !== null && (
    <Button
      type="text"
      size="small"
      icon={<CheckCheck size={15} aria-hidden />}
      loading={read.busy}
      onClick={() => read.allUpTo(newest)}
    >
      {t("recnof.readAll")}
    </Button>
  );
  return (
    <Part title={t("recnof.happened")} extra={readAll}>
      {data === undefined ? (
        <NotYet asked={news} />
      ) : data.items.length === 0 ? (
        <PanelNote text={t("recnof.none")} />
      ) : (
        <ul className={lines.items} aria-label={t("recnof.happened")}>
          {data.items.map((notice) => (
            <HappenedItem
              key={notice.id}
              notice={notice}
              open={() => {
                read.opened(notice);
                close();
              }}
            />
          ))}
        </ul>
      )}
    </Part>
  );
}

function HappenedItem({ notice, open }: { notice: RecordNotice; open: () => void }) {
  const t = useText();
  const lang = useLang();
  const address = useRecordAddress();
  const nowMs = useNow(MINUTE);
  const { number, title, kind, event, by, reason, read } = notice;
  const isMarked = useMarksDemonstration() && notice.demonstration;
  const words = (
    <>
      <span className={classNames(lines.dot, read ? undefined : styles.new)} />
      <span className={lines.words}>
        <strong className={read ? lines.seen : undefined}>{`${kind}: ${event}`}</strong>
        <span className={lines.body}>
          {[...(isMarked ? [t("recnof.demo")] : []), number, ...(title === "" ? [] : [title])].join(" · ")}
        </span>
        {reason !== null && <span className={lines.body}>{reason}</span>}
        <span className={lines.time}>
          {!read && <b>{t("recnof.unread")} · </b>}
          <time dateTime={notice.at}>{agoIn(lang, Date.parse(notice.at), nowMs)}</time>
          {` · ${by}`}
          {notice.waits && ` · ${t("recnof.turn")}`}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {notice.is_there ? (
        <Link to={address(notice)} onClick={open} className={styles.item ?? ""}>
          {words}
        </Link>
      ) : (
        <div className={styles.item} title={t("recnof.gone")}>
          {words}
        </div>
      )}
    </li>
  );
}
