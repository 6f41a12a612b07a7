import { ISSUANCE_ORDERS, type IssuanceListItem } from "@heliograph/contract/registry/issuance/issuance";
import { CircleCheck, CircleX } from "lucide-react";
import { useMemo } from "react";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PlaceCell } from "../PlaceCell.tsx";
import { StateTag } from "../StateTag.tsx";
import { GMT8, plainGmt8Minute } from "@heliograph/contract/kernel/gmt8";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useDeviceWords, type DeviceWords } from "../devices/device-words.ts";
import styles from "./Issuance.module.css";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";

/** The columns of the list of requests. */
export function useIssuanceColumns(): readonly Column<IssuanceListItem>[] {
  const words = useIssuanceWords();
  const names = useDeviceWords();
  const address = useServiceAddress();
  return useMemo(() => {
    const columns: Column<IssuanceListItem>[] = [
      {
        id: "number",
        label: words.text("iss.application"),
        rowHead: true,
        value: ({ number }) => number,
        cell: ({ number, record_uid }) => (
          <RecordLink to={address("issuance", { record: record_uid })}>{number}</RecordLink>
        ),
      },
      ...whatColumns(words, names),
      ...fieldColumns(words, names),
      ...stateColumns(words),
    ];
    return sortableBy(columns, ISSUANCE_ORDERS);
  }, [words, names, address]);
}

/** Columns of fields that stand in others, and are shown when they are asked for. */
export const ISSUANCE_OWN_COLUMNS = ["registry", "fuel", "province", "country", "from", "to"] as const;

/** The fields of C87 that the other columns hold, each by itself. */
function fieldColumns(
  { text }: IssuanceWords,
  { registry, fuel, country }: DeviceWords,
): Column<IssuanceListItem>[] {
  return [
    { id: "registry", label: text("iss.registry"), value: (row) => registry(row.registry) },
    { id: "fuel", label: text("iss.fuel"), value: (row) => fuel(row.fuel) },
    { id: "province", label: text("iss.province"), value: ({ province }) => province },
    { id: "country", label: text("iss.country"), value: (row) => country(row.country) },
    { id: "from", label: text("iss.from"), value: ({ from_day }) => from_day },
    { id: "to", label: text("iss.to"), value: ({ to_day }) => to_day },
  ];
}

function whatColumns({ text, format }: IssuanceWords, names: DeviceWords): Column<IssuanceListItem>[] {
  return [
    {
      id: "device",
      label: text("iss.device"),
      value: ({ device }) => device.name,
      cell: ({ device, registry, fuel }) => (
        <span className={styles.two}>
          <b>{device.name}</b>
          <small>{`${names.registry(registry)} · ${names.fuel(fuel)}`}</small>
        </span>
      ),
    },
    {
      id: "location",
      label: text("iss.location"),
      value: ({ location }) => location,
      cell: (row) => <PlaceCell {...row} />,
    },
    {
      id: "from_day",
      label: text("iss.period"),
      value: ({ from_day, to_day }) => `${from_day} – ${to_day}`,
      cell: ({ from_day, to_day }) => <span className={styles.period}>{periodText(from_day, to_day)}</span>,
    },
    {
      id: "quantity",
      label: text("iss.quantity"),
      numeric: true,
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => <b>{format.number(quantity, 0)}</b>,
    },
  ];
}

/** From the first to the last day; the year once where it is one. */
const periodText = (from: string, to: string): string =>
  `${from} – ${from.slice(0, 5) === to.slice(0, 5) ? to.slice(5) : to}`;

function stateColumns(words: IssuanceWords): Column<IssuanceListItem>[] {
  const { text, status } = words;
  return [
    {
      id: "status",
      label: text("iss.status"),
      value: (row) => status(row.status),
      cell: (row) => <StateTag state={row.status} label={status(row.status)} />,
    },
    {
      id: "evidence",
      label: text("iss.evidence"),
      value: (row) => evidenceText(row, words),
      cell: (row) => <Evidence row={row} words={words} />,
    },
    {
      id: "next",
      label: text("iss.actsNext"),
      unit: GMT8,
      value: (row) => nextText(row, words),
      cell: ({ next }) =>
        next === null ? (
          text("iss.nothing")
        ) : (
          <span className={styles.two}>
            <b>{whoText(next, words)}</b>
            {next.until !== null && <small>{text("iss.until", { date: plainGmt8Minute(next.until) })}</small>}
          </span>
        ),
    },
  ];
}

function evidenceText(
  { failed, evidence, weaker_days, days }: IssuanceListItem,
  { text }: IssuanceWords,
): string {
  const [first] = failed;
  if (first !== undefined) return text("iss.failed", { code: first });
  if (evidence === null) return text("iss.nothing");
  return weaker_days === 0
    ? text("iss.class", { evidence, n: days })
    : text("iss.classWeaker", { evidence, weaker: weaker_days, n: days });
}

function Evidence({ row, words }: { row: IssuanceListItem; words: IssuanceWords }) {
  const isFailed = row.status === "draft" && row.failed.length > 0;
  return (
    <span className={styles.evidence} data-failed={isFailed || undefined}>
      {row.status === "draft" &&
        (isFailed ? <CircleX size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />)}
      {evidenceText(row.status === "draft" ? row : { ...row, failed: [] }, words)}
    </span>
  );
}

function whoText({ by, is_you }: NonNullable<IssuanceListItem["next"]>, { text }: IssuanceWords): string {
  if (is_you) return text("iss.you");
  return text(by === "issuer" ? "iss.issuer" : "iss.applicant");
}

function nextText({ next }: IssuanceListItem, words: IssuanceWords): string {
  if (next === null) return "";
  const who = whoText(next, words);
  return next.until === null
    ? who
    : `${who}, ${words.text("iss.until", { date: plainGmt8Minute(next.until) })}`;
}
