import { TEMPLATE_LIMITS, type ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useWords } from "../../../platform/words.ts";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import type { Option } from "../../../ui/controls/windows/opened/props.ts";
import type { ReportDraft, ReportPlace } from "./report-draft.ts";
import { PROJECTS_PER_PAGE, templateProjectsQuery } from "./report-queries.ts";

/** As long as what was found for a text is offered again, ms. */
const STALE_MS = 60_000;

/** The projects of the report, found on the server by their names, each a part of its document; those that the caller may only look at cannot be added. */
export function ProjectsField(given: {
  place: ReportPlace;
  report: ProjectReport | null;
  draft: ReportDraft;
  change: (part: Partial<ReportDraft>) => void;
}) {
  const { draft, change } = given;
  const { text } = useWords();
  const queries = useQueryClient();
  const names = useNames(given);
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const find = async (keyword: string, _signal: AbortSignal, page: number): Promise<Option[]> => {
    const query = templateProjectsQuery(draft.template_uid, keyword.trim(), page);
    const { items } = await queries.fetchQuery({ ...query, staleTime: STALE_MS });
    const all = items.map(({ project_uid, project_ssoc_name }) => [project_uid, project_ssoc_name] as const);
    setFound((before) => new Map([...before, ...all]));
    return items.map(({ project_uid, project_ssoc_name, may_change, fits }) => ({
      value: project_uid,
      label: project_ssoc_name,
      ...(may_change
        ? fits
          ? {}
          : { detail: text("reports.doesNotFit") }
        : { disabled: true, detail: text("reports.onlyLook") }),
    }));
  };
  const chosen = draft.project_uid_list.map((value) => ({
    value,
    label: names.get(value) ?? found.get(value) ?? "…",
  }));
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
      // What fits another template is asked for anew.
      key={draft.template_uid}
      label={text("reports.projects")}
      placeholder={text("reports.addProject")}
      search={find}
      pageSize={PROJECTS_PER_PAGE}
      value={chosen}
      onChange={(next) => change({ project_uid_list: next.map(({ value }) => value) })}
      {...(fault === undefined ? {} : { fault })}
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
