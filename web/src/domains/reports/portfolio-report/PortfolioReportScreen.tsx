import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useTitle } from "../../../platform/title.ts";
import { useWords } from "../../../platform/words.ts";
import page from "../../../ui/layout/Page.module.css";
import { RunsPanel } from "../runs/RunsPanel.tsx";
import { ReportForm } from "./ReportForm.tsx";
import { ReportResults } from "./ReportResults.tsx";
import { addressOf, reportViewIn } from "./report-view.ts";

/** /report: the portfolio report, asked for, looked at and saved (M85 to M91). */
export default function PortfolioReportScreen() {
  const { text } = useWords();
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => reportViewIn(address), [address]);
  useTitle(text("report.title"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("report.title")}</h1>
          <p className={page.meta}>{text("report.hint")}</p>
        </div>
      </header>
      <ReportForm
        view={view}
        onAsked={(asked) => setAddress(addressOf(asked), { replace: true, preventScrollReset: true })}
      />
      <ReportResults view={view} />
      <RunsPanel />
    </div>
  );
}
