import type { DeviceRow } from "@heliograph/contract/monitoring/devices/device-list";
import { useMemo } from "react";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import {
  type DeviceCellProps,
  DetailsCell,
  DeviceNameCell,
  LiveCell,
  StatusCell,
  TodayCell,
} from "./DeviceCells.tsx";
import { DEVICE_SORTS, type DeviceView } from "./device-view.ts";
import { useWords, type Words } from "../words.ts";

type Shared = Pick<DeviceCellProps, "timezone" | "today" | "change">;

function deviceColumns(
  { text, format }: Words,
  shared: Shared,
  gatewayOf: (row: DeviceRow) => DeviceCellProps["gateway"],
): Column<DeviceRow>[] {
  return [
    {
      id: "name",
      label: text("deviceList.device"),
      width: 260,
      rowHead: true,
      sortable: true,
      value: ({ serial }) => serial,
      cell: (row) => <DeviceNameCell row={row} gateway={gatewayOf(row)} change={shared.change} />,
    },
    {
      id: "live",
      label: text("deviceList.live"),
      width: 110,
      numeric: true,
      sortable: true,
      value: ({ live }) => live.value,
      cell: (row) => <LiveCell row={row} {...shared} />,
    },
    {
      id: "today",
      label: text("deviceList.today"),
      width: 130,
      numeric: true,
      sortable: true,
      value: ({ today }) => today.value,
      cell: (row) => <TodayCell row={row} />,
    },
    {
      id: "status",
      label: text("deviceList.status"),
      width: 140,
      sortable: true,
      value: ({ device_status }) => device_status,
      cell: (row) => <StatusCell row={row} />,
    },
    {
      id: "firmware",
      label: text("deviceList.firmware"),
      width: 96,
      sortable: true,
      value: ({ firmware_version }) => firmware_version ?? format.number(null),
    },
    {
      id: "details",
      label: text("deviceList.details"),
      width: 104,
      value: () => null,
      cell: (row) => <DetailsCell row={row} change={shared.change} />,
    },
  ];
}

interface Props {
  readonly title: string;
  readonly rows: readonly DeviceRow[];
  readonly view: DeviceView;
  readonly shared: Shared;
  readonly gatewayOf: (row: DeviceRow) => DeviceCellProps["gateway"];
}

/** Devices of a kind in the order of the view, which is in the address: their heads change it. */
export function DeviceTable({ title, rows, view, shared, gatewayOf }: Props) {
  const words = useWords();
  const columns = useMemo(() => deviceColumns(words, shared, gatewayOf), [words, shared, gatewayOf]);
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={rows}
      idOf={({ uid }) => uid}
      sort={{ by: view.sort, down: view.order === "desc" }}
      onSort={(sort) =>
        shared.change({
          sort: DEVICE_SORTS.find((one) => one === sort?.by) ?? "name",
          order: sort?.down === true ? "desc" : "asc",
        })
      }
      empty={null}
      card={false}
    />
  );
}
