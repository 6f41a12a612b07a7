import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  actOnFolder,
  getDeviceFolder,
  listDeviceFolders,
  removeDeviceFolder,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import { Ellipsis } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../../../platform/api.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import plain from "../../../../ui/controls/PlainButton.module.css";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { MenuButton } from "../../../../ui/controls/windows/MenuButton.tsx";
import { Dialog } from "../../../../ui/controls/windows/Dialog.tsx";
import { useGuardRefusal } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";
import styles from "../Devices.module.css";
import { FolderForm } from "./FolderForm.tsx";

type Results = Answer<typeof actOnFolder>["results"];
export type FolderAct = (folder_uid: string, action: "submit" | "delete") => Promise<void>;

/** Does something with all that a folder holds, and keeps what became of each. */
export function useFolderAction() {
  const account = useActing();
  const refused = useGuardRefusal();
  const [results, setResults] = useState<Results | null>(null);
  const { mutateAsync } = useCall(actOnFolder, [
    listDeviceFolders,
    getDeviceFolder,
    listDeviceApplications,
    getDeviceApplication,
  ]);
  const act = useMemo<FolderAct>(
    () => (folder_uid, action) =>
      mutateAsync({
        query: actingAs(account),
        body: { folder_uid, action, key: crypto.randomUUID() },
      }).then((answer) => setResults(answer.results), refused),
    [account, mutateAsync, refused],
  );
  return { act, results, close: () => setResults(null) };
}

/** What can be done with a folder: all that it holds is submitted, its drafts are deleted, it is renamed or removed. `removed`: what follows on that. */
export function FolderActions(given: { folder: DeviceFolder; act: FolderAct; removed?: () => void }) {
  const { folder, act, removed } = given;
  const { text } = useDeviceWords();
  const [asking, setAsking] = useState(false);
  const { folder_uid, group_device_name: name, total_no_of_device } = folder;
  return (
    <span className={shared.actions}>
      {total_no_of_device > 0 && (
        <>
          <Button size="small" onClick={() => void act(folder_uid, "submit")}>
            {text("dev.submitAll")}
          </Button>
          <Button size="small" onClick={() => setAsking(true)}>
            {text("dev.deleteDrafts")}
          </Button>
        </>
      )}
      <FolderMenu folder={folder} {...(removed === undefined ? {} : { removed })} />
      {asking && (
        <Confirm
          title={text("dev.deleteDrafts")}
          hint={text("dev.deleteDraftsHint", { name })}
          yes={text("Yes")}
          no={text("No")}
          danger
          run={() => act(folder_uid, "delete")}
          close={() => setAsking(false)}
        />
      )}
    </span>
  );
}

/** Another name for the folder, and its end. */
function FolderMenu({ folder, removed }: { folder: DeviceFolder; removed?: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const refused = useGuardRefusal();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const { folder_uid, group_device_name: name, total_no_of_device: n } = folder;
  const { mutateAsync } = useCall(removeDeviceFolder, [
    listDeviceFolders,
    listDeviceApplications,
    getDeviceApplication,
  ]);
  const remove = () =>
    mutateAsync({ query: { ...actingAs(account), folder_uid } }).then(() => removed?.(), refused);
  return (
    <>
      <MenuButton
        className={plain["icon"]}
        label={text("dev.folderMore", { name })}
        placement="bottomRight"
        items={[
          { key: "rename", label: text("dev.renameFolder"), run: () => setOpen("rename") },
          { key: "remove", label: text("dev.removeFolder"), danger: true, run: () => setOpen("remove") },
        ]}
      >
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
      {open === "rename" && <FolderForm folder={folder} close={() => setOpen(null)} />}
      {open === "remove" && (
        <Confirm
          title={text("dev.removeFolderOf", { name })}
          hint={n === 0 ? text("dev.removeEmptyHint") : text("dev.removeFolderHint", { n })}
          yes={text("dev.removeFolder")}
          no={text("Cancel")}
          danger
          run={remove}
          close={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** What became of each application of a folder. */
export function FolderResults({ results, close }: { results: Results; close: () => void }) {
  const { text } = useDeviceWords();
  const serverText = useServerText();
  return (
    <Dialog title={text("dev.results")} onClose={close} width={520}>
      <ul className={shared.rows}>
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
