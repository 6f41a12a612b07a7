import {
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import {
  getDeviceFolder,
  listDeviceFolders,
  moveToFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PAGE_ROWS } from "../../../../platform/rec/lists/use-paged-list.ts";
import { useCall } from "../../../../platform/api.ts";
import { useRefusalSaid } from "../../../../platform/form/use-outcome.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { Combobox } from "../../../../ui/controls/Combobox.tsx";
import { foldersToChooseQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";

const NONE = "none";

/** Puts the application into a folder of the account, which is found by its name, or out of any; nothing where there is no folder. */
export function FolderPicker({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const queries = useQueryClient();
  const refused = useRefusalSaid();
  const [isSearching, setSearching] = useState(false);
  const first = useQuery(foldersToChooseQuery(account, "", 1));
  const move = useCall(moveToFolder, [
    getDeviceApplication,
    listDeviceApplications,
    listDeviceFolders,
    getDeviceFolder,
  ]);
  const { record_uid, folder } = application;
  if (folder === null && (first.data?.items ?? []).length === 0) return null;
  const find = async (words: string, _signal: AbortSignal, page: number) => {
    const { items } = await queries.fetchQuery(foldersToChooseQuery(account, words.trim(), page));
    const listed = items.map(({ folder_uid, group_device_name, group_device_id }) => ({
      value: folder_uid,
      label: group_device_name,
      detail: group_device_id,
    }));
    return words === "" && page === 1 ? [{ value: NONE, label: text("dev.noFolder") }, ...listed] : listed;
  };
  const put = (folder_uid: string | null) =>
    move
      .mutateAsync({ query: actingAs(account), body: { folder_uid, record_uids: [record_uid] } })
      .catch(refused);
  return (
    <Combobox
      label={text("dev.moveTo")}
      placeholder={text("dev.noFolder")}
      search={find}
      pageSize={PAGE_ROWS}
      value={isSearching || folder === null ? null : { value: folder.folder_uid, label: folder.name }}
      // Whoever takes the name away to search for another has chosen nothing yet.
      onChange={(option) => {
        setSearching(option === null);
        if (option !== null) void put(option.value === NONE ? null : option.value);
      }}
      onBlur={() => setSearching(false)}
    />
  );
}
