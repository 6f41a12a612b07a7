import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  actOnFolder,
  listDeviceFolders,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import { useMemo, useState } from "react";
import { useCall } from "../../../../platform/api.ts";
import { useServerText } from "../../../../platform/i18n.tsx";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { Dialog } from "../../../../ui/controls/windows/Dialog.tsx";
import { useGuardRefusal } from "../../../../platform/rec/guard-refusal.ts";
import { actingAs } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";

type Results = Answer<typeof actOnFolder>["results"];
export type FolderAct = (folder_uid: string, action: "submit" | "delete") => Promise<void>;

/** Does something with all that a folder holds, and keeps what became of each. */
export function useFolderAction() {
  const account = useActing();
  const refused = useGuardRefusal();
  const [results, setResults] = useState<Results | null>(null);
  const { mutateAsync } = useCall(actOnFolder, [
    listDeviceFolders,
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

/** Submits all that the folder holds, or deletes its drafts after a question; nothing where it is empty. */
export function FolderActions({ folder, act }: { folder: DeviceFolder; act: FolderAct }) {
  const { text } = useDeviceWords();
  const [asking, setAsking] = useState(false);
  const { folder_uid, group_device_name: name, total_no_of_device } = folder;
  if (total_no_of_device === 0) return null;
  return (
    <span className={styles.actions}>
      <Button size="small" onClick={() => void act(folder_uid, "submit")}>
        {text("dev.submitAll")}
      </Button>
      <Button size="small" onClick={() => setAsking(true)}>
        {text("dev.deleteDrafts")}
      </Button>
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

/** What became of each application of a folder. */
export function FolderResults({ results, close }: { results: Results; close: () => void }) {
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
