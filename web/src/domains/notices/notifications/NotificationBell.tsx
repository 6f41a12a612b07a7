import {
  listNotifications,
  unreadNotifications,
} from "@heliograph/contract/notices/notifications/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useLiveNotices } from "../../../platform/live.ts";
import { onSessionEnd } from "../../../platform/session.ts";
import { Popover } from "../../../ui/controls/windows/Popover.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { useAccount } from "../../identity/index.ts";
import { unreadQuery } from "./notification-queries.ts";
import styles from "./NotificationBell.module.css";

/** More are not counted on the bell. */
const MOST = 99;

/**
 * The bell of the header with the number of notifications that are not read, and the window that lists them: beside the bell, or over the
 * whole page on a phone. `load` fetches the window's code and texts.
 */
export function NotificationBell(given: { buttonClass: string; load: () => Promise<NotificationWindows> }) {
  const { buttonClass, load } = given;
  const t = useText();
  const phone = usePhone();
  const { unread, begin } = useUnread();
  const [open, setOpen] = useState(false);
  const [{ Panel, Sheet }] = useState(() => ({
    Panel: lazy(async () => ({ default: (await load()).NotificationsPanel })),
    Sheet: lazy(async () => ({ default: (await load()).NotificationsSheet })),
  }));
  usePushOfSession();
  const show = (next: boolean) => {
    if (next) begin();
    setOpen(next);
  };
  const close = () => setOpen(false);
  const name = unread > 0 ? t("shell.unread", { n: unread }) : t("shell.notifications");
  const bell = (
    <button type="button" className={buttonClass} aria-label={name} title={t("shell.notifications")}>
      <span className={styles.bell}>
        <Bell size={18} aria-hidden />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden>
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        )}
      </span>
    </button>
  );
  if (phone) {
    return (
      <>
        <span onClickCapture={() => show(true)}>{bell}</span>
        {open && (
          <Suspense>
            <Sheet close={close} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Popover
      open={open}
      onOpenChange={show}
      label={t("shell.notifications")}
      content={
        <Suspense fallback={<div className={styles.waiting} />}>
          <Panel close={close} />
        </Suspense>
      }
    >
      {bell}
    </Popover>
  );
}

/** What `load` fetches. */
interface NotificationWindows {
  readonly NotificationsPanel: (given: { close: () => void }) => React.ReactNode;
  readonly NotificationsSheet: (given: { close: () => void }) => React.ReactNode;
}

/** How many are not read, as it changes, and what has the list begin at page 1 when it is opened next. */
function useUnread(): { unread: number; begin: () => void } {
  const queries = useQueryClient();
  const unread = useQuery(unreadQuery()).data?.unread ?? 0;
  useLiveNotices(() => {
    void queries.invalidateQueries({ queryKey: [unreadNotifications.name] });
    void queries.invalidateQueries({ queryKey: [listNotifications.name] });
  });
  useBadgeOfApp(unread);
  return { unread, begin: () => queries.removeQueries({ queryKey: [listNotifications.name] }) };
}

/** A browser that is subscribed is registered for whoever has signed in, and subscribed no more once that person has signed out. */
function usePushOfSession(): void {
  const uid = useAccount().data?.uid;
  useEffect(() => {
    if (uid === undefined || !("Notification" in globalThis) || Notification.permission !== "granted") {
      return undefined;
    }
    const code = import("./push-here.ts");
    void code.then(({ renewPush }) => renewPush(uid));
    return onSessionEnd((end) => {
      if (end === "logout") void code.then(({ forgetPush }) => forgetPush());
    });
  }, [uid]);
}

/** Where the portal is installed as an app its icon has the number too. */
function useBadgeOfApp(unread: number): void {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // Browsers that show no badge refuse it.
    void navigator.setAppBadge(unread).catch(() => {});
  }, [unread]);
}
