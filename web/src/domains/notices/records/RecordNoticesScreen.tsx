import { RECORD_NOTICE_TABS, type RecordNotice } from "@heliograph/contract/notices/records";
import { WAITING_KINDS } from "@heliograph/contract/registry/services";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { useTitle } from "../../../platform/title.ts";
import { pageTexts } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { cellsOf } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { noticeCard, useNoticeColumns } from "./notice-columns.tsx";
import { NOTICES_PER_PAGE, noticesQuery, useNoticeView } from "./record-notice-queries.ts";
import styles from "./RecordNotices.module.css";
import { useRead } from "./use-read.ts";

/** /rehash/notices: what happened to records, as the person was told in this part; the newest first (C38). */
export default function RecordNoticesScreen() {
  const t = useText();
  const format = useFormat();
  const view = useNoticeView();
  const notices = useNotices(view);
  const read = useRead();
  const { data } = notices;
  const newest = data?.newest ?? null;
  useTitle(t("recnof.title"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{t("recnof.title")}</h1>
          {data !== undefined && (
            <p className={page.meta}>{t("recnof.new", { n: format.number(data.unread, 0) })}</p>
          )}
        </div>
        <div className={styles.actions}>
          <LinkButton look="plain" to={paths.notifications()}>
            {t("recnof.settings")}
          </LinkButton>
          <Button
            icon={<CheckCheck size={16} aria-hidden />}
            disabled={newest === null || data?.unread === 0}
            loading={read.busy}
            onClick={() => newest !== null && read.allUpTo(newest)}
          >
            {t("recnof.readAll")}
          </Button>
        </div>
      </header>
      <Panel flush>
        <Tabs
          label={t("recnof.read")}
          className={styles.bar ?? ""}
          tabs={RECORD_NOTICE_TABS.map((key) => ({
            key,
            label: t(`recnof.tab_${key}`),
            ...(data === undefined ? {} : { count: data.counts[key] }),
          }))}
          value={view.tab ?? "all"}
          onChange={(tab) => view.showTab(tab === "all" ? null : tab)}
        >
          <List view={view} notices={notices} />
        </Tabs>
      </Panel>
    </div>
  );
}

type View = ReturnType<typeof useNoticeView>;

function useNotices(view: View) {
  const account = useActing();
  const lang = useLang();
  return useQuery({ ...noticesQuery(account, lang, view), placeholderData: keepPreviousData });
}

function List({ view, notices }: { view: View; notices: ReturnType<typeof useNotices> }) {
  const t = useText();
  const format = useFormat();
  const account = useActing();
  const lang = useLang();
  const queries = useQueryClient();
  const columns = useNoticeColumns();
  const look = useTableLook("notices");
  const services = notices.data?.services;
  const inAll = services === undefined ? null : Object.values(services).reduce((sum, n) => sum + n, 0);
  const written = (n: number | null | undefined) =>
    n === null || n === undefined ? null : format.number(n, 0);
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={t("recnof.kinds")}
          all={{ label: t("recnof.allKinds"), count: written(inAll) }}
          chips={WAITING_KINDS.map((key) => ({
            key,
            label: t(`recnof.kind_${key}`),
            count: written(services?.[key]),
          }))}
          chosen={view.service}
          onChoose={view.showKind}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={t("recnof.search")}
          clearLabel={t("recnof.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<RecordNotice>
          title={t("recnof.title")}
          pageOf={(at) => queries.fetchQuery(noticesQuery(account, lang, { ...view, page: at }, FILE_ROWS))}
          tableOf={(rows) => cellsOf(columns, rows)}
        />
      </div>
      <Table {...{ view, notices, columns, look }} />
    </>
  );
}

function Table(given: {
  view: View;
  notices: ReturnType<typeof useNotices>;
  columns: ReturnType<typeof useNoticeColumns>;
  look: TableLook;
}) {
  const { view, notices, columns, look } = given;
  const t = useText();
  const { data } = notices;
  return (
    <DataTable
      label={t("recnof.title")}
      columns={columns}
      rows={data?.items}
      idOf={({ id }) => id}
      {...look.table}
      sort={null}
      waits={({ waits }) => waits}
      card={noticeCard}
      pages={{
        size: NOTICES_PER_PAGE,
        texts: pageTexts(t),
        of: { page: view.page, total: data?.total ?? 0, onPage: view.showPage },
      }}
      failed={useListFailure(notices)}
      empty={
        view.isNarrowed ? (
          <Blank small title={t("recnof.noMatch")} />
        ) : (
          <Blank small title={t("recnof.none")} hint={t("recnof.noneHint")} />
        )
      }
    />
  );
}
