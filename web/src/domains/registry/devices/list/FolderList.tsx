import {
  actOnFolder,
  createDeviceFolder,
  listDeviceFolders,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import {
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { useRefusalSaid } from "../../../../platform/form/use-outcome.ts";
import { gmt8 } from "../../../../platform/rec/gmt8.ts";
import { refusalText } from "../../../../platform/http.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { FilterChips } from "../../../../ui/controls/FilterChips.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { Dialog } from "../../../../ui/controls/windows/Dialog.tsx";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { DataTable } from "../../../../ui/data-table/DataTable.tsx";
import { say } from "../../../../ui/feedback/say.ts";
import { Blank } from "../../../../ui/feedback/states.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Spacer } from "../../../../ui/layout/Spacer.tsx";
import { StateTag } from "../../StateTag.tsx";
import { actingAs, foldersQuery } from "../device-queries.ts";
import { useDeviceView } from "./device-view.ts";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";

const STATUSES = ["draft", "pending", "to_resubmit", "approved", "declined", "mixed"] as const;
type Results = Answer<typeof actOnFolder>["results"];

/** Folders of applications (C86), with what can be done with all that one holds at once. */
export function FolderList() {
  const { text, format } = useDeviceWords();
  const account = useActing();
  const { q, status, showStatus } = useDeviceView();
  const folders = useQuery(foldersQuery(account, q));
  const [adding, setAdding] = useState(false);
  const { act, results, close } = useFolderAction();
  const columns = useFolderColumns(act);
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
        <Button onClick={() => setAdding(true)}>{text("dev.newFolder")}</Button>
      </div>
      <DataTable
        label={text("dev.type.folder")}
        columns={columns}
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
      {results !== null && <FolderResults results={results} close={close} />}
    </>
  );
}

/** Does something with all that a folder holds, and keeps what became of each. */
function useFolderAction() {
  const account = useActing();
  const serverText = useServerText();
  const [results, setResults] = useState<Results | null>(null);
  const { mutateAsync } = useCall(actOnFolder, [
    listDeviceFolders,
    listDeviceApplications,
    getDeviceApplication,
  ]);
  const act = useMemo(
    () => (folder_uid: string, action: "submit" | "delete") =>
      void mutateAsync({
        query: actingAs(account),
        body: { folder_uid, action, key: crypto.randomUUID() },
      }).then(
        (answer) => setResults(answer.results),
        (error: unknown) => say.error(serverText(refusalText(error))),
      ),
    [account, mutateAsync, serverText],
  );
  return { act, results, close: () => setResults(null) };
}

type Act = ReturnType<typeof useFolderAction>["act"];

function useFolderColumns(act: Act): readonly Column<DeviceFolder>[] {
  const words = useDeviceWords();
  return useMemo(() => folderColumns(words, act), [words, act]);
}

const folderColumns = ({ text, megawatts, country }: DeviceWords, act: Act): Column<DeviceFolder>[] => [
  {
    id: "group_device_id",
    label: text("dev.col.group_device_id"),
    rowHead: true,
    value: ({ group_device_id }) => group_device_id,
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
    value: ({ created_at }) => gmt8(created_at),
  },
  {
    id: "status",
    label: text("dev.col.status"),
    value: ({ status }) => text(`dev.status.${status}`),
    cell: ({ status }) => <StateTag state={status} label={text(`dev.status.${status}`)} />,
  },
  actColumn(text, act),
];

const actColumn = (text: DeviceWords["text"], act: Act): Column<DeviceFolder> => ({
  id: "act",
  label: text("dev.col.details"),
  hideLabel: true,
  value: () => null,
  cell: ({ folder_uid, total_no_of_device }) =>
    total_no_of_device === 0 ? null : (
      <span className={styles.actions}>
        <Button size="small" onClick={() => act(folder_uid, "submit")}>
          {text("dev.submitAll")}
        </Button>
        <Button size="small" onClick={() => act(folder_uid, "delete")}>
          {text("dev.deleteDrafts")}
        </Button>
      </span>
    ),
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
    onRefused: useRefusalSaid(),
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

function FolderResults({ results, close }: { results: Results; close: () => void }) {
  const { text } = useDeviceWords();
  const serverText = useServerText();
  return (
    <Dialog title={text("dev.results")} onClose={close} width={520}>
      <ul className={styles.rows}>
        {results.map(({ record_uid, number, name, refused }) => (
          <li key={record_uid}>
            <span className={styles.row}>
              <b>{number}</b> {name}
              {refused !== null && (
                <small>
                  {refused.code} {serverText(refused.message)}
                </small>
              )}
            </span>
            <span className={styles.chip}>{text(refused === null ? "dev.done" : "dev.open")}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
