import type { adminProjectList } from "@heliograph/contract/admin/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAppConfig } from "../../platform/app-config.ts";
import { useFormat } from "../../platform/format.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { pageTexts } from "../../platform/words.ts";
import { useMedia } from "../../ui/layout/media.ts";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { SearchField } from "../../ui/controls/SearchField.tsx";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import { adminViewIn, PER_PAGE, projectsQuery } from "./AdminListScreen.loader.ts";
import { AdminCards, AdminTable } from "./AdminProjects.tsx";
import styles from "./AdminListScreen.module.css";
import { Button } from "../../ui/controls/Button.tsx";
import pageStyles from "../../ui/layout/Page.module.css";

const DEBOUNCE_MS = 1000;

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
      </header>
      <Panel flush className={`tablepanel ${list.isPlaceholderData ? "stale" : ""}`}>
        <div className={pageStyles.toolbar}>
          <SearchField
            className={styles.search ?? ""}
            label={t("admin.search")}
            clearLabel={t("list.clearSearch")}
            value={view.typed}
            onType={view.type}
            onEnter={view.searchNow}
          />
          <span className="grow" />
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

/** The page of projects in one of its four states. */
function Rows({ list, view }: { list: List; view: View }) {
  const t = useText();
  const serverText = useServerText();
  const narrow = useMedia("(max-width: 899.98px)");
  if (list.data === undefined && list.isError) {
    return (
      <Blank
        failed
        small
        title={t("list.failed")}
        hint={serverText(list.error.message)}
        action={
          <Button type="primary" onClick={() => void list.refetch()}>
            {t("Try again")}
          </Button>
        }
      />
    );
  }
  if (list.data === undefined) return <Waiting />;
  const { data: rows, paginate_info } = list.data;
  if (rows.length === 0 && paginate_info.total_item > 0) return <Waiting />;
  if (rows.length === 0) {
    return <Blank small title={t(view.keyword === "" ? "list.empty" : "list.noMatch")} />;
  }
  return (
    <>
      {narrow ? <AdminCards rows={rows} /> : <AdminTable rows={rows} />}
      {paginate_info.total_item > PER_PAGE && (
        <Pagination
          className={styles.pages ?? ""}
          current={view.page}
          pageSize={PER_PAGE}
          total={paginate_info.total_item}
          texts={pageTexts(t)}
          onChange={view.goTo}
        />
      )}
    </>
  );
}

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

function Waiting() {
  return (
    <>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="skrow">
          <Skeleton width="26%" height={16} />
          <Skeleton width="20%" height={14} />
          <Skeleton width="12%" height={14} />
          <Skeleton width="14%" height={22} />
        </div>
      ))}
    </>
  );
}
