import type { DeviceType } from "@heliograph/contract/registry/devices/device-form";
import type { ListedRegisteredDevice } from "@heliograph/contract/registry/devices/registered-devices";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
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
import { useListFailure } from "../../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { DEVICES_PER_PAGE, registeredDevicesQuery } from "../device-queries.ts";
import { DEVICE_SUBS, useDeviceSub, useRegisteredView } from "../list/device-view.ts";
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
  const { sub, showSub } = useDeviceSub();
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
          {sub === "folder" ? (
            <FolderList />
          ) : (
            // All and Normal Device show the same table (C74).
            <RegisteredList
              type={sub === "grouped" ? "grouped" : "normal"}
              open={(uid) => change({ device: uid })}
            />
          )}
        </Tabs>
      </Panel>
      <Suspense>
        {device !== null && <RegisteredDrawer device={device} close={() => change({ device: undefined })} />}
      </Suspense>
    </div>
  );
}

function RegisteredList({ type, open }: { type: DeviceType; open: (device_uid: string) => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const view = useRegisteredView();
  const sees = useSees();
  const columns = useRegisteredColumns(type === "grouped");
  const look = useTableLook(type === "grouped" ? "device-groups" : "devices");
  const devices = useQuery({
    ...registeredDevicesQuery(account, { ...view, type }),
    enabled: sees === true,
    placeholderData: keepPreviousData,
  });
  const failed = useListFailure(devices);
  const { data } = devices;
  return (
    <>
      <Toolbar {...{ view, type, columns, look }} />
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
        failed={failed}
        empty={<Nothing view={view} />}
      />
    </>
  );
}

type View = ReturnType<typeof useRegisteredView>;

function Toolbar(given: {
  view: View;
  type: DeviceType;
  columns: ReturnType<typeof useRegisteredColumns>;
  look: TableLook;
}) {
  const { view, type, columns, look } = given;
  const { text } = useDeviceWords();
  const account = useActing();
  const queries = useQueryClient();
  return (
    <div className={page.toolbar}>
      <EnterSearchField
        className={page.words ?? ""}
        label={text("dev.search")}
        clearLabel={text("dev.clearSearch")}
        words={view.search}
        search={view.searchFor}
      />
      <Spacer />
      <ColumnsMenu look={look} columns={columns} />
      <SaveListButton<ListedRegisteredDevice>
        title={text("Devices")}
        pageOf={async (at) => {
          const wanted = registeredDevicesQuery(account, { ...view, type, page: at }, FILE_ROWS);
          const { items, total_items } = await queries.fetchQuery(wanted);
          return { items, total: total_items };
        }}
        tableOf={(rows) => cellsOf(columns, rows)}
      />
    </div>
  );
}

/** No device at all, or none that fits what is searched for. */
function Nothing({ view }: { view: View }) {
  const { text } = useDeviceWords();
  const mayAct = useMayAct();
  const address = useServiceAddress();
  if (view.isNarrowed) {
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
