import type { adminProjectList, AdminProjectItem } from "@heliograph/contract/admin/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAppConfig } from "../../platform/app-config.ts";
import { useFormat } from "../../platform/format.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { browserZone } from "../../platform/zone.ts";
import { pageTexts } from "../../platform/words.ts";
import { DataTable } from "../../ui/data-table/DataTable.tsx";
import { useMedia } from "../../ui/layout/media.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { SearchField } from "../../ui/controls/SearchField.tsx";
import { Blank } from "../../ui/feedback/states.tsx";
import { Freshness } from "../monitoring/index.ts";
import { adminViewIn, PER_PAGE, projectsQuery } from "./AdminListScreen.loader.ts";
import { AdminCard, useAdminColumns } from "./AdminProjects.tsx";
import styles from "./AdminListScreen.module.css";
import pageStyles from "../../ui/layout/Page.module.css";
import { Spacer } from "../../ui/layout/Spacer.tsx";

const DEBOUNCE_MS = 1000;
const CLOCK_ZONE = browserZone();

/** /admin: every project of the installation (M21, M199). Search and page stand in the address. */
export default function AdminListScreen() {
  const t = useText();
  const format = useFormat();
  const view = useAdminView();
  const list = useQuery({
    ...projectsQuery(view),
    refetchInterval: useAppConfig().list_refresh_s * 1000,
    placeholderData: (before) => before,
  });
  useLastPage(list.isPlaceholderData ? undefined : list.data?.paginate_info.total_page, view);
  const title = t("admin.allProjects");
  useTitle(title);
  return (
    <div className={pageStyles.page} aria-busy={list.isPending}>
      <header className={pageStyles.head}>
        <h1>{title}</h1>
        <Freshness timezone={CLOCK_ZONE} queries={[list]} refresh={list.refetch} />
      </header>
      <Panel flush>
        <div className={pageStyles.toolbar}>
          <SearchField
            className={styles.search ?? ""}
            label={t("admin.search")}
            clearLabel={t("list.clearSearch")}
            value={view.typed}
            onType={view.type}
            onEnter={view.searchNow}
          />
          <Spacer />
          {list.data !== undefined && (
            <span className={`${styles.count} num`}>
              {t("admin.count", { n: format.number(list.data.paginate_info.total_item) })}
            </span>
          )}
        </div>
        <Rows list={list} view={view} />
      </Panel>
    </div>
  );
}

type View = ReturnType<typeof useAdminView>;
type List = UseQueryResult<Answer<typeof adminProjectList>>;

/** The page of projects, as the server has it, in one of its four states. */
function Rows({ list, view }: { list: List; view: View }) {
  const t = useText();
  const serverText = useServerText();
  const narrow = useMedia("(max-width: 899.98px)");
  const columns = useAdminColumns();
  const total = list.data?.paginate_info.total_item ?? 0;
  const rows = list.data?.data;
  return (
    <DataTable
      className={list.isPlaceholderData ? styles.stale : undefined}
      label={t("admin.allProjects")}
      columns={columns}
      // A page beyond the last one has none: the last is on its way.
      rows={rows?.length === 0 && total > 0 ? undefined : rows}
      idOf={(row) => row.project_uid}
      failed={
        list.isError && rows === undefined
          ? {
              title: t("list.failed"),
              hint: serverText(list.error.message),
              retry: () => void list.refetch(),
              retryLabel: t("Try again"),
            }
          : null
      }
      empty={<Blank small title={t(view.keyword === "" ? "list.empty" : "list.noMatch")} />}
      pages={{
        size: PER_PAGE,
        texts: pageTexts(t),
        of: { page: view.page, total, onPage: view.goTo },
      }}
      cards={narrow}
      card={cardOf}
    />
  );
}
const cardOf = (row: AdminProjectItem) => <AdminCard row={row} />;

/** Page and search as the address has them; typing changes the address a second later, Enter at once. */
function useAdminView() {
  const [parameters, setParameters] = useSearchParams();
  const { keyword, page } = adminViewIn(parameters);
  const [typed, setTyped] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === keyword) return;
    setParameters(text.trim() === "" ? {} : { keyword: text.trim() }, { replace: true });
  };
  return {
    keyword,
    page,
    typed,
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(text), text === "" ? 0 : DEBOUNCE_MS);
    },
    searchNow: () => search(typed),
    goTo: (next: number) =>
      setParameters({
        ...(keyword === "" ? {} : { keyword }),
        ...(next === 1 ? {} : { page: String(next) }),
      }),
  };
}

/** An address with a page that there is no more leads to the last one. */
function useLastPage(pages: number | undefined, { page, goTo }: View): void {
  useEffect(() => {
    if (pages !== undefined && pages > 0 && page > pages) goTo(pages);
    // The way to the page follows from the address, which is what is looked at.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pages, page]);
}
