import { endOneSession, endOtherSessions, listSessions } from "@heliograph/contract/identity/security";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { sessionsQuery, type OpenSession } from "./security-queries.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

/** Where the account is signed in now; one or all others are signed out. */
export function SessionsPanel() {
  const t = useText();
  const serverText = useServerText();
  const sessions = useQuery(sessionsQuery());
  const [ending, setEnding] = useState<OpenSession | "others" | null>(null);
  const columns = useSessionColumns(setEnding);
  const card = useSessionCard(setEnding);
  const others = sessions.data !== undefined && sessions.data.items.length > 1;
  return (
    <Panel
      title={t("sessions.title")}
      flush
      extra={others && <Button onClick={() => setEnding("others")}>{t("sessions.endOthers")}</Button>}
    >
      <DataTable
        label={t("sessions.title")}
        columns={columns}
        rows={sessions.data?.items}
        idOf={({ session_uid }) => session_uid}
        failed={
          sessions.isError
            ? {
                title: t("Something went wrong"),
                hint: serverText(sessions.error.message),
                retry: () => void sessions.refetch(),
                retryLabel: t("Try again"),
              }
            : null
        }
        empty={<PanelNote text={t("sessions.none")} />}
        card={card}
      />
      {ending !== null && <End which={ending} close={() => setEnding(null)} />}
    </Panel>
  );
}

function useSessionColumns(end: (session: OpenSession) => void): readonly Column<OpenSession>[] {
  const t = useText();
  const format = useFormat();
  return useMemo(() => {
    const at = (instant: string) => format.dateTime(Date.parse(instant), browserZone());
    return [
      {
        id: "device",
        label: t("sessions.device"),
        rowHead: true,
        value: ({ browser, system }) => `${browser} ${system}`,
        cell: (row) => <Device row={row} />,
      },
      {
        id: "address",
        label: t("sessions.address"),
        value: ({ address }) => address,
        cell: (row) => <Place row={row} />,
      },
      {
        id: "by",
        label: t("sessions.by"),
        value: ({ signed_in_by }) => (signed_in_by === null ? null : t(`sessions.${signed_in_by}`)),
      },
      {
        id: "first",
        label: t("sessions.first"),
        value: ({ created_at }) => created_at,
        cell: (row) => at(row.created_at),
      },
      {
        id: "last",
        label: t("sessions.last"),
        value: ({ last_used_at }) => last_used_at,
        cell: (row) => at(row.last_used_at),
      },
      {
        id: "actions",
        label: t("sessions.actions"),
        hideLabel: true,
        value: () => null,
        cell: (row) => <EndButton row={row} end={end} />,
      },
    ];
  }, [t, format, end]);
}

/** "Chrome on Windows", as much of it as is known. */
function useDeviceName(): (of: Pick<OpenSession, "browser" | "system">) => string {
  const t = useText();
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t("sessions.on", { browser, system });
    return browser ?? system ?? t("sessions.unknown");
  };
}

function Device({ row }: { row: OpenSession }) {
  const t = useText();
  const nameOf = useDeviceName();
  return (
    <span className={styles.device}>
      <strong>{nameOf(row)}</strong>
      {row.is_this && <span className={styles.here}>{t("sessions.this")}</span>}
    </span>
  );
}

function Place({ row }: { row: OpenSession }) {
  const t = useText();
  const { address, is_known_place } = row;
  return (
    <span className={styles.device}>
      <span>{address ?? t("sessions.noAddress")}</span>
      <span className={is_known_place ? styles.fine : styles.warning}>
        {t(is_known_place ? "sessions.known" : "sessions.new")}
      </span>
    </span>
  );
}

/** What a phone shows of a session. */
function useSessionCard(end: (session: OpenSession) => void): (row: OpenSession) => ReactNode {
  return useCallback((row: OpenSession) => <Card row={row} end={end} />, [end]);
}

/** A session on a phone. */
function Card({ row, end }: { row: OpenSession; end: (session: OpenSession) => void }) {
  const t = useText();
  const format = useFormat();
  const at = (instant: string) => format.dateTime(Date.parse(instant), browserZone());
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Device row={row} />
        <EndButton row={row} end={end} />
      </div>
      <dl>
        <dt>{t("sessions.address")}</dt>
        <dd>
          <Place row={row} />
        </dd>
        {row.signed_in_by !== null && (
          <>
            <dt>{t("sessions.by")}</dt>
            <dd>{t(`sessions.${row.signed_in_by}`)}</dd>
          </>
        )}
        <dt>{t("sessions.first")}</dt>
        <dd>{at(row.created_at)}</dd>
        <dt>{t("sessions.last")}</dt>
        <dd>{at(row.last_used_at)}</dd>
      </dl>
    </div>
  );
}

function EndButton({ row, end }: { row: OpenSession; end: (session: OpenSession) => void }) {
  const t = useText();
  const nameOf = useDeviceName();
  if (row.is_this) return null;
  return (
    <Button size="small" aria-label={t("sessions.endOf", { device: nameOf(row) })} onClick={() => end(row)}>
      {t("sessions.end")}
    </Button>
  );
}

function End({ which, close }: { which: OpenSession | "others"; close: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const refused = useRefusalSaid();
  const nameOf = useDeviceName();
  const one = useCall(endOneSession, [listSessions]);
  const others = useCall(endOtherSessions, [listSessions]);
  const run = () =>
    which === "others"
      ? others.mutateAsync({})
      : one.mutateAsync({ query: { session_uid: which.session_uid } });
  return (
    <Confirm
      title={which === "others" ? t("sessions.endOthers") : t("sessions.endTitle", { device: nameOf(which) })}
      hint={t(which === "others" ? "sessions.endOthersHint" : "sessions.endHint")}
      yes={t(which === "others" ? "sessions.endOthers" : "sessions.end")}
      no={t("Cancel")}
      danger
      close={close}
      run={() =>
        run()
          .then(({ message }) => say.success(serverText(message)))
          .catch(refused)
      }
    />
  );
}
