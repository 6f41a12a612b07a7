import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Combobox } from "../../../ui/controls/Combobox.tsx";
import { projectInfoQuery } from "../projects/project-queries.ts";
import type { SettingChoice } from "./setting-props.ts";

/** More than a list shows at once, so that its end can be reached by scrolling. */
const PER_PAGE = 30;
/** As long as what was found for a text is offered again, ms. */
const STALE_MS = 60_000;

/** One of the account's projects of the type, found by its name; those without a gateway are there, and cannot be chosen (M81). */
export function ProjectChoice({ type, uid, choose, disabled }: SettingChoice & { disabled: boolean }) {
  const t = useText();
  const queries = useQueryClient();
  const chosen = useQuery({ ...projectInfoQuery(uid ?? ""), enabled: uid !== null });
  const find = async (keyword: string, _signal: AbortSignal, page: number) => {
    const query = { filter: type, page, item_num: PER_PAGE, keyword: keyword.trim() };
    const { data } = await queries.fetchQuery({ ...ask(allProjectList, { query }), staleTime: STALE_MS });
    return data.map((project) => ({
      value: project.project_uid,
      label: project.project_ssoc_name,
      ...(project.has_gateway ? {} : { disabled: true, detail: t("This project has no gateway") }),
    }));
  };
  const name = chosen.data?.project_info.project_ssoc_name ?? "…";
  return (
    <Combobox
      label={t("aliases.project")}
      placeholder={t("aliases.choose")}
      search={find}
      pageSize={PER_PAGE}
      disabled={disabled}
      value={uid === null ? null : { value: uid, label: name }}
      onChange={(option) => choose(option?.value ?? null)}
    />
  );
}
