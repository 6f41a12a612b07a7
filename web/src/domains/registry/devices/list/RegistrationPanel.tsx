import type { ListedDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useServerText } from "../../../../platform/i18n.tsx";
import { useActing } from "../../../../platform/rec/acting.ts";
import { pageTexts } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { LinkButton } from "../../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../../ui/controls/Tabs.tsx";
import { cellsOf } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../../platform/rec/lists/SaveListButton.tsx";
import { useTableLook, type TableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { useApplicationColumns } from "./application-columns.tsx";
import { applicationsQuery, DEVICES_PER_PAGE, type ApplicationsView } from "../device-queries.ts";
import { DEVICE_SUBS, useDeviceView } from "./device-view.ts";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { useMayAct } from "../../use-may-act.ts";
import { useSees } from "../use-sees.ts";
import { FolderList } from "./FolderList.tsx";
import { TakeOver } from "./TakeOver.tsx";

/** The tab Device Registration (C59): applications by kind and status, and folders. */
export function RegistrationPanel() {
  const { text } = useDeviceWords();
  const account = useActing();
  const { sub, showSub } = useDeviceView();
  const subs = DEVICE_SUBS.filter((one) => one !== "folder" || account !== undefined);
  const tabs = subs.map((key) => ({ key, label: text(key === "all" ? "dev.all" : `dev.type.${key}`) }));
  return (
    <Tabs label={text("dev.types")} className={styles.tabs ?? ""} tabs={tabs} value={sub} onChange={showSub}>
      {sub === "folder" ? <FolderList /> : <ApplicationList />}
    </Tabs>
  );
}

const STATUSES = ["draft", "pending", "to_resubmit", "approved", "declined"] as const;

function ApplicationList() {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const view = useDeviceView();
  const address = useServiceAddress();
  const applications = useApplications(account, view);
  const columns = useApplicationColumns();
  const look = useTableLook("device-applications");
  const queries = useQueryClient();
  const counts = applications.data?.tab_counts;
  const mayAct = useMayAct();
  const [takingOver, setTakingOver] = useState(false);
  const count = (key: string) => (counts === undefined ? null : format.number(counts[key] ?? 0));
  // Of others a draft is not seen.
  const statuses = STATUSES.filter((key) => key !== "draft" || account !== undefined);
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("dev.statuses")}
          all={{ label: text("dev.all"), count: count("all") }}
          chips={statuses.map((key) => ({ key, label: text(`dev.status.${key}`), count: count(key) }))}
          chosen={view.status === "mixed" ? null : view.status}
          onChoose={view.showStatus}
        />
        <Spacer />
        <EnterSearchField
          className={page.words ?? ""}
          label={text("dev.search")}
          clearLabel={text("dev.clearSearch")}
          words={view.q}
          search={view.searchFor}
        />
        <ColumnsMenu look={look} columns={columns} />
        <SaveListButton<ListedDeviceApplication>
          title={text("Device Registration")}
          pageOf={async (at) => {
            const wanted = { ...wantedIn(view), page: at };
            const { items, total_items } = await queries.fetchQuery(
              applicationsQuery(account, wanted, FILE_ROWS),
            );
            return { items, total: total_items };
          }}
          tableOf={(rows) => cellsOf(columns, rows)}
        />
        {mayAct && <Button onClick={() => setTakingOver(true)}>{text("dev.takeOver")}</Button>}
        {mayAct && view.sub === "grouped" && (
          <LinkButton look="plain" to={address("devices", { record: "new", kind: "grouped" })}>
            {text("dev.registerGroup")}
          </LinkButton>
        )}
      </div>
      <ApplicationTable {...{ applications, view, columns, look }} market={account !== undefined} />
      {takingOver && <TakeOver close={() => setTakingOver(false)} />}
    </>
  );
}

type View = ReturnType<typeof useDeviceView>;

/** What the view asks for. */
const wantedIn = ({ sub, status, q, page: number, applicationSort }: View): ApplicationsView => ({
  ...(sub === "normal" || sub === "grouped" ? { type: sub } : {}),
  ...(status === null || status === "mixed" ? {} : { status }),
  search: q,
  page: number,
  sort: applicationSort,
});

function useApplications(account: string | undefined, view: View) {
  const sees = useSees();
  return useQuery({
    ...applicationsQuery(account, wantedIn(view)),
    enabled: sees === true,
    placeholderData: keepPreviousData,
  });
}

function ApplicationTable(given: {
  applications: ReturnType<typeof useApplications>;
  view: View;
  columns: ReturnType<typeof useApplicationColumns>;
  look: TableLook;
  market: boolean;
}) {
  const { applications, view, columns, look, market } = given;
  const { text } = useDeviceWords();
  const serverText = useServerText();
  const sees = useSees();
  const { data } = applications;
  const narrowed = view.q !== "" || view.status !== null;
  return (
    <DataTable
      label={text("Device Registration")}
      columns={columns}
      rows={sees === false ? [] : data?.items}
      idOf={({ record_uid }) => record_uid}
      {...look.table}
      sort={view.applicationSort}
      onSort={view.sortBy}
      waits={({ next }) => next?.is_you === true}
      pages={{
        size: DEVICES_PER_PAGE,
        texts: pageTexts(text),
        of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
      }}
      failed={
        applications.isError && data === undefined
          ? {
              title: text("Something went wrong"),
              hint: serverText(applications.error.message),
              retry: () => void applications.refetch(),
              retryLabel: text("Try again"),
            }
          : null
      }
      empty={
        narrowed ? (
          <Blank
            small
            title={text("dev.noMatch")}
            action={<Button onClick={view.showAll}>{text("dev.all")}</Button>}
          />
        ) : (
          <Blank small title={text(market ? "dev.none" : "dev.noneToReview")} />
        )
      }
    />
  );
}
