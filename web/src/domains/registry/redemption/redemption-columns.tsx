import { REDEMPTION_ORDERS } from "@heliograph/contract/registry/redemption/redemption-orders";
import type { RedemptionRow } from "@heliograph/contract/registry/redemption/redemptions";
import { useMemo } from "react";
import { MISSING } from "../../../platform/format.ts";
import { GMT8, gmt8, plainGmt8, plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import type { Column } from "../../../ui/data-table/columns.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { PlaceCell } from "../PlaceCell.tsx";
import { StateTag } from "../StateTag.tsx";
import { useNextColumn } from "../next-column.ts";
import { stateLook } from "./state-look.ts";
import { useRedemptionWords, type RedemptionWords } from "./redemption-words.ts";
import styles from "./Redemption.module.css";

/** The columns of redemptions (C89); whose they are is a column for those who see several accounts'. */
export function useRedemptionColumns(withCompany: boolean): readonly Column<RedemptionRow>[] {
  const words = useRedemptionWords();
  const address = useServiceAddress();
  const next = useNextColumn<RedemptionRow>();
  return useMemo(() => {
    const { text } = words;
    const company: Column<RedemptionRow> = {
      id: "company",
      label: text("red.company"),
      value: ({ company_name }) => company_name,
    };
    const columns = [
      ...named(words, (record) => address("redemption", { record })),
      ...(withCompany ? [company] : []),
      ...described(words),
      ...dated(words),
      next,
      ...ownColumns(words),
    ];
    return sortableBy(columns, REDEMPTION_ORDERS);
  }, [words, address, withCompany, next]);
}

function named({ text, state }: RedemptionWords, open: (record: string) => string): Column<RedemptionRow>[] {
  return [
    {
      id: "number",
      label: text("red.number"),
      rowHead: true,
      value: ({ number }) => number,
      cell: ({ number, record_uid }) => <RecordLink to={open(record_uid)}>{number}</RecordLink>,
    },
    {
      id: "status",
      label: text("red.state"),
      value: ({ status }) => state(status),
      cell: ({ status }) => <StateTag state={stateLook(status)} label={state(status)} />,
    },
  ];
}

/** Columns of fields that stand in others, and are shown when they are asked for. */
export const REDEMPTION_OWN_COLUMNS = ["registry", "fuel", "province", "redeems_for"] as const;

/** The fields of C89 that the other columns hold, each by itself. */
function ownColumns({ text, registry, fuel }: RedemptionWords): Column<RedemptionRow>[] {
  return [
    { id: "registry", label: text("red.registry"), value: (row) => registry(row.registry) },
    { id: "fuel", label: text("red.fuel"), value: (row) => fuel(row.fuel) },
    { id: "province", label: text("red.province"), value: (row) => placesOf(row, "province") },
    {
      id: "redeems_for",
      label: text("red.redeemsFor"),
      value: ({ redeems_for }) => text(`red.for.${redeems_for}`),
    },
  ];
}

/** The name of one device, or how many there are. */
const devicesText = ({ devices }: RedemptionRow, { text }: RedemptionWords): string =>
  devices.length === 1 ? (devices[0]?.name ?? "") : text("red.devices", { n: devices.length });

const placesOf = ({ devices }: RedemptionRow, part: "location" | "province"): string =>
  [...new Set(devices.map((device) => device[part]))].filter((place) => place !== "").join(", ");

function described(words: RedemptionWords): Column<RedemptionRow>[] {
  const { text, format, registry, fuel } = words;
  return [
    {
      id: "device",
      label: text("red.device"),
      value: (row) => devicesText(row, words),
      cell: (row) => (
        <span className={styles.two}>
          <b>{devicesText(row, words)}</b>
          <small>{`${registry(row.registry)} · ${fuel(row.fuel)}`}</small>
        </span>
      ),
    },
    {
      id: "location",
      label: text("red.location"),
      value: (row) => placesOf(row, "location"),
      cell: (row) => (
        <PlaceCell
          location={placesOf(row, "location")}
          province={placesOf(row, "province")}
          country={row.country}
        />
      ),
    },
    {
      id: "beneficiary",
      label: text("red.beneficiary"),
      value: ({ beneficiary_name }) => beneficiary_name,
      cell: ({ beneficiary_name, redeems_for }) => (
        <span className={styles.two}>
          <span>{beneficiary_name}</span>
          <small>{text(`red.for.${redeems_for}`)}</small>
        </span>
      ),
    },
    {
      id: "vintage",
      label: text("red.vintage"),
      value: ({ vintage }) => vintage,
      cell: ({ vintage }) => String(vintage),
    },
    {
      id: "amount",
      label: text("red.amount"),
      // The specification writes MW; amounts are MWh.
      unit: "MW",
      hint: text("red.amountHint"),
      numeric: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => <b>{format.number(amount, 0)}</b>,
    },
  ];
}

function dated(words: RedemptionWords): Column<RedemptionRow>[] {
  const { text } = words;
  return [
    {
      id: "created",
      label: text("red.created"),
      unit: GMT8,
      value: ({ created_at }) => plainGmt8(created_at),
      cell: ({ created_at }) => <time title={gmt8(created_at)}>{plainGmt8Day(created_at)}</time>,
    },
    {
      id: "completed",
      label: text("red.completed"),
      unit: GMT8,
      value: ({ completed_at }) => (completed_at === null ? null : plainGmt8(completed_at)),
      cell: ({ completed_at }) =>
        completed_at === null ? (
          MISSING
        ) : (
          <time title={gmt8(completed_at)}>{plainGmt8Day(completed_at)}</time>
        ),
    },
  ];
}

/** Head and lines of a file of the list: every field of C89, one line for each device. */
export function fileTable(words: RedemptionWords, rows: readonly RedemptionRow[]) {
  const { text, registry, fuel, state } = words;
  const head = [
    text("red.number"),
    text("red.registry"),
    text("red.device"),
    text("red.fuel"),
    text("red.location"),
    text("red.province"),
    text("red.beneficiary"),
    text("red.vintage"),
    text("red.redeemsFor"),
    `${text("red.amount")} (MW)`,
    `${text("red.created")} (${GMT8})`,
    `${text("red.completed")} (${GMT8})`,
    text("red.state"),
  ];
  const lines = rows.flatMap((row) =>
    row.devices.map((device) => [
      row.number,
      registry(row.registry),
      device.name,
      fuel(row.fuel),
      device.location,
      device.province,
      row.beneficiary_name,
      row.vintage,
      text(`red.for.${row.redeems_for}`),
      row.amount,
      plainGmt8(row.created_at),
      row.completed_at === null ? null : plainGmt8(row.completed_at),
      state(row.status),
    ]),
  );
  return { head, lines };
}
