import type { ListedDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { useMemo } from "react";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { StateTag } from "../../StateTag.tsx";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import { RecordLink } from "../../../../platform/rec/lists/RecordLink.tsx";
import { statusOf } from "../DeviceHead.tsx";

/** The columns of applications (C85). */
export function useApplicationColumns(): readonly Column<ListedDeviceApplication>[] {
  const words = useDeviceWords();
  const address = useServiceAddress();
  return useMemo(() => {
    const open = (record: string) => address("devices", { record });
    return [...named(words, open), ...described(words), ...placed(words)];
  }, [words, address]);
}

function named({ text }: DeviceWords, open: (record: string) => string): Column<ListedDeviceApplication>[] {
  return [
    {
      id: "application_id",
      label: text("dev.col.application_id"),
      rowHead: true,
      sortable: true,
      value: ({ application_id }) => application_id,
      cell: ({ application_id, record_uid }) => (
        <RecordLink to={open(record_uid)}>{application_id}</RecordLink>
      ),
    },
    {
      id: "status",
      label: text("dev.col.status"),
      value: (row) => text(`dev.status.${statusOf(row)}`),
      cell: (row) => <StateTag state={row.status} label={text(`dev.status.${statusOf(row)}`)} />,
    },
    {
      id: "device_english_name",
      label: text("dev.col.device_english_name"),
      sortable: true,
      value: ({ device_english_name }) => device_english_name || null,
    },
    {
      id: "device_local_name",
      label: text("dev.col.device_local_name"),
      value: ({ device_local_name }) => device_local_name || null,
    },
  ];
}

function described(words: DeviceWords): Column<ListedDeviceApplication>[] {
  const { text, registry, fuel, technology } = words;
  return [
    { id: "registry", label: text("dev.col.registry"), value: (row) => registry(row.registry) },
    {
      id: "device_type",
      label: text("dev.col.device_type"),
      value: ({ device_type }) => text(`dev.type.${device_type}`),
    },
    {
      id: "device_unique_id",
      label: text("dev.col.device_unique_id"),
      value: ({ device_unique_id }) => device_unique_id,
    },
    { id: "fuel_type", label: text("dev.col.fuel_type"), value: ({ fuel_type }) => fuel(fuel_type) },
    {
      id: "device_technology",
      label: text("dev.col.device_technology"),
      value: ({ device_technology }) => technology(device_technology),
    },
  ];
}

function placed({ text, country, megawatts }: DeviceWords): Column<ListedDeviceApplication>[] {
  return [
    { id: "location", label: text("dev.col.location"), value: ({ location }) => country(location) },
    { id: "province", label: text("dev.col.province"), value: ({ province }) => province || null },
    {
      id: "capacity",
      label: text("dev.col.capacity"),
      unit: text("dev.unitOfMw"),
      numeric: true,
      value: ({ capacity_w }) => (capacity_w === null ? null : capacity_w / 1e6),
      cell: ({ capacity_w }) => megawatts(capacity_w),
    },
    {
      id: "registration_date",
      label: text("dev.col.registration_date"),
      sortable: true,
      value: ({ registration_date }) => registration_date,
    },
  ];
}
