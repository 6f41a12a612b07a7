import type { DeviceType } from "@heliograph/contract/registry/devices/device-form";
import { lazy, Suspense } from "react";
import { NoMatch } from "../list/NoMatch.tsx";
import { usePagedList } from "../../../../platform/rec/lists/use-paged-list.ts";
import { PagedList } from "../../../../platform/rec/lists/PagedList.tsx";
import { useActing, useRecView } from "../../../../platform/rec/acting.ts";
import { useTitle } from "../../../../platform/title.ts";
import { LinkButton } from "../../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../../ui/controls/Tabs.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { useServiceAddress } from "../../services/service-view.ts";
import { registeredDevicesQuery } from "../device-queries.ts";
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
  const { list } = usePagedList({
    view,
    query: (part, size) => registeredDevicesQuery(account, { ...part, type }, size),
    isSeen: useSees() ?? null,
  });
  return (
    <PagedList
      // Groups have columns of their own.
      key={type}
      name={type === "grouped" ? "device-groups" : "devices"}
      label={text("dev.registered")}
      list={list}
      search={text("dev.search")}
      columns={useRegisteredColumns(type === "grouped")}
      idOf={({ device_uid }) => device_uid}
      onOpen={({ device_uid }) => open(device_uid)}
      fileName={text("Devices")}
      empty={<Nothing view={view} />}
    />
  );
}

/** No device at all, or none that fits what is searched for. */
function Nothing({ view }: { view: ReturnType<typeof useRegisteredView> }) {
  const { text } = useDeviceWords();
  const mayAct = useMayAct();
  const address = useServiceAddress();
  if (view.isNarrowed) {
    return <NoMatch title={text("dev.noMatch")} showAll={view.showAll} />;
  }
  const begin = <LinkButton to={address("devices", { record: "new" })}>{text("Register device")}</LinkButton>;
  return <Blank small title={text("dev.none")} {...(mayAct ? { action: begin } : {})} />;
}
