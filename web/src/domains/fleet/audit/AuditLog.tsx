import type { AuditEntry } from "@heliograph/contract/fleet/audit";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AUDIT_PAGE, auditQuery, type AuditSource } from "./audit-queries.ts";
import { auditViewIn, isFiltered, withAudit, type AuditView } from "./audit-view.ts";
import { actionText, changedValues, changeText, whoText } from "./audit-words.ts";
import styles from "./AuditLog.module.css";

const NOTHING: Omit<AuditView, "page"> = { person: null, action: null, keyword: "", days: null };

/** The audit log of a project or of the account itself: filters, and the entries a page at a time. */
export function AuditLog({ source, name }: { source: AuditSource; name: string }) {
  const words = useWords();
  const { text } = words;
  const serverText = useServerText();
  const { view, change } = useAuditView();
  const log = useQuery({ ...auditQuery(source, view), placeholderData: keepPreviousData });
  const columns = useColumns(source, words);
  const { data } = log;
  return (
    <Panel flush>
      <AuditFilters {...{ source, view, change, columns, name }} log={data} />
      <div aria-busy={log.isPlaceholderData}>
        <DataTable
          label={text("audit.title")}
          columns={columns}
          rows={data?.items}
          idOf={({ audit_id }) => String(audit_id)}
          sort={null}
          pages={{
            size: AUDIT_PAGE,
            texts: pageTexts(text),
            of: { page: view.page, total: data?.total_items ?? 0, onPage: (page) => change({ page }) },
          }}
          failed={
            log.isError && data === undefined
              ? {
                  title: text("Something went wrong"),
                  hint: serverText(log.error.message),
                  retry: () => void log.refetch(),
                  retryLabel: text("Try again"),
                }
              : null
          }
          empty={<Empty filtered={isFiltered(view)} showAll={() => change(NOTHING)} />}
        />
      </div>
    </Panel>
  );
}

/** What the address asks for, and how to change it without leaving a step behind. */
function useAuditView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => auditViewIn(address), [address]);
  const change = useCallback(
    (part: Partial<AuditView>) =>
      setAddress((now) => withAudit(now, part), { replace: true, preventScrollReset: true }),
    [setAddress],
  );
  return { view, change };
}

function Empty({ filtered, showAll }: { filtered: boolean; showAll: () => void }) {
  const { text } = useWords();
  return filtered ? (
    <Blank
      small
      title={text("audit.noMatch")}
      hint={text("audit.noMatchHint")}
      action={<Button onClick={showAll}>{text("audit.showAll")}</Button>}
    />
  ) : (
    <Blank small title={text("audit.empty")} hint={text("audit.emptyHint")} />
  );
}

function useColumns({ uid, timezone }: AuditSource, words: Words): readonly Column<AuditEntry>[] {
  return useMemo<readonly Column<AuditEntry>[]>(() => {
    const { text, format } = words;
    const ofAccount = uid === null;
    return [
      {
        id: "what",
        label: text("audit.what"),
        rowHead: true,
        value: ({ action }) => actionText(action, words),
      },
      {
        id: "when",
        label: text("audit.when"),
        width: 150,
        value: ({ at }) => format.dateTime(Date.parse(at), timezone),
      },
      {
        id: "who",
        label: text("audit.who"),
        value: (entry) => whoText(entry, words),
        cell: (entry) => <Who entry={entry} />,
      },
      {
        id: "which",
        label: text("audit.which"),
        value: ({ subject_name, subject }) => subject_name ?? subject,
        cell: (entry) => <Which entry={entry} withProject={ofAccount} />,
      },
      {
        id: "values",
        label: text("audit.values"),
        value: (entry) =>
          changedValues(entry)
            .map((one) => changeText(one, words, timezone))
            .join("; "),
        cell: (entry) => <Changes entry={entry} timezone={timezone} />,
      },
    ];
  }, [uid, timezone, words]);
}

/** The person, and below how: with a key, and from which address. */
function Who({ entry }: { entry: AuditEntry }) {
  const words = useWords();
  const { key, address } = entry;
  const how = [key === null ? null : words.text("audit.byKey", { name: key.name }), address];
  return (
    <span className={styles.two}>
      <span>{whoText(entry, words)}</span>
      <small>{how.filter((part) => part !== null).join(" · ")}</small>
    </span>
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function Which({ entry, withProject }: { entry: AuditEntry; withProject: boolean }) {
  const { subject, subject_name, project } = entry;
  // An id alone tells people nothing; what is saved has it.
  const name = subject_name ?? (subject !== null && UUID.test(subject) ? null : subject);
  const isShort = subject_name !== null || (subject !== null && subject.length <= 40);
  return (
    <span className={styles.two}>
      <span className={isShort ? undefined : styles.long}>{name}</span>
      {withProject && project !== null && project.name !== name && <small>{project.name}</small>}
    </span>
  );
}

function Changes({ entry, timezone }: { entry: AuditEntry; timezone: string }) {
  const words = useWords();
  const changes = changedValues(entry);
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map((one) => (
        <li key={one.field}>{changeText(one, words, timezone)}</li>
      ))}
    </ul>
  );
}
