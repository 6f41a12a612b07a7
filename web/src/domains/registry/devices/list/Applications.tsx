import type { ListedDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_TABS } from "@heliograph/contract/registry/devices/device-life";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../../platform/rec/lists/SaveListButton.tsx";
import { useListFailure } from "../../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { pageTexts } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { cellsOf } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { applicationsQuery, DEVICES_PER_PAGE, type ApplicationsOf } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import { useSees } from "../use-sees.ts";
import { useApplicationColumns } from "./application-columns.tsx";
import { useApplicationsView } from "./device-view.ts";

/** Applications of a type or in a folder (C85): by status, searched, put in order and saved as a file. `children`: what else its toolbar holds. */
export function Applications(given: {
  of: ApplicationsOf;
  label: string;
  /** What is said where there are none at all. */
  none: string;
  children?: ReactNode;
}) {
  const { of, label, none, children } = given;
  const { text } = useDeviceWords();
  const account = useActing();
  const view = useApplicationsView();
  const sees = useSees();
  const list = useQuery({
    ...applicationsQuery(account, { ...view, of }),
    enabled: sees === true,
    placeholderData: keepPreviousData,
  });
  const failed = useListFailure(list);
  const columns = useApplicationColumns(of.type === "grouped");
  const look = useTableLook("device-applications");
  const { data } = list;
  return (
    <>
      <div className={page.toolbar}>
        <Statuses view={view} counts={data?.tab_counts} />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("dev.search")}
          clearLabel={text("dev.clearSearch")}
          words={view.search}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveApplications {...{ view, of, label, columns }} />
        {children}
      </div>
      <DataTable<ListedDeviceApplication>
        label={label}
        columns={columns}
        rows={sees === false ? [] : data?.items}
        idOf={({ record_uid }) => record_uid}
        {...look.table}
        sort={view.sort}
        onSort={view.sortBy}
        waits={({ next }) => next?.is_you === true}
        pages={{
          size: DEVICES_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={failed}
        empty={view.isNarrowed ? <NoMatch showAll={view.showAll} /> : <Blank small title={none} />}
      />
    </>
  );
}

type View = ReturnType<typeof useApplicationsView>;

function NoMatch({ showAll }: Pick<View, "showAll">) {
  const { text } = useDeviceWords();
  const action = <Button onClick={showAll}>{text("dev.all")}</Button>;
  return <Blank small title={text("dev.noMatch")} action={action} />;
}

/** How many each status has, to be narrowed to; of others a draft is not seen. */
function Statuses({ view, counts }: { view: View; counts: Readonly<Record<string, number>> | undefined }) {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const count = (key: string) => (counts === undefined ? null : format.number(counts[key] ?? 0));
  const statuses = DEVICE_TABS.filter((key) => key !== "draft" || account !== undefined);
  return (
    <FilterChips
      label={text("dev.statuses")}
      all={{ label: text("dev.all"), count: count("all") }}
      chips={statuses.map((key) => ({ key, label: text(`dev.status.${key}`), count: count(key) }))}
      chosen={view.tab}
      onChoose={view.showTab}
    />
  );
}

function SaveApplications(given: {
  view: View;
  of: ApplicationsOf;
  label: string;
  columns: ReturnType<typeof useApplicationColumns>;
}) {
  const { view, of, label, columns } = given;
  const account = useActing();
  const queries = useQueryClient();
  return (
    <SaveListButton<ListedDeviceApplication>
      title={label}
      pageOf={async (at) => {
        const wanted = applicationsQuery(account, { ...view, of, page: at }, FILE_ROWS);
        const { items, total_items } = await queries.fetchQuery(wanted);
        return { items, total: total_items };
      }}
      tableOf={(rows) => cellsOf(columns, rows)}
    />
  );
}
