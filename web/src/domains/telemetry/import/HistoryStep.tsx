import type { ImportDraft } from "@heliograph/contract/telemetry/import/import-shapes";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useSearchParams } from "react-router";
import { useServerText } from "../../../platform/i18n.tsx";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { useWords } from "../../../platform/words.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { DryRun } from "./DryRun.tsx";
import { ImportBar } from "./ImportBar.tsx";
import { ImportColumns } from "./ImportColumns.tsx";
import { ImportFiles } from "./ImportFiles.tsx";
import { ImportList } from "./ImportList.tsx";
import { importsQuery, isUnderWay } from "./import-queries.ts";
import { LookFirst } from "./LookFirst.tsx";
import { useDraft } from "./use-draft.ts";
import { useDoneMessages } from "./use-done-messages.ts";
import styles from "./HistoryStep.module.css";

/** Imports that are under way are looked at so often, ms; others now and then. */
const LOOK_MS = 1000;
const SELDOM_MS = 20_000;

/** Import history: files, what their columns mean, a dry run, and the import, which can be undone. */
export function HistoryStep({ uid }: { uid: string }) {
  const serverText = useServerText();
  const list = useQuery({
    ...importsQuery(uid),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? LOOK_MS : SELDOM_MS),
  });
  const { draft, actions } = useDraft(uid, list.data?.draft_uid ?? null);
  useDoneMessages(list.data?.items);
  if (list.data === undefined && list.isError) {
    return (
      <Panel>
        <LoadFailed hint={serverText(list.error.message)} retry={() => void list.refetch()} />
      </Panel>
    );
  }
  if (list.data === undefined) {
    return (
      <Panel>
        <Skeleton width="100%" height={320} />
      </Panel>
    );
  }
  const hasFiles = draft !== undefined && draft.files.length > 0;
  return (
    <PageCharts>
      <div className={styles.page}>
        <Stages draft={draft} running={list.data.items.some(isUnderWay)} />
        <Wanted />
        <div className={hasFiles ? styles.columns : styles.alone}>
          <div className={styles.column}>
            <ImportFiles draft={draft} actions={actions} />
            {draft?.previews.map((preview) => (
              <ImportColumns
                key={preview.file_uids[0]}
                preview={preview}
                draft={draft}
                onWish={actions.wish}
              />
            ))}
          </div>
          {hasFiles && (
            <div className={styles.column} data-found="">
              <DryRun draft={draft} />
              {draft.trial !== null && (
                <LookFirst key={draft.import_uid} draft={draft} trial={draft.trial} retry={actions.retry} />
              )}
            </div>
          )}
        </div>
        {hasFiles && <ImportBar draft={draft} actions={actions} />}
        <ImportList uid={uid} items={list.data.items} />
      </div>
    </PageCharts>
  );
}

/** Where the import that is not begun stands. */
function stageOf(draft: ImportDraft | undefined, running: boolean): number {
  if (draft === undefined || draft.files.length === 0) return running ? 3 : 0;
  if (draft.previews.some(({ fault }) => fault !== null)) return 1;
  return 2;
}

function Stages({ draft, running }: { draft: ImportDraft | undefined; running: boolean }) {
  const { text } = useWords();
  const at = stageOf(draft, running);
  const names = [text("import.files"), text("import.columns"), text("import.dryRun"), text("import.import")];
  return (
    <div className={styles.stages}>
      <ol aria-label={text("import.stages")}>
        {names.map((name, index) => (
          <li key={name} aria-current={index === at ? "step" : undefined}>
            <span className={styles.mark} data-done={index < at || undefined} aria-hidden>
              {index < at ? <Check size={13} strokeWidth={2.6} /> : index + 1}
            </span>
            {name}
          </li>
        ))}
      </ol>
      <p>{text("import.nothingStored")}</p>
    </div>
  );
}

/** Who comes from a gap is told which one. */
function Wanted() {
  const { text, format } = useWords();
  const [address] = useSearchParams();
  const device = address.get("device_name");
  const [from, to] = [address.get("from"), address.get("to")];
  if (device === null || from === null || to === null) return null;
  return (
    <p className={styles.wanted} role="note">
      {text("import.wanted", { device, from: format.day(from), to: format.day(to) })}
    </p>
  );
}
