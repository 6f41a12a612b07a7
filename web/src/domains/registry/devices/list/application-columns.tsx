import { DEVICE_APPLICATION_ORDERS } from "@heliograph/contract/registry/devices/device-orders";
import { GMT8, plainGmt8Minute } from "@heliograph/contract/kernel/gmt8";
import { type ListedDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { useMemo } from "react";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { useServiceAddress } from "../../services/service-view.ts";
import { StateTag } from "../../StateTag.tsx";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import { MISSING } from "../../../../platform/format.ts";
import { RecordLink } from "../../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../../platform/rec/lists/sortable-by.ts";
import styles from "../Devices.module.css";
import { statusOf } from "../DevicePage.tsx";

/** The columns of applications (C85), with who must act next. `groups`: all of them are groups, whose capacity is a sum. */
export function useApplicationColumns(groups = false): readonly Column<ListedDeviceApplication>[] {
  const words = useDeviceWords();
  const address = useServiceAddress();
  return useMemo(() => {
    const open = (record: string) => address("devices", { record });
    const columns = [...named(words, open), nextColumn(words), ...described(words), ...placed(words, groups)];
    return sortableBy(columns, DEVICE_APPLICATION_ORDERS);
  }, [words, address, groups]);
}

/** Who acts next, and until when. */
function nextColumn({ text }: DeviceWords): Column<ListedDeviceApplication> {
  const until = ({ next }: ListedDeviceApplication) =>
    next === null || next.until === null
      ? null
      : text("dev.actsUntil", { date: plainGmt8Minute(next.until) });
  const who = ({ next }: ListedDeviceApplication) => {
    if (next === null) return null;
    if (next.is_you) return text("dev.actsYou");
    return text(next.by === "issuer" ? "dev.actsIssuer" : "dev.actsApplicant");
  };
  return {
    id: "next",
    label: text("dev.col.next"),
    unit: GMT8,
    value: (row) => [who(row), until(row)].filter((part) => part !== null).join(", ") || null,
    cell: (row) =>
      row.next === null ? (
        MISSING
      ) : (
        <span className={styles.next}>
          <b>{who(row)}</b>
          {until(row) !== null && <small>{until(row)}</small>}
        </span>
      ),
  };
}

function named({ text }: DeviceWords, open: (record: string) => string): Column<ListedDeviceApplication>[] {
  return [
    {
      id: "application_id",
      label: text("dev.col.application_id"),
      rowHead: true,
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

function placed(
  { text, country, megawatts, capacity }: DeviceWords,
  groups: boolean,
): Column<ListedDeviceApplication>[] {
  return [
    { id: "location", label: text("dev.col.location"), value: ({ location }) => country(location) },
    { id: "province", label: text("dev.col.province"), value: ({ province }) => province || null },
    {
      id: "capacity",
      label: text("dev.col.capacity"),
      unit: text(groups ? "dev.unitOfMwp" : "dev.unitOfMw"),
      numeric: true,
      value: ({ capacity_w }) => (capacity_w === null ? null : capacity_w / 1e6),
      // Among devices a group says that its figure is a sum.
      cell: ({ capacity_w, device_type }) =>
        device_type === "grouped" && !groups ? capacity(capacity_w, "grouped") : megawatts(capacity_w),
    },
    {
      id: "registration_date",
      label: text("dev.col.registration_date"),
      value: ({ registration_date }) => registration_date,
    },
  ];
}
