import { listForSelect, SHOW_CASE_LIMIT, type ShowCaseItem } from "@heliograph/contract/monitoring/showcase";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useRef } from "react";
import { ask } from "../../../platform/api.ts";
import { call } from "../../../platform/call.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { MultiCombobox } from "../../../ui/controls/Combobox.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "./ShowcaseSelect.module.css";

/** More than a list shows at once, so that its end can be reached by scrolling. */
const PER_PAGE = 30;
/** As long as what was found for a text is offered again, ms. */
const STALE_MS = 60_000;

/** What a page of the projects that can be chosen asks. */
const selectable = (keyword: string, page: number) => ({
  ...ask(listForSelect, { query: { filter: "pv" as const, page, item_num: PER_PAGE, keyword } }),
  staleTime: STALE_MS,
});

interface Choosing {
  readonly chosen: readonly string[];
  readonly choose: (uids: readonly string[]) => void;
}

/** The project select of the showcase (M97): searched by the server, page after page as it is scrolled. */
export function ShowcaseSelect(
  given: Choosing & {
    /** The chosen projects, as far as they have arrived: they name what is chosen. */
    items: readonly ShowCaseItem[];
  },
) {
  const { chosen, items, choose } = given;
  const t = useText();
  const search = useSearch();
  const arrived = items.map(({ project_info: of }) => [of.project_uid, of.project_ssoc_name] as const);
  const names = new Map([...search.names.current, ...arrived]);
  const take = (uids: readonly string[]) => {
    if (uids.length <= SHOW_CASE_LIMIT) choose(uids);
    else say.warning({ content: t("showcase.full", { n: SHOW_CASE_LIMIT }), key: "showcase-full" });
  };
  return (
    <div className={styles.select}>
      <MultiCombobox
        className={styles.field}
        label={t("showcase.choose")}
        hideLabel
        placeholder={t("showcase.choose")}
        search={search.find}
        pageSize={PER_PAGE}
        value={chosen.map((value) => ({ value, label: names.get(value) ?? "…" }))}
        onChange={(options) => take(options.map(({ value }) => value))}
      />
      <WholeChoice chosen={chosen} choose={choose} />
    </div>
  );
}

/** How projects are found, and the names of all that were. */
function useSearch() {
  const queries = useQueryClient();
  const format = useFormat();
  const names = useRef<ReadonlyMap<string, string>>(new Map());
  const find = async (keyword: string, _signal: AbortSignal, page: number) => {
    const { data } = await queries.fetchQuery(selectable(keyword.trim(), page));
    names.current = new Map([
      ...names.current,
      ...data.map((project) => [project.project_uid, project.project_ssoc_name] as const),
    ]);
    return data.map((project) => ({
      value: project.project_uid,
      label: project.project_ssoc_name,
      detail: `${format.number(project.project_capacity_pv.value, 1)} kWp`,
    }));
  };
  return { names, find };
}

/** All projects where a showcase holds them, or none. */
function WholeChoice({ chosen, choose }: Choosing) {
  const t = useText();
  const total = useQuery(selectable("", 1)).data?.paginate_info.total_item ?? 0;
  const addAll = async () => {
    const query = { filter: "pv" as const, item_num: SHOW_CASE_LIMIT };
    const { data } = await call(listForSelect, { query });
    choose(data.map(({ project_uid }) => project_uid));
  };
  return (
    <>
      {total > 0 && total <= SHOW_CASE_LIMIT && chosen.length < total && (
        <Button onClick={() => void addAll()}>{t("showcase.addAll", { n: total })}</Button>
      )}
      {chosen.length > 0 && (
        <Button icon={<X size={16} aria-hidden />} onClick={() => choose([])}>
          {t("showcase.clear")}
        </Button>
      )}
    </>
  );
}
