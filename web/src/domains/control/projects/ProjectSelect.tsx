import { useQueryClient } from "@tanstack/react-query";
import { useWords } from "../../../platform/words.ts";
import { Combobox } from "../../../ui/controls/Combobox.tsx";
import { controlProjectsQuery, projectHint, PROJECTS_A_PAGE } from "./control-projects.ts";

/** The choice of a project where there is no room for the list; `chosen` is the one that is open. */
export function ProjectSelect(given: {
  chosen: { readonly uid: string; readonly name: string } | null;
  open: (uid: string) => void;
}) {
  const { chosen, open } = given;
  const { text } = useWords();
  const queries = useQueryClient();
  const find = async (keyword: string, _signal: AbortSignal, page: number) => {
    const { data } = await queries.fetchQuery(controlProjectsQuery(keyword.trim(), page));
    return data.map((project) => ({
      value: project.project_uid,
      label: project.project_ssoc_name,
      detail: projectHint(project, text),
      disabled: project.gateways === 0,
    }));
  };
  return (
    <Combobox
      label={text("control.project")}
      hideLabel
      placeholder={text("control.find")}
      search={find}
      pageSize={PROJECTS_A_PAGE}
      value={chosen === null ? null : { value: chosen.uid, label: chosen.name }}
      onChange={(option) => option !== null && open(option.value)}
    />
  );
}
