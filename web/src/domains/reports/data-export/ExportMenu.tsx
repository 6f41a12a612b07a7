import { makeExport, type EXPORT_FORMATS } from "@heliograph/contract/reports/data-export";
import { listRuns } from "@heliograph/contract/reports/runs";
import { Download } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import type { ExportMenuProps } from "../../../platform/screen-parts/screen-parts.ts";
import { useWords } from "../../../platform/words.ts";
import { MenuButton } from "../../../ui/controls/windows/MenuButton.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useRunFile } from "../runs/use-run-file.ts";

type Format = (typeof EXPORT_FORMATS)[number];

/** A menu of the files that what a page shows can be had as; those that are made are saved when they are, and lie under Runs, too. Open at first. */
export function ExportMenu({ request, csv, disabled = false }: ExportMenuProps) {
  const { text } = useWords();
  const [saving, setSaving] = useState(false);
  const { make, busy } = useMadeExport(request);
  const save = async (saveCsv: () => Promise<void>) => {
    setSaving(true);
    await saveCsv();
    setSaving(false);
  };
  return (
    <MenuButton
      opened
      look="button"
      icon={<Download size={16} aria-hidden />}
      loading={saving || busy}
      disabled={disabled}
      items={[
        {
          key: "csv",
          label: text("export.csv"),
          run: () => void (csv === undefined ? make("csv") : save(csv)),
        },
        { key: "xlsx", label: text("export.xlsx"), run: () => void make("xlsx") },
        { key: "parquet", label: text("export.parquet"), run: () => void make("parquet") },
      ]}
    >
      {text("export.menu")}
    </MenuButton>
  );
}

/** Has a file made by a run, says where it will lie, and saves it when it is there. What goes wrong is said. */
function useMadeExport(request: ExportMenuProps["request"]) {
  const { text } = useWords();
  const serverText = useServerText();
  const navigate = useNavigate();
  const making = useCall(makeExport, [listRuns]);
  const file = useRunFile();
  const make = async (format: Format) => {
    try {
      const { run } = await making.mutateAsync({ body: { ...request, format } });
      say.success({
        content: text("export.made"),
        action: { label: text("runs.title"), run: () => void navigate(paths.portfolioReport()) },
      });
      file.await(run.run_uid);
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return { make, busy: making.isPending || file.waits };
}
