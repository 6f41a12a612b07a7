import type { WaitingRecord } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useDue, useWaitingAddress, waitingQuery } from "../../domains/registry/index.ts";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.tsx";
import { useActing } from "../../platform/rec/acting.ts";
import { MenuButton } from "../../ui/controls/windows/MenuButton.tsx";
import tools from "../shell/Tools.module.css";
import styles from "./RecBell.module.css";

const MINUTE = 60_000;
/** Records that the list behind the bell shows. */
const SHOWN = 10;

/** The bell of the certificate pages (C38): a list of its own, with each record, who acts next, and until when (ruling 16). */
export function RecBell() {
  const t = useText();
  const address = useWaitingAddress();
  const nowMs = useNow(MINUTE);
  const { data } = useQuery(waitingQuery(useActing()));
  const count = data?.services.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
  const records = [...(data?.yours ?? []), ...(data?.others ?? [])].slice(0, SHOWN);
  const items = records.map((record) => ({
    key: record.record_uid,
    label: <Waiting record={record} nowMs={nowMs} />,
    to: address(record),
  }));
  const nothing = { key: "none", label: t("registry.nothingWaits"), disabled: true };
  return (
    <MenuButton
      className={`${tools["tool"]} ${styles.bell}`}
      label={count === 0 ? t("registry.bell") : t("registry.bellOf", { n: count })}
      title={t("registry.bell")}
      placement="bottomRight"
      items={items.length === 0 ? [nothing] : items}
    >
      <Bell size={18} aria-hidden />
      {count > 0 && (
        <b className={styles.count} aria-hidden>
          {count}
        </b>
      )}
    </MenuButton>
  );
}

function Waiting({ record, nowMs }: { record: WaitingRecord; nowMs: number }) {
  const t = useText();
  const due = useDue();
  const { number, title, next } = record;
  const until = next.until === null ? null : due(next.until, nowMs);
  return (
    <span className={styles.record}>
      <b>{title === "" ? number : `${number} · ${title}`}</b>
      <span>
        {next.is_you ? t("registry.actsYou") : t(`registry.acts_${next.by}`)}
        {until !== null && ` · ${until.date} · ${until.left}`}
      </span>
    </span>
  );
}
