import { TEMPLATE_LIMITS, type ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import type { Option } from "../../../ui/controls/windows/opened/props.ts";
import type { ReportDraft, ReportPlace } from "./report-draft.ts";
import { templateProjectsQuery } from "./report-queries.ts";

/** The projects of the report, each a part of its document; those that the caller may only look at cannot be added. */
export function ProjectsField(given: {
  place: ReportPlace;
  report: ProjectReport | null;
  draft: ReportDraft;
  change: (part: Partial<ReportDraft>) => void;
}) {
  const { draft, change } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const projects = useQuery(templateProjectsQuery(draft.template_uid));
  const names = useNames(given);
  const options = useMemo<readonly Option[]>(
    () =>
      (projects.data?.items ?? []).map(({ project_uid, project_ssoc_name, may_change, fits }) => ({
        value: project_uid,
        label: project_ssoc_name,
        ...(may_change
          ? fits
            ? {}
            : { detail: text("reports.doesNotFit") }
          : { disabled: true, detail: text("reports.onlyLook") }),
      })),
    [projects.data, text],
  );
  const chosen = draft.project_uid_list.map(
    (value) =>
      options.find((option) => option.value === value) ?? { value, label: names.get(value) ?? value },
  );
  const count = chosen.length;
  const most = TEMPLATE_LIMITS.projects;
  const fault =
    count === 0
      ? text("Please select a project")
      : count > most
        ? text("reports.mostProjects", { n: most })
        : undefined;
  return (
    <MultiCombobox
      label={text("reports.projects")}
      placeholder={text("reports.addProject")}
      options={options}
      value={chosen}
      onChange={(next) => change({ project_uid_list: next.map(({ value }) => value) })}
      fault={fault ?? (projects.isError ? serverText(projects.error.message) : undefined)}
      disabled={projects.data === undefined && !projects.isError}
    />
  );
}

/** Names of the projects that were in the report before, by uid. */
function useNames({ place, report }: { place: ReportPlace; report: ProjectReport | null }) {
  return useMemo(
    () =>
      new Map([
        [place.uid, place.name],
        ...(report?.project_uid_list ?? []).map(
          (uid, at) => [uid, report?.project_names[at] ?? uid] as const,
        ),
      ]),
    [place, report],
  );
}
