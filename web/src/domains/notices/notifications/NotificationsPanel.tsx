import {
  deleteNotifications,
  getNotification,
  listNotifications,
  unreadNotifications,
  type ProjectNotification,
} from "@heliograph/contract/notices/notifications/notifications";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Settings2, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { call } from "../../../platform/call.ts";
import { useNow } from "../../../platform/clock.ts";
import { useLang, useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { classNames } from "../../../ui/controls/class-names.ts";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { notificationPages } from "./notification-queries.ts";
import { agoIn } from "./ago.ts";
import lines from "../Happenings.module.css";
import styles from "./NotificationsPanel.module.css";

/** Rows that stand while the first page is on its way. */
const ROWS = [1, 2, 3, 4, 5];

/** The list beside the bell (M65). */
export function NotificationsPanel({ close }: { close: () => void }) {
  return (
    <div className={styles.panel}>
      <Lists close={close} />
    </div>
  );
}

/** The same over the whole page, on a phone. */
export function NotificationsSheet({ close }: { close: () => void }) {
  const t = useText();
  return (
    <Drawer title={t("nof.title")} onClose={close} width={600}>
      <Lists close={close} />
    </Drawer>
  );
}

function Lists({ close }: { close: () => void }) {
  const t = useText();
  const [tab, setTab] = useState<"system" | "project">("project");
  return (
    <>
      <Tabs
        label={t("nof.title")}
        tabs={[
          { key: "system", label: t("nof.system") },
          { key: "project", label: t("nof.project") },
        ]}
        value={tab}
        onChange={setTab}
        panelClassName={styles.list ?? ""}
      >
        {tab === "system" ? <Blank small title={t("nof.noSystem")} /> : <ProjectList close={close} />}
      </Tabs>
      <footer className={styles.foot}>
        <Link to={paths.notifications()} onClick={close} className={styles.settings}>
          <Settings2 size={15} aria-hidden />
          {t("nof.settings")}
        </Link>
      </footer>
    </>
  );
}

function ProjectList({ close }: { close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const pages = useInfiniteQuery(notificationPages(useLang()));
  const [removing, setRemoving] = useState<ProjectNotification | null>(null);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) return <Waiting />;
  if (pages.isError && items.length === 0) {
    const retry = { label: t("Try again"), run: () => void pages.refetch() };
    return <PanelNote text={serverText(pages.error.message)} retry={retry} />;
  }
  if (items.length === 0) return <Blank small title={t("nof.none")} hint={t("nof.noneHint")} />;
  return (
    <>
      <ul className={lines.items}>
        {items.map((item) => (
          <Item key={item.id} item={item} close={close} remove={() => setRemoving(item)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <More
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          load={pages.fetchNextPage}
        />
      )}
      {removing !== null && <Remove item={removing} close={() => setRemoving(null)} />}
    </>
  );
}

function Waiting() {
  return (
    <div className={lines.items} aria-busy>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width="60%" height={14} />
          <Skeleton width="90%" height={12} />
        </div>
      ))}
    </div>
  );
}

/** Fetches the next page when it comes into view, or is pressed. */
function More({ busy, failed, load }: { busy: boolean; failed: boolean; load: () => unknown }) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    // One that failed is tried again by hand.
    if (end.current === null || busy || failed) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy, failed]);
  return (
    <div ref={end} className={styles.more}>
      <Button type="text" size="small" loading={busy} onClick={() => load()}>
        {t(failed ? "Try again" : "nof.more")}
      </Button>
    </div>
  );
}

function Item(given: { item: ProjectNotification; close: () => void; remove: () => void }) {
  const { item, close, remove } = given;
  const t = useText();
  const lang = useLang();
  const serverText = useServerText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const nowMs = useNow(30_000);
  const open = async () => {
    try {
      const { project_uid } = await call(getNotification, { query: { id: item.id, language: lang } });
      void queries.invalidateQueries({ queryKey: [unreadNotifications.name] });
      close();
      await navigate(paths.project(project_uid));
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.open}
        aria-label={[item.title, item.body, ...(item.read ? [] : [t("nof.unread")])].join(". ")}
        onClick={() => void open()}
      >
        <span
          className={classNames(
            lines.dot,
            item.read ? styles.read : styles[item.resolved ? "over" : item.severity],
          )}
        />
        <span className={lines.words}>
          <strong className={item.read ? lines.seen : undefined}>{item.title}</strong>
          <span className={lines.body}>{item.body}</span>
          <span className={lines.time}>
            {!item.read && <span className={styles.new}>{t("nof.unread")} · </span>}
            <time dateTime={item.time}>{agoIn(lang, Date.parse(item.time), nowMs)}</time>
          </span>
        </span>
      </button>
      <Button
        type="bare"
        size="small"
        icon={<Trash2 size={16} aria-hidden />}
        aria-label={t("nof.delete", { title: item.title })}
        onClick={remove}
      />
    </li>
  );
}

/** M67: asks before it deletes, and says what the server says. */
function Remove({ item, close }: { item: ProjectNotification; close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const removal = useCall(deleteNotifications, [listNotifications, unreadNotifications]);
  return (
    <Confirm
      title={t("Are you sure?")}
      hint={t("nof.deleteHint", { title: item.title })}
      yes={t("Yes")}
      no={t("No")}
      danger
      close={close}
      run={() =>
        removal.mutateAsync({ body: { id_list: [item.id] } }).then(
          ({ message }) => say.success({ heading: t("Notification"), content: serverText(message) }),
          (error: Error) => say.error({ heading: t("Notification"), content: serverText(error.message) }),
        )
      }
    />
  );
}
