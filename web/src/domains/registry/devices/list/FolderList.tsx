import {
  createDeviceFolder,
  listDeviceFolders,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { ColumnsMenu } from "../../../../platform/rec/lists/ColumnsMenu.tsx";
import { useTableLook } from "../../../../platform/rec/lists/use-table-look.ts";
import { StateTag } from "../../StateTag.tsx";
import { useMayAct } from "../../use-may-act.ts";
import { actingAs, foldersQuery } from "../device-queries.ts";
import { useDeviceView } from "./device-view.ts";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { FolderActions, FolderResults, useFolderAction, type FolderAct } from "./FolderActions.tsx";
import { FolderView } from "./FolderView.tsx";

const STATUSES = ["draft", "pending", "to_resubmit", "approved", "declined", "mixed"] as const;

/** Folders of applications (C86), or what is in the one that the address names, with what can be done with all that one holds at once. */
export function FolderList() {
  const { folder } = useDeviceView();
  const action = useFolderAction();
  const { results, close } = action;
  const mayAct = useMayAct();
  const act = mayAct ? action.act : null;
  return (
    <>
      {folder === null ? <Folders act={act} /> : <FolderView folder_uid={folder} act={act} />}
      {results !== null && <FolderResults results={results} close={close} />}
    </>
  );
}

function Folders({ act }: { act: FolderAct | null }) {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const { q, status, showStatus } = useDeviceView();
  const folders = useQuery(foldersQuery(account, q));
  const [adding, setAdding] = useState(false);
  const columns = useFolderColumns(act);
  const look = useTableLook("folders");
  const { data } = folders;
  const rows = data?.items.filter((folder) => status === null || folder.status === status);
  const count = (key: string) => (data === undefined ? null : format.number(data.tab_counts[key] ?? 0));
  return (
    <>
      <div className={page.toolbar}>
        <FilterChips
          label={text("dev.statuses")}
          all={{ label: text("dev.all"), count: count("all") }}
          chips={STATUSES.map((key) => ({ key, label: text(`dev.status.${key}`), count: count(key) }))}
          chosen={status}
          onChoose={showStatus}
        />
        <Spacer />
        <ColumnsMenu look={look} columns={columns} />
        {act !== null && <Button onClick={() => setAdding(true)}>{text("dev.newFolder")}</Button>}
      </div>
      <DataTable
        label={text("dev.type.folder")}
        columns={columns}
        {...look.table}
        rows={rows}
        idOf={({ folder_uid }) => folder_uid}
        failed={
          folders.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                retry: () => void folders.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Blank small title={text("dev.noFolders")} />}
      />
      {adding && <NewFolder close={() => setAdding(false)} />}
    </>
  );
}

/** `act` null: whoever looks may not act. */
function useFolderColumns(act: FolderAct | null): readonly Column<DeviceFolder>[] {
  const words = useDeviceWords();
  const [search] = useSearchParams();
  return useMemo(() => {
    const address = (folder: string) => {
      const next = new URLSearchParams(search);
      for (const name of ["status", "q", "page"]) next.delete(name);
      next.set("folder", folder);
      return `?${next.toString()}`;
    };
    return folderColumns(words, act, address);
  }, [words, act, search]);
}

const folderColumns = (
  { text, megawatts, country }: DeviceWords,
  act: FolderAct | null,
  address: (folder: string) => string,
): Column<DeviceFolder>[] => [
  {
    id: "group_device_id",
    label: text("dev.col.group_device_id"),
    rowHead: true,
    value: ({ group_device_id }) => group_device_id,
    cell: ({ group_device_id, folder_uid }) => <Link to={address(folder_uid)}>{group_device_id}</Link>,
  },
  {
    id: "group_device_name",
    label: text("dev.col.group_device_name"),
    sortable: true,
    value: ({ group_device_name }) => group_device_name,
  },
  {
    id: "total_no_of_device",
    label: text("dev.col.total_no_of_device"),
    numeric: true,
    sortable: true,
    value: ({ total_no_of_device }) => total_no_of_device,
  },
  {
    id: "total_capacity",
    label: text("dev.col.total_capacity"),
    unit: text("dev.unitOfMwp"),
    numeric: true,
    value: ({ total_capacity_w }) => total_capacity_w,
    cell: ({ total_capacity_w }) => megawatts(total_capacity_w),
  },
  {
    id: "location",
    label: text("dev.col.location"),
    value: ({ location }) => (location === "" ? null : country(location)),
  },
  {
    id: "created_date",
    label: text("dev.col.created_date"),
    unit: GMT8,
    value: ({ created_at }) => plainGmt8(created_at),
  },
  {
    id: "status",
    label: text("dev.col.status"),
    value: ({ status }) => text(`dev.status.${status}`),
    cell: ({ status }) => <StateTag state={status} label={text(`dev.status.${status}`)} />,
  },
  ...(act === null ? [] : [actColumn(text, act)]),
];

const actColumn = (text: DeviceWords["text"], act: FolderAct): Column<DeviceFolder> => ({
  id: "act",
  label: text("dev.col.details"),
  hideLabel: true,
  value: () => null,
  cell: (folder) => <FolderActions folder={folder} act={act} />,
});

function NewFolder({ close }: { close: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const create = useCall(createDeviceFolder, [listDeviceFolders]);
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(createDeviceFolder, {
    defaults: { name: "" },
    toBody: ({ name }) => ({ name, key }),
    send: (body) => create.mutateAsync({ query: actingAs(account), body }),
    onSaved: close,
    onRefused: useFormGuards(),
  });
  return (
    <FormDialog
      title={text("dev.newFolder")}
      save={text("dev.newFolder")}
      {...{ form, close }}
      className={styles.stack}
    >
      <TextField {...form.field("name")} label={text("dev.folderName")} maxLength={100} />
    </FormDialog>
  );
}
