import { RECORD_NOTICE_TABS } from "@heliograph/contract/notices/records";
import { WAITING_KINDS } from "@heliograph/contract/registry/services";
import { CheckCheck } from "lucide-react";
import { usePagedList } from "../../../platform/rec/lists/use-paged-list.ts";
import { PagedList } from "../../../platform/rec/lists/PagedList.tsx";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { useTitle } from "../../../platform/title.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { noticeCard, useNoticeColumns } from "./notice-columns.tsx";
import { noticesQuery, useNoticeView } from "./record-notice-queries.ts";
import styles from "./RecordNotices.module.css";
import { useRead } from "./use-read.ts";

/** /rehash/notices: what happened to records, as the person was told in this part; the newest first (C38). */
export default function RecordNoticesScreen() {
  const t = useText();
  const format = useFormat();
  const view = useNoticeView();
  const { list, data } = useNotices(view);
  const read = useRead();
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
          <List list={list} services={data?.services} />
        </Tabs>
      </Panel>
    </div>
  );
}

function useNotices(view: ReturnType<typeof useNoticeView>) {
  const account = useActing();
  const lang = useLang();
  return usePagedList({ view, query: (part, size) => noticesQuery(account, lang, part, size) });
}

type Notices = ReturnType<typeof useNotices>;
type Services = NonNullable<Notices["data"]>["services"];

/** `services`: how many each kind of record has. */
function List({ list, services }: Pick<Notices, "list"> & { services: Services | undefined }) {
  const t = useText();
  const format = useFormat();
  const { view } = list;
  const inAll = services === undefined ? null : Object.values(services).reduce((sum, n) => sum + n, 0);
  const written = (n: number | null | undefined) =>
    n === null || n === undefined ? null : format.number(n, 0);
  return (
    <PagedList
      name="notices"
      label={t("recnof.title")}
      list={list}
      search={t("recnof.search")}
      columns={useNoticeColumns()}
      idOf={({ id }) => id}
      waits={({ waits }) => waits}
      card={noticeCard}
      filters={
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
      }
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
