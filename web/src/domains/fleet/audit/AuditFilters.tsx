import { AUDIT_LIMITS, type AuditEntry, type projectAudit } from "@heliograph/contract/fleet/audit";
import { csvText } from "@heliograph/contract/kernel/csv";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import { Download } from "lucide-react";
import { useState } from "react";
import { useNow } from "../../../platform/clock.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateRangeField } from "../../../ui/controls/dates/DateRangeField.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { cellsOf, type Column } from "../../../ui/data-table/columns.ts";
import { say } from "../../../ui/feedback/say.ts";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { allEntries, type AuditSource } from "./audit-queries.ts";
import { AUDIT_SPANS, lastDays, auditSpan, type AuditView } from "./audit-view.ts";
import { actionText, nounText } from "./audit-words.ts";
import styles from "./AuditLog.module.css";

const HALF_MINUTE = 30_000;

interface Props {
  readonly source: AuditSource;
  readonly view: AuditView;
  readonly change: (part: Partial<AuditView>) => void;
  readonly columns: readonly Column<AuditEntry>[];
  /** What the file is called after. */
  readonly name: string;
  /** Undefined while it is on its way. */
  readonly log: Answer<typeof projectAudit> | undefined;
}

/** What is looked for: person, thing, words and days; and the entries that match as a file. */
export function AuditFilters(given: Props) {
  const { source, view, change, log } = given;
  const words = useWords();
  const { text } = words;
  return (
    <div className={page.toolbar}>
      <EnterSearchField
        className={page.words ?? ""}
        label={text("audit.find")}
        clearLabel={text("audit.clear")}
        words={view.keyword}
        search={(keyword) => change({ keyword })}
      />
      {source.uid !== null && (
        <Select
          className={page.filter}
          label={text("audit.person")}
          hideLabel
          value={view.person ?? ""}
          onChange={(person) => change({ person: person === "" ? null : person })}
          options={[
            { value: "", label: text("audit.everybody") },
            ...(log?.people ?? []).map(({ email, name }) => ({ value: email, label: name })),
          ]}
        />
      )}
      <Select
        className={page.filter}
        label={text("audit.thing")}
        hideLabel
        value={view.action ?? ""}
        onChange={(action) => change({ action: action === "" ? null : action })}
        options={[{ value: "", label: text("audit.everything") }, ...thingsOf(log?.actions ?? [], words)]}
      />
      <Days {...given} />
      <Spacer />
      <span className={styles.count}>{log !== undefined && text("audit.count", { n: log.total_items })}</span>
      <SaveButton {...given} />
    </div>
  );
}

/** The things that entries are about, each with what was done to it. */
function thingsOf(actions: readonly string[], words: Words) {
  const nouns = [...new Set(actions.map((action) => action.split(".")[0] ?? ""))];
  return nouns.flatMap((noun) => [
    { value: noun, label: words.text("audit.allOf", { noun: nounText(noun, words) }) },
    ...actions
      .filter((action) => action.startsWith(`${noun}.`))
      .map((action) => ({ value: action, label: actionText(action, words) })),
  ]);
}

function Days({ source: { timezone }, view, change }: Props) {
  const { text } = useWords();
  const nowMs = useNow(HALF_MINUTE);
  const today = localDay(timezone, nowMs);
  const span = auditSpan(view, today);
  const choose = (choice: string) => {
    if (choice === "all") change({ days: null });
    else change({ days: lastDays(choice === "other" ? 1 : Number(choice), timezone, nowMs) });
  };
  return (
    <>
      <Select
        className={page.filter}
        label={text("audit.range")}
        hideLabel
        value={view.days === null ? "all" : span === null ? "other" : String(span)}
        onChange={choose}
        options={[
          { value: "all", label: text("audit.anyTime") },
          ...AUDIT_SPANS.map((n) => ({ value: String(n), label: text("audit.days", { n }) })),
          { value: "other", label: text("audit.chosenDays") },
        ]}
      />
      {view.days !== null && span === null && (
        <DateRangeField
          label={text("audit.range")}
          hideLabel
          today={today}
          max={today}
          value={view.days}
          onChange={(days) => change({ days })}
        />
      )}
    </>
  );
}

/** The table that is shown, of all pages, with two columns more: address and key. */
function SaveButton({ source, view, columns, name, log }: Props) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const entries = await allEntries(source, view);
      if (entries === null) {
        say.warning(text("audit.tooMany", { most: format.number(AUDIT_LIMITS.exported) }));
        return;
      }
      const { head, lines } = cellsOf(
        [
          ...columns,
          { id: "key", label: text("audit.keyColumn"), value: ({ key }: AuditEntry) => key?.name ?? null },
          { id: "address", label: text("audit.from"), value: ({ address }: AuditEntry) => address },
        ],
        entries,
      );
      saveFile(fileName(name, "csv"), csvText(head, lines, format.lang));
    } catch (error) {
      say.error(serverText(refusalText(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      aria-label={text("audit.save")}
      title={text("audit.save")}
      loading={busy}
      disabled={log === undefined || log.total_items === 0}
      onClick={() => void save()}
    />
  );
}
