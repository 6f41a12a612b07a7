import type { ListedRegisteredDevice } from "@heliograph/contract/registry/devices/registered-devices";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useServerText } from "../../../../platform/i18n.tsx";
import { useActing, useRecView } from "../../../../platform/rec/acting.ts";
import { useTitle } from "../../../../platform/title.ts";
import { pageTexts } from "../../../../platform/words.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { EnterSearchField } from "../../../../ui/controls/EnterSearchField.tsx";
import { LinkButton } from "../../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../../ui/controls/Tabs.tsx";
import { cellsOf } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { FILE_ROWS, SaveListButton } from "../../../../platform/rec/lists/SaveListButton.tsx";
import { useTableLook, type TableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { DEVICES_PER_PAGE, registeredDevicesQuery, type RegisteredView } from "../device-queries.ts";
import { DEVICE_SUBS, useDeviceView } from "../list/device-view.ts";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { FolderList } from "../list/FolderList.tsx";
import { useMayAct } from "../../use-may-act.ts";
import { useSees } from "../use-sees.ts";
import { useRegisteredColumns } from "./registered-columns.tsx";

const RegisteredDrawer = lazy(async () => ({
  default: (await import("./RegisteredDrawer.tsx")).RegisteredDrawer,
}));

/** /rehash/devices: what is registered (C73, C74), with the details of one that the address names. */
export default function RegisteredDevicesScreen() {
  const { text } = useDeviceWords();
  useTitle(text("Devices"));
  const account = useActing();
  const { search, change } = useRecView();
  const { sub, showSub } = useDeviceView();
  const subs = DEVICE_SUBS.filter((one) => one !== "folder" || account !== undefined);
  const tabs = subs.map((key) => ({ key, label: text(key === "all" ? "dev.all" : `dev.type.${key}`) }));
  const device = search.get("device");
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{text("Devices")}</h1>
      </header>
      <Panel flush>
        <Tabs
          label={text("dev.types")}
          className={styles.tabs ?? ""}
          tabs={tabs}
          value={sub}
          onChange={showSub}
        >
          {sub === "folder" ? <FolderList /> : <RegisteredList open={(uid) => change({ device: uid })} />}
        </Tabs>
      </Panel>
      <Suspense>
        {device !== null && <RegisteredDrawer device={device} close={() => change({ device: undefined })} />}
      </Suspense>
    </div>
  );
}

function RegisteredList({ open }: { open: (device_uid: string) => void }) {
  const { text } = useDeviceWords();
  const serverText = useServerText();
  const account = useActing();
  const view = useDeviceView();
  const sees = useSees();
  const columns = useRegisteredColumns(view.sub === "grouped");
  // All and Normal Device show the same table (C74).
  const wanted: RegisteredView = {
    type: view.sub === "grouped" ? "grouped" : "normal",
    search: view.q,
    page: view.page,
    ...view.sort,
  };
  const look = useTableLook(view.sub === "grouped" ? "device-groups" : "devices");
  const devices = useQuery({
    ...registeredDevicesQuery(account, wanted),
    enabled: sees === true,
    placeholderData: keepPreviousData,
  });
  const { data } = devices;
  return (
    <>
      <Toolbar {...{ view, wanted, columns, look }} />
      <DataTable<ListedRegisteredDevice>
        label={text("dev.registered")}
        columns={columns}
        rows={sees === false ? [] : data?.items}
        idOf={({ device_uid }) => device_uid}
        onOpen={({ device_uid }) => open(device_uid)}
        {...look.table}
        sort={view.sort}
        onSort={view.sortBy}
        pages={{
          size: DEVICES_PER_PAGE,
          texts: pageTexts(text),
          of: { page: view.page, total: data?.total_items ?? 0, onPage: view.showPage },
        }}
        failed={
          devices.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                hint: serverText(devices.error.message),
                retry: () => void devices.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Nothing view={view} />}
      />
    </>
  );
}

function Toolbar(given: {
  view: ReturnType<typeof useDeviceView>;
  wanted: RegisteredView;
  columns: ReturnType<typeof useRegisteredColumns>;
  look: TableLook;
}) {
  const { view, wanted, columns, look } = given;
  const { text } = useDeviceWords();
  const account = useActing();
  const queries = useQueryClient();
  return (
    <div className={page.toolbar}>
      <EnterSearchField
        className={page.words ?? ""}
        label={text("dev.search")}
        clearLabel={text("dev.clearSearch")}
        words={view.q}
        search={view.searchFor}
      />
      <Spacer />
      <ColumnsMenu look={look} columns={columns} />
      <SaveListButton<ListedRegisteredDevice>
        title={text("Devices")}
        pageOf={async (at) => {
          const { items, total_items } = await queries.fetchQuery(
            registeredDevicesQuery(account, { ...wanted, page: at }, FILE_ROWS),
          );
          return { items, total: total_items };
        }}
        tableOf={(rows) =>
          cellsOf(
            columns.filter(({ hideLabel }) => hideLabel !== true),
            rows,
          )
        }
      />
    </div>
  );
}

/** No device at all, or none that fits what is searched for. */
function Nothing({ view }: { view: ReturnType<typeof useDeviceView> }) {
  const { text } = useDeviceWords();
  const mayAct = useMayAct();
  const address = useServiceAddress();
  if (view.q !== "") {
    return (
      <Blank
        small
        title={text("dev.noMatch")}
        action={<Button onClick={view.showAll}>{text("dev.all")}</Button>}
      />
    );
  }
  const begin = <LinkButton to={address("devices", { record: "new" })}>{text("Register device")}</LinkButton>;
  return <Blank small title={text("dev.none")} {...(mayAct ? { action: begin } : {})} />;
}
