import {
  getDeviceApplication,
  listDeviceApplications,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceFolders, moveToFolder } from "@heliograph/contract/registry/devices/device-folders";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../../../platform/api.ts";
import { useRefusalSaid } from "../../../../platform/form/use-outcome.ts";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Select } from "../../../../ui/controls/Select.tsx";
import { actingAs, foldersQuery } from "../device-queries.ts";
import { useDeviceWords } from "../device-words.ts";

/** Puts the application into a folder of the account, or out of any; nothing where there is no folder. */
export function FolderPicker({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const refused = useRefusalSaid();
  const folders = useQuery(foldersQuery(account, ""));
  const move = useCall(moveToFolder, [getDeviceApplication, listDeviceApplications, listDeviceFolders]);
  const items = folders.data?.items ?? [];
  if (items.length === 0) return null;
  const { record_uid, folder } = application;
  const put = (value: string) =>
    move
      .mutateAsync({
        query: actingAs(account),
        body: { folder_uid: value === NONE ? null : value, record_uids: [record_uid] },
      })
      .catch(refused);
  return (
    <Select
      label={text("dev.moveTo")}
      options={[
        { value: NONE, label: text("dev.noFolder") },
        ...items.map(({ folder_uid, group_device_name }) => ({
          value: folder_uid,
          label: group_device_name,
        })),
      ]}
      value={folder?.folder_uid ?? NONE}
      onChange={(value) => void put(value)}
      disabled={move.isPending}
    />
  );
}

const NONE = "none";
