import { previewReport, type ReportPages } from "@heliograph/contract/reports/templates/editions";
import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import type { ReportLanguage } from "@heliograph/contract/reports/portfolio-report";
import { localDay } from "@heliograph/contract/kernel/time";
import { periodDays } from "@heliograph/contract/reports/templates/sending";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { ask } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { BlobImage, LoadFailed } from "../../fleet/index.ts";
import type { ReportDraft, ReportPlace } from "./report-draft.ts";
import { useReportDownload } from "./use-report-download.ts";
import styles from "./Reports.module.css";

const LANGUAGES: readonly ReportLanguage[] = ["vi", "en", "zh"];
const A_DAY = 3_600_000;

/** The pages as they would be sent: dimmed while they are older than the settings. */
export function PagesPanel(given: {
  place: ReportPlace;
  draft: ReportDraft;
  /** The block that is outlined; null: none. */
  chosen: string | null;
  changeLang: (lang: ReportLanguage) => void;
  report: ProjectReport | null;
}) {
  const { place, draft, chosen, changeLang, report } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const file = useReportDownload();
  const pages = usePages(place, draft);
  const { data, isPlaceholderData } = pages;
  return (
    <Panel
      title={text("reports.part.preview")}
      renewing={isPlaceholderData}
      extra={
        <span className={styles.acts}>
          <Segmented
            label={text("reports.lang")}
            value={draft.lang}
            options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={changeLang}
          />
          {report !== null && (
            <Button
              icon={<Download size={16} aria-hidden />}
              aria-label={text("reports.download")}
              loading={file.busy !== null}
              onClick={() => file.download({ ...report, lang: draft.lang })}
            />
          )}
        </span>
      }
    >
      {data === undefined ? (
        pages.isError ? (
          <LoadFailed hint={serverText(pages.error.message)} retry={() => void pages.refetch()} />
        ) : (
          <Skeleton width="100%" height={640} />
        )
      ) : (
        <>
          {draft.project_uid_list.length > 1 && (
            <p className={styles.hint}>{text("reports.ofSeveral", { n: draft.project_uid_list.length })}</p>
          )}
          <Pages pages={data} chosen={chosen} isOld={isPlaceholderData} />
        </>
      )}
    </Panel>
  );
}

/** The pages of what stands in the editor, drawn again when it changes. */
function usePages({ uid, timezone }: ReportPlace, draft: ReportDraft) {
  // Of the project whose page this is; where it is taken out, of the first.
  const project_uid = draft.project_uid_list.includes(uid) ? uid : (draft.project_uid_list[0] ?? uid);
  const today = localDay(timezone, useNow(A_DAY));
  const { title, lang, blocks, period, from_date, to_date } = useDeferredValue(draft);
  const days = periodDays({ period, from_date, to_date }, today);
  const body = { project_uid, title: title === "" ? "–" : title, lang, blocks: [...blocks], ...days };
  return useQuery({ ...ask(previewReport, { body }), placeholderData: keepPreviousData, staleTime: 60_000 });
}

function Pages({ pages, chosen, isOld }: { pages: ReportPages; chosen: string | null; isOld: boolean }) {
  const { text, format } = useWords();
  const [open, setOpen] = useState(1);
  const numbers = Array.from({ length: pages.pages }, (_, at) => at + 1);
  const block = pages.blocks.find(({ kind }) => kind === chosen);
  const shown = Math.min(open, pages.pages);
  const leftOut = pages.blocks.filter(({ page }) => page === null);
  const names = leftOut.map(({ kind }) => text(`reports.block.${kind}`)).join(", ");
  return (
    <div className={styles.pages} data-old={isOld ? "" : undefined}>
      <p>
        <strong>{`${format.day(pages.from_date)} – ${format.day(pages.to_date)}`}</strong>
        {leftOut.length > 0 && <span>{text("reports.leftOut", { blocks: names })}</span>}
      </p>
      <ol className={styles.thumbs}>
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              aria-current={number === shown ? "page" : undefined}
              aria-label={text("reports.page", { n: number, all: pages.pages })}
              onClick={() => setOpen(number)}
            >
              <PageImage pages={pages} number={number} />
            </button>
            {number}
          </li>
        ))}
      </ol>
      <div className={styles.sheet}>
        <PageImage
          pages={pages}
          number={shown}
          label={text("reports.page", { n: shown, all: pages.pages })}
        />
        {block !== undefined && block.page === shown && (
          <span
            className={styles.outline}
            style={{
              top: `${(100 * block.top) / pages.height}%`,
              height: `${(100 * ((block.to_page === shown ? block.bottom : pages.height) - block.top)) / pages.height}%`,
            }}
          />
        )}
      </div>
    </div>
  );
}

/** One page of the drawing, which has all of them one below the other. */
function PageImage({ pages, number, label = "" }: { pages: ReportPages; number: number; label?: string }) {
  const { svg, width, height } = pages;
  const content = useMemo(
    () =>
      new Blob(
        [
          svg.replace(
            /<svg class="typst-doc" viewBox="[^"]*" width="[^"]*" height="[^"]*"/,
            `<svg class="typst-doc" viewBox="0 ${(number - 1) * height} ${width} ${height}" width="${width}" height="${height}"`,
          ),
        ],
        { type: "image/svg+xml" },
      ),
    [svg, width, height, number],
  );
  return <BlobImage content={content} alt={label} />;
}
