import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { addDays } from "@heliograph/contract/kernel/time";
import { csvText } from "@heliograph/contract/kernel/csv";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useLang } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { useWords } from "../words.ts";
import { lossQuery } from "./loss-queries.ts";
import { lossTable } from "./losses-csv.ts";
import { lastDayOf, periodAt, writtenPeriod, type LossPeriod, type LossScope } from "./losses-view.ts";
import { useLossView } from "./use-loss-view.ts";
import styles from "./LossControls.module.css";

const PERIODS = ["day", "month", "year"] as const satisfies readonly LossPeriod[];
const SCOPES = ["project", "gateway", "device"] as const satisfies readonly LossScope["of"][];

/** Of what, over which day, month or year, and all of it as a file. */
export function LossControls({ project }: { project: ProjectInfo }) {
  const words = useWords();
  const { text } = words;
  const lang = useLang();
  const { view, today, change } = useLossView(project.timezone);
  const { data } = useQuery(lossQuery(project.project_uid, view));
  const go = (period: LossPeriod, day: string) => change(periodAt(period, day, today));
  const { period, from_date } = view;
  const next = addDays(lastDayOf(period, from_date), 1);
  const save = () => {
    if (data === undefined) return;
    const { head, rows } = lossTable(data, words);
    const name = `${project.project_ssoc_name} ${text("losses.title")} ${writtenPeriod(view)}`;
    saveFile(fileName(name, "csv"), csvText(head, rows, lang));
  };
  return (
    <div className={styles.controls}>
      <ScopeChoice project={project} />
      <Segmented<LossPeriod>
        label={text("losses.period")}
        value={period}
        options={PERIODS.map((value) => ({ value, label: text(`losses.period.${value}`) }))}
        onChange={(value) => go(value, view.to_date)}
      />
      <div className={styles.dates}>
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label={text("losses.before")}
          title={text("losses.before")}
          onClick={() => go(period, addDays(from_date, -1))}
        />
        <DateField
          label={text("losses.when")}
          hideLabel
          className={styles.date}
          part={period}
          today={today}
          max={today}
          value={from_date}
          onChange={(day) => go(period, day)}
        />
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label={text("losses.after")}
          title={text("losses.after")}
          disabled={next > today}
          onClick={() => go(period, next)}
        />
      </div>
      <Button
        icon={<Download size={16} aria-hidden />}
        aria-label={text("losses.save")}
        title={text("losses.save")}
        disabled={data?.energy_wh === undefined || data.energy_wh === null}
        onClick={save}
      />
    </div>
  );
}

/** The whole, one gateway or one inverter: named by the waterfall of the whole. */
function ScopeChoice({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const { view, change } = useLossView(project.timezone);
  const { scope } = view;
  const { data } = useQuery(lossQuery(project.project_uid, { ...view, scope: { of: "project" } }));
  const devices = data?.devices ?? [];
  const options = {
    project: [],
    gateway: [...new Map(devices.map((one) => [one.gateway_uid, one.gateway_alias]))],
    device: devices.map((one) => [one.device_uid, one.alias] as const),
  };
  const choose = (of: LossScope["of"]) => {
    const first = options[of][0]?.[0];
    if (of === "project" || first === undefined) change({ scope: { of: "project" } });
    else change({ scope: { of, uid: first } });
  };
  return (
    <>
      <Segmented<LossScope["of"]>
        label={text("losses.of")}
        value={scope.of}
        disabled={devices.length === 0 && scope.of === "project"}
        options={SCOPES.map((value) => ({ value, label: text(`losses.of.${value}`) }))}
        onChange={choose}
      />
      {scope.of !== "project" && (
        <Select
          label={text(`losses.of.${scope.of}`)}
          hideLabel
          value={scope.uid}
          options={options[scope.of].map(([value, label]) => ({ value, label }))}
          onChange={(uid) => change({ scope: { of: scope.of, uid } })}
        />
      )}
    </>
  );
}
