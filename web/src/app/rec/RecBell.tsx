import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { newsQuery } from "../../domains/notices/records/record-notice-queries.ts";
import { waitingQuery } from "../../domains/registry/index.ts";
import { useLang, useText } from "../../platform/i18n.tsx";
import { useActing } from "../../platform/rec/acting.ts";
import { Popover } from "../../ui/controls/windows/Popover.tsx";
import { usePhone } from "../../ui/layout/media.ts";
import tools from "../shell/Tools.module.css";
import styles from "./RecBell.module.css";

/** More are not counted on the bell. */
const MOST = 99;
const load = () => import("../../domains/notices/records/NewsPanel.tsx");
const NewsPanel = lazy(async () => ({ default: (await load()).NewsPanel }));
const NewsSheet = lazy(async () => ({ default: (await load()).NewsSheet }));

/**
 * The bell of the certificate pages (C38): the number of what waits for the person, a dot where something has happened that is not read, and the
 * window that lists both (ruling 16), over the whole page on a phone.
 */
export function RecBell() {
  const t = useText();
  const phone = usePhone();
  const account = useActing();
  const [open, setOpen] = useState(false);
  const waiting = useQuery(waitingQuery(account)).data;
  const count = waiting?.services.reduce((sum, one) => sum + one.waiting, 0) ?? 0;
  const unread = useQuery(newsQuery(account, useLang())).data?.unread ?? 0;
  const close = () => setOpen(false);
  const name = [
    t("recnof.title"),
    ...(count === 0 ? [] : [t("recnof.forYou", { n: count })]),
    ...(unread === 0 ? [] : [t("recnof.new", { n: unread })]),
  ].join(", ");
  const bell = (
    <button
      type="button"
      className={`${tools["tool"]} ${styles.bell}`}
      aria-label={name}
      title={t("recnof.title")}
      {...(phone ? { onClick: () => setOpen(true), "aria-haspopup": "dialog" as const } : {})}
    >
      <Bell size={18} aria-hidden />
      {count > 0 && (
        <b className={styles.count} aria-hidden>
          {count > MOST ? `${MOST}+` : count}
        </b>
      )}
      {unread > 0 && <span className={styles.news} aria-hidden />}
    </button>
  );
  if (phone) {
    return (
      <>
        {bell}
        {open && (
          <Suspense>
            <NewsSheet close={close} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("recnof.title")}
      content={
        <Suspense fallback={<div className={styles.waiting} />}>
          <NewsPanel close={close} />
        </Suspense>
      }
    >
      {bell}
    </Popover>
  );
}
