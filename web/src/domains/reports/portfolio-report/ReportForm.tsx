import { localDay } from "@heliograph/contract/kernel/time";
import { BIN_DAYS } from "@heliograph/contract/monitoring/statistics/statistics-range";
import {
  makePortfolioReport,
  REPORT_BINS,
  type ReportBin,
} from "@heliograph/contract/reports/portfolio-report";
import { listRuns } from "@heliograph/contract/reports/runs";
import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useLang, useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import type { Option } from "../../../ui/controls/windows/opened/props.ts";
import { Select } from "../../../ui/controls/Select.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { reportProjectsQuery } from "./report-queries.ts";
import { firstDays, pickableDays, monthsAsked, type ReportView } from "./report-view.ts";
import styles from "./PortfolioReport.module.css";

const HALF_MINUTE = 30_000;

interface Fields {
  readonly projects: readonly Option[];
  readonly from: string;
  readonly to: string;
  readonly bin: ReportBin;
}

interface ReportFormProps {
  readonly view: ReportView | null;
  /** Hears what was asked for. */
  readonly onAsked: (view: ReportView) => void;
}

/** Asks for a portfolio report (M86, M176 to M180). */
export function ReportForm(given: ReportFormProps) {
  const { text } = useWords();
  const serverText = useServerText();
  const projects = useProjectOptions();
  return (
    <Panel>
      {projects.failed === null ? (
        <Fields {...given} projects={projects} />
      ) : (
        <PanelNote
          text={serverText(projects.failed)}
          retry={{ label: text("Try again"), run: projects.retry }}
        />
      )}
    </Panel>
  );
}

/** What stands in the form, and how it is sent. */
function useReportForm(options: readonly Option[], { view, onAsked }: ReportFormProps, today: string) {
  const lang = useLang();
  const making = useCall(makePortfolioReport, [listRuns]);
  const [start] = useState(
    () => view ?? { projects: [], bin: REPORT_BINS[0] ?? "15_minutes", ...firstDays(today) },
  );
  const defaults = useMemo<Fields>(
    () => ({ ...start, projects: options.filter(({ value }) => start.projects.includes(value)) }),
    [start, options],
  );
  return useContractForm(makePortfolioReport, {
    defaults,
    toBody: (fields: Fields) => ({
      project_uid: fields.projects.map(({ value }) => value),
      from_date: fields.from,
      to_date: fields.to,
      binsize: fields.bin,
      lang,
    }),
    send: async (body) => {
      const answer = await making.mutateAsync({ body });
      onAsked({ projects: body.project_uid, from: body.from_date, to: body.to_date, bin: body.binsize });
      return answer;
    },
    guarded: false,
    ...useOutcome(),
  });
}

function Fields({
  projects,
  ...given
}: ReportFormProps & { projects: ReturnType<typeof useProjectOptions> }) {
  const { text } = useWords();
  const today = localDay(browserZone(), useNow(HALF_MINUTE));
  const form = useReportForm(projects.options, given, today);
  const { values } = form;
  const fill = (part: Partial<Pick<Fields, "from" | "to" | "bin">>) => {
    const next = { ...values, ...part };
    form.fill(next.bin === "1_months" ? { ...part, ...monthsAsked(next, today) } : part);
  };
  return (
    <form className={styles["form"]} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <MultiCombobox
        className={styles["projects"]}
        label={text("report.projects")}
        placeholder={text("report.chooseProjects")}
        options={projects.options}
        value={values.projects}
        onChange={(chosen) => form.change("projects", [...chosen])}
        fault={form.faultOf("project_uid")}
        disabled={projects.loading}
      />
      <Select
        label={text("report.bin")}
        value={values.bin}
        options={REPORT_BINS.map((bin) => ({ value: bin, label: text(`report.bin.${bin}`) }))}
        onChange={(bin) => fill({ bin })}
      />
      <End end="from" {...{ form, today, fill }} />
      <End end="to" {...{ form, today, fill }} />
      <Button type="primary" submits loading={form.busy} icon={<FileSpreadsheet size={16} aria-hidden />}>
        {text("report.make")}
      </Button>
    </form>
  );
}

/** The first or the last day, or month. */
function End({
  end,
  form,
  today,
  fill,
}: {
  end: "from" | "to";
  form: ReturnType<typeof useReportForm>;
  today: string;
  fill: (part: Partial<Pick<Fields, "from" | "to">>) => void;
}) {
  const { text } = useWords();
  const { values } = form;
  const day = values[end];
  return (
    <DateField
      label={text(`report.${end}`)}
      part={values.bin === "1_months" ? "month" : "day"}
      today={today}
      max={pickableDays(today)[end]}
      value={day === "" ? null : day}
      onChange={(next) => fill({ [end]: next })}
      onClear={() => fill({ [end]: "" })}
      fault={form.faultOf(`${end}_date`)}
      hint={end === "to" ? text("report.limit", { n: BIN_DAYS[values.bin] }) : undefined}
    />
  );
}

/** Projects as the picker offers them: those without a gateway or a device cannot be chosen, and say why (M91). */
function useProjectOptions() {
  const { text } = useWords();
  const query = useQuery(reportProjectsQuery());
  const { data } = query;
  const options = useMemo<readonly Option[]>(
    () =>
      (data?.items ?? []).map(({ project_uid, name, gateways, devices }) => ({
        value: project_uid,
        label: name,
        ...(gateways === 0
          ? { disabled: true, detail: text("This item has no gateway") }
          : devices === 0
            ? { disabled: true, detail: text("This project has no device") }
            : {}),
      })),
    [data, text],
  );
  return {
    options,
    loading: data === undefined,
    failed: query.isError && data === undefined ? query.error.message : null,
    retry: () => void query.refetch(),
  };
}
