import { DESK_LIMITS } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { useWords } from "../../../platform/words.ts";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import { say } from "../../../ui/feedback/say.ts";
import type { Desk } from "./desk-queries.ts";
import styles from "./AlarmDesk.module.css";

/** More than a list shows at once, so that its end can be reached by scrolling. */
const PER_PAGE = 30;
/** As long as what was found for a text is offered again, ms. */
const STALE_MS = 60_000;

/** The projects that the desk is narrowed to, found on the server by their names. `named`: those of the page, as they are called. */
export function ProjectPicker(given: {
  chosen: readonly string[];
  named: Desk["projects"] | undefined;
  choose: (uids: readonly string[]) => void;
}) {
  const { chosen, named = [], choose } = given;
  const { text } = useWords();
  const queries = useQueryClient();
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const find = async (keyword: string, _signal: AbortSignal, page: number) => {
    const query = { page, item_num: PER_PAGE, keyword: keyword.trim() };
    const { data } = await queries.fetchQuery({ ...ask(allProjectList, { query }), staleTime: STALE_MS });
    const names = data.map((project) => [project.project_uid, project.project_ssoc_name] as const);
    setFound((before) => new Map([...before, ...names]));
    return data.map((project) => ({
      value: project.project_uid,
      label: project.project_ssoc_name,
      detail: project.project_address,
    }));
  };
  const labelOf = (uid: string) =>
    named.find(({ project_uid }) => project_uid === uid)?.name ?? found.get(uid) ?? "…";
  const take = (uids: readonly string[]) => {
    if (uids.length <= DESK_LIMITS.projects) {
      choose(uids);
    } else {
      const content = text("desk.mostProjects", { n: DESK_LIMITS.projects });
      say.warning({ content, key: "desk-projects" });
    }
  };
  return (
    <MultiCombobox
      className={styles.projects}
      label={text("desk.projects")}
      hideLabel
      placeholder={text("desk.everyProject")}
      search={find}
      pageSize={PER_PAGE}
      value={chosen.map((value) => ({ value, label: labelOf(value) }))}
      onChange={(options) => take(options.map(({ value }) => value))}
    />
  );
}
