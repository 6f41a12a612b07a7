import { DEVICE_ORDERS } from "@heliograph/contract/registry/devices/device-orders";
import { type ListedRegisteredDevice } from "@heliograph/contract/registry/devices/registered-devices";
import { useMemo } from "react";
import { useSearchParams, Link } from "react-router";
import { sortableBy } from "../../../../platform/rec/lists/sortable-by.ts";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { StateTag } from "../../StateTag.tsx";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { useNow } from "../../../../platform/clock.ts";
import { useDeviceWords, type DeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";

type Row = ListedRegisteredDevice;

const DAY_MS = 86_400_000;
/** The last day of a registration, and how long that is where its renewal is due. */
function Ends({ day, text }: { day: string; text: DeviceWords["text"] }) {
  const now = useNow();
  const days = Math.ceil((Date.parse(day) + DAY_MS - now) / DAY_MS);
  if (days > DEVICE_LIMITS.renewalDays) return <>{day}</>;
  return (
    <span className={styles.row}>
      {day}
      <small>{days > 0 ? text("registered.endsIn", { n: days }) : text("registered.over")}</small>
    </span>
  );
}

/** The columns of devices (C93), or of groups (C94), each with a link to its details (C78). */
export function useRegisteredColumns(groups: boolean): readonly Column<Row>[] {
  const words = useDeviceWords();
  const [search] = useSearchParams();
  return useMemo(() => {
    const address = (device: string) => {
      const next = new URLSearchParams(search);
      next.set("device", device);
      return `?${next.toString()}`;
    };
    const columns = [
      ...(groups ? groupColumns(words) : deviceColumns(words)),
      ...lastColumns(words, address),
    ];
    return sortableBy(columns, DEVICE_ORDERS);
  }, [words, groups, search]);
}

function deviceColumns(words: DeviceWords): Column<Row>[] {
  const { text, registry, fuel, technology, country, megawatts } = words;
  return [
    {
      id: "device_unique_id",
      label: text("dev.col.device_unique_id"),
      rowHead: true,
      value: ({ device_unique_id }) => device_unique_id,
    },
    {
      id: "device_english_name",
      label: text("dev.col.device_english_name"),
      value: (row) => row.device_english_name,
    },
    {
      id: "device_local_name",
      label: text("dev.col.device_local_name"),
      value: (row) => row.device_local_name,
    },
    {
      id: "commercial_operation_date",
      label: text("dev.col.commercial_operation_date"),
      value: (row) => row.commercial_operation_date,
    },
    { id: "registry", label: text("dev.col.registry"), value: (row) => registry(row.registry) },
    {
      id: "device_type",
      label: text("dev.col.device_type"),
      value: (row) => text(`dev.type.${row.device_type}`),
    },
    { id: "fuel_type", label: text("dev.col.fuel_type"), value: (row) => fuel(row.fuel_type) },
    {
      id: "device_technology",
      label: text("dev.col.device_technology"),
      value: (row) => technology(row.device_technology),
    },
    { id: "location", label: text("dev.col.location"), value: (row) => country(row.location) },
    { id: "province", label: text("dev.col.province"), value: (row) => row.province },
    {
      id: "capacity_w",
      label: text("dev.col.capacity"),
      unit: text("dev.unitOfMw"),
      numeric: true,
      value: (row) => row.capacity_w / 1e6,
      cell: (row) => megawatts(row.capacity_w),
    },
  ];
}

function groupColumns({ text, country, megawatts }: DeviceWords): Column<Row>[] {
  return [
    {
      // By the names of its orders: a group is a device.
      id: "device_unique_id",
      label: text("dev.col.group_device_id"),
      rowHead: true,
      value: ({ device_unique_id }) => device_unique_id,
    },
    {
      id: "device_english_name",
      label: text("dev.col.group_device_name"),
      value: (row) => row.device_english_name,
    },
    {
      id: "members",
      label: text("dev.col.total_no_of_device"),
      numeric: true,
      value: ({ members }) => members,
    },
    { id: "location", label: text("dev.col.location"), value: (row) => country(row.location) },
    {
      id: "capacity_w",
      label: text("dev.col.total_capacity"),
      unit: text("dev.unitOfMwp"),
      numeric: true,
      value: (row) => row.capacity_w / 1e6,
      cell: (row) => megawatts(row.capacity_w),
    },
  ];
}

const lastColumns = ({ text }: DeviceWords, address: (device: string) => string): Column<Row>[] => [
  {
    id: "valid_to",
    label: text("dev.col.valid_to"),
    width: 112,
    value: ({ valid_to }) => valid_to,
    cell: ({ valid_to }) => <Ends day={valid_to} text={text} />,
  },
  {
    id: "status",
    label: text("dev.col.status"),
    value: ({ status }) => text(`registered.status.${status}`),
    cell: ({ status, next }) => (
      <span className={styles.row}>
        <StateTag state={status} label={text(`registered.status.${status}`)} />
        {next !== null && (
          <small>{next.is_you ? text("registry.actsYou") : text(`registry.acts_${next.by}`)}</small>
        )}
      </span>
    ),
  },
  {
    id: "details",
    label: text("dev.col.details"),
    hideLabel: true,
    value: () => null,
    cell: ({ device_uid, device_unique_id }) => (
      <Link to={address(device_uid)} aria-label={`${text("dev.col.details")}: ${device_unique_id}`}>
        {text("dev.col.details")}
      </Link>
    ),
  },
];
