import { generateReport, reportEditions } from "@heliograph/contract/reports/templates/editions";
import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "../../../platform/download.ts";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { useWords } from "../../../platform/words.ts";
import { say } from "../../../ui/feedback/say.ts";
import { reportFailure } from "../portfolio-report/report-failure.ts";

/** The report that a file is made of; in its own language where `lang` is left out. */
type Wanted = Pick<ProjectReport, "report_uid" | "title"> & { readonly lang?: ProjectReport["lang"] };

/** Has the PDF of a report made and saves it, and says what came of it (M250 to M253). `busy` is the report that is being made. */
export function useReportDownload() {
  const { text } = useWords();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async ({ report_uid, title, lang }: Wanted) => {
    setBusy(report_uid);
    const began = Date.now();
    try {
      saveFile(fileName(title, "pdf"), await download(generateReport, { body: { report_uid, lang } }));
      say.success(text("Project report handled successfully"));
    } catch (error) {
      say.error(text(reportFailure(error, Date.now() - began)));
    } finally {
      setBusy(null);
      // What was made, or is still being made, stands among the runs.
      await queries.invalidateQueries({ queryKey: [reportEditions.name] });
    }
  };
  return { busy, download: (wanted: Wanted) => void save(wanted) };
}
