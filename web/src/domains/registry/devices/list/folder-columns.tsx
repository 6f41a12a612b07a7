import { DEVICE_FOLDER_ORDERS } from "@heliograph/contract/registry/devices/device-orders";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { type DeviceFolder } from "@heliograph/contract/registry/devices/device-folders";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { sortableBy } from "../../../../platform/rec/lists/sortable-by.ts";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { StateTag } from "../../StateTag.tsx";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import { FolderActions, type FolderAct } from "./FolderActions.tsx";

/** The columns of folders (C86). `act` null: whoever looks may not act. */
export function useFolderColumns(act: FolderAct | null): readonly Column<DeviceFolder>[] {
  const words = useDeviceWords();
  const [search] = useSearchParams();
  return useMemo(() => {
    const address = (folder: string) => {
      const next = new URLSearchParams(search);
      for (const name of ["status", "q", "page", "sort"]) next.delete(name);
      next.set("folder", folder);
      return `?${next.toString()}`;
    };
    const columns = [...folderColumns(words, address), ...(act === null ? [] : [actColumn(words, act)])];
    return sortableBy(columns, DEVICE_FOLDER_ORDERS);
  }, [words, act, search]);
}

const folderColumns = (
  { text, megawatts, country }: DeviceWords,
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
    value: ({ group_device_name }) => group_device_name,
  },
  {
    id: "total_no_of_device",
    label: text("dev.col.total_no_of_device"),
    numeric: true,
    value: ({ total_no_of_device }) => total_no_of_device,
  },
  {
    id: "total_capacity",
    label: text("dev.col.total_capacity"),
    unit: text("dev.unitOfMwp"),
    numeric: true,
    value: ({ total_capacity_w }) => total_capacity_w / 1e6,
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
];

const actColumn = ({ text }: DeviceWords, act: FolderAct): Column<DeviceFolder> => ({
  id: "act",
  label: text("dev.folderActions"),
  hideLabel: true,
  value: () => null,
  cell: (folder) => <FolderActions folder={folder} act={act} />,
});
