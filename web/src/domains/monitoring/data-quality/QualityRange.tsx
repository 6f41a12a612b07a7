import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { addDays } from "@heliograph/contract/kernel/time";
import { QUALITY_LIMITS } from "@heliograph/contract/monitoring/data-quality/quality-marks";
import { csvText } from "@heliograph/contract/kernel/csv";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useLang } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateRangeField } from "../../../ui/controls/dates/DateRangeField.tsx";
import { useWords } from "../words.ts";
import { qualityQuery } from "./DataQualityScreen.loader.ts";
import { stripTable } from "./quality-content.ts";
import { useQualityView } from "./use-quality-view.ts";
import styles from "./QualityRange.module.css";

/** The days that are looked at, and the strip of them as a file. */
export function QualityRange({ project }: { project: ProjectInfo }) {
  const words = useWords();
  const lang = useLang();
  const { view, today, change } = useQualityView(project.timezone);
  const { data } = useQuery(qualityQuery(project.project_uid, view));
  const save = () => {
    if (data === undefined) return;
    const { head, rows } = stripTable(data, words);
    const name = `${project.project_ssoc_name} ${words.text("quality.title")} ${data.from_date} ${data.to_date}`;
    saveFile(fileName(name, "csv"), csvText(head, rows, lang));
  };
  const onRange = ({ from, to }: { from: string; to: string }) => {
    const first = addDays(to, 1 - QUALITY_LIMITS.days);
    change({ from_date: from < first ? first : from, to_date: to, device: null, day: null });
  };
  return (
    <div className={styles.range}>
      <DateRangeField
        label={words.text("quality.range")}
        hideLabel
        today={today}
        max={today}
        value={{ from: view.from_date, to: view.to_date }}
        onChange={onRange}
      />
      <Button
        icon={<Download size={16} aria-hidden />}
        aria-label={words.text("quality.save")}
        title={words.text("quality.save")}
        disabled={data === undefined}
        onClick={save}
      />
    </div>
  );
}
