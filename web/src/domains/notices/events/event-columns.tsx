import { localDay } from "@heliograph/contract/kernel/time";
import type { ProjectEvent } from "@heliograph/contract/notices/events";
import { Check, FileText } from "lucide-react";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import styles from "./Events.module.css";

/** "2026-02-03 09:00", of a span with its end, whose day is named where it is another. */
function eventTime({ start_date, end_date }: ProjectEvent, timezone: string, { format }: Words): string {
  const start = format.dateTime(Date.parse(start_date), timezone);
  if (end_date === null) return start;
  const [from, to] = [Date.parse(start_date), Date.parse(end_date)];
  const sameDay = localDay(timezone, from) === localDay(timezone, to);
  return `${start} – ${sameDay ? format.clock(to, timezone) : format.dateTime(to, timezone)}`;
}

/** The columns of the list of events; `edit` null: nothing is changed here. */
export function useEventColumns(of: {
  timezone: string;
  edit: ((event: ProjectEvent) => void) | null;
}): readonly Column<ProjectEvent>[] {
  const { timezone, edit } = of;
  const words = useWords();
  return useMemo(
    () => [
      ...whatColumns(words, timezone),
      ...stateColumns(words),
      ...(edit === null ? [] : [editColumn(words, edit)]),
    ],
    [words, timezone, edit],
  );
}

/** What happened, when, and who says so. */
function whatColumns(words: Words, timezone: string): Column<ProjectEvent>[] {
  const { text } = words;
  return [
    {
      id: "name",
      label: text("events.name"),
      rowHead: true,
      sortable: true,
      value: ({ name }) => name,
      cell: (event) => <Name event={event} />,
    },
    {
      id: "start_date",
      label: text("events.time"),
      sortable: true,
      value: (event) => eventTime(event, timezone, words),
    },
    {
      id: "category",
      label: text("events.category"),
      sortable: true,
      value: ({ category }) => text(`events.category.${category}`),
    },
    {
      id: "by",
      label: text("events.by"),
      value: ({ author, gateway, device }) =>
        author ?? [gateway, device].filter((name) => name !== null).join(" · "),
    },
  ];
}

/** Whether reports show it, and who has seen to it. */
function stateColumns({ text }: Words): Column<ProjectEvent>[] {
  return [
    {
      id: "report",
      label: text("events.inReport"),
      value: ({ show_in_report }) => (show_in_report ? text("events.yes") : null),
      cell: ({ show_in_report }) =>
        show_in_report ? <FileText size={16} aria-label={text("events.yes")} /> : null,
    },
    {
      id: "acknowledged",
      label: text("events.acknowledged"),
      value: ({ acknowledged }) => acknowledged?.by ?? null,
      cell: ({ acknowledged }) =>
        acknowledged === null ? null : (
          <span className={styles.seen}>
            <Check size={15} aria-hidden /> {acknowledged.by ?? text("events.yes")}
          </span>
        ),
    },
  ];
}

const editColumn = ({ text }: Words, edit: (event: ProjectEvent) => void): Column<ProjectEvent> => ({
  id: "edit",
  label: text("events.edit"),
  hideLabel: true,
  value: () => null,
  cell: (event) =>
    event.category === "gateway" ? null : (
      <Button size="small" onClick={() => edit(event)}>
        {text("events.edit")}
      </Button>
    ),
});

function Name({ event: { name, detail, severity } }: { event: ProjectEvent }) {
  return (
    <span className={styles.named} data-severity={severity ?? undefined}>
      <span>{name}</span>
      {detail !== "" && <small>{detail}</small>}
    </span>
  );
}
