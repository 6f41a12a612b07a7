import type { Schedule } from "@heliograph/contract/control/schedules/schedules";
import { localDay } from "@heliograph/contract/kernel/time";
import { EllipsisVertical } from "lucide-react";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { MenuButton } from "../../../ui/controls/windows/MenuButton.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { daysText, devicesText, kindText, timelineText, valueText, windowText } from "./schedule-view.ts";
import styles from "./ScheduleTable.module.css";

/** What the menu of a row opens. */
type RowWindow = "detail" | "update" | "delete" | "log";

interface TableOf {
  readonly items: readonly Schedule[];
  readonly timezone: string;
  /** False: who looks may only look (M94). */
  readonly changes: boolean;
  readonly open: (window: RowWindow, schedule: Schedule) => void;
}

/** The schedules of a project, a row each. */
export function ScheduleTable(given: TableOf) {
  const { text } = useWords();
  const columns = useScheduleColumns(given);
  return (
    <DataTable
      label={text("schedules.title")}
      columns={columns}
      rows={given.items}
      idOf={({ schedule_id }) => schedule_id}
      empty={null}
      onOpen={(schedule) => given.open("detail", schedule)}
    />
  );
}

function useScheduleColumns({ timezone, changes, open }: TableOf): readonly Column<Schedule>[] {
  const words = useWords();
  return useMemo(
    () => [
      ...whatColumns(words),
      ...whenColumns(words, timezone),
      {
        id: "state",
        label: words.text("schedules.state"),
        value: ({ available }) => words.text(available ? "Active" : "Deactive"),
        cell: (schedule) => <State available={schedule.available} />,
      },
      {
        id: "menu",
        label: words.text("schedules.actions"),
        hideLabel: true,
        value: () => null,
        cell: (schedule) => <RowMenu {...{ schedule, changes, open }} />,
      },
    ],
    [words, timezone, changes, open],
  );
}

/** Which devices, and how it repeats. */
function whatColumns(words: Words): Column<Schedule>[] {
  const { text } = words;
  return [
    { id: "id", label: "#", value: ({ id }) => id, width: 40 },
    {
      id: "devices",
      label: text("schedules.devicesType"),
      rowHead: true,
      value: (schedule) => devicesText(schedule, text),
      cell: (schedule) => (
        <Pair first={devicesText(schedule, text)} second={kindText(schedule.schedule_type_id, text)} strong />
      ),
    },
    {
      id: "timeline",
      label: text("schedules.timelineType"),
      value: ({ schedule_timeline_type_id: id }) => timelineText(id, text),
      cell: (schedule) => (
        <Pair
          first={timelineText(schedule.schedule_timeline_type_id, text)}
          second={daysText(schedule, words)}
        />
      ),
    },
  ];
}

/** From when to when, what is set then, and when it runs next. */
function whenColumns(words: Words, timezone: string): Column<Schedule>[] {
  const { text } = words;
  return [
    {
      id: "window",
      label: text("schedules.window"),
      value: (schedule) => windowText(schedule).window,
      cell: (schedule) => <Hours schedule={schedule} />,
    },
    {
      id: "value",
      label: text("schedules.value"),
      numeric: true,
      value: (schedule) => valueText(schedule, words),
      cell: (schedule) => <span className={styles.hours}>{valueText(schedule, words)}</span>,
    },
    {
      id: "next",
      label: text("schedules.nextRun"),
      value: ({ next_run_at }) => next_run_at,
      cell: ({ next_run_at }) => <NextRun at={next_run_at} timezone={timezone} />,
    },
  ];
}

/** The day, and below it the time. */
function NextRun({ at, timezone }: { at: string | null; timezone: string }) {
  const { format } = useWords();
  if (at === null) return "–";
  const ms = Date.parse(at);
  return (
    <span className={styles.pair}>
      <span className={styles.hours}>{format.day(localDay(timezone, ms))}</span>
      <span>{format.clock(ms, timezone)}</span>
    </span>
  );
}

function State({ available }: { available: boolean }) {
  const { text } = useWords();
  return (
    <span className={styles.state} data-active={available ? "" : undefined}>
      {text(available ? "Active" : "Deactive")}
    </span>
  );
}

function Pair({ first, second, strong = false }: { first: string; second: string; strong?: boolean }) {
  return (
    <span className={styles.pair}>
      {strong ? <b>{first}</b> : <span>{first}</span>}
      <small>{second}</small>
    </span>
  );
}

function Hours({ schedule }: { schedule: Schedule }) {
  const { text } = useWords();
  const { window, nextDay } = windowText(schedule);
  return (
    <span className={styles.hours}>
      {window} {nextDay && <small>{text("schedules.nextDay")}</small>}
    </span>
  );
}

/** Detail, and for who may change also the rest. A press on it opens no row. */
function RowMenu({ schedule, changes, open }: Pick<TableOf, "changes" | "open"> & { schedule: Schedule }) {
  const { text } = useWords();
  const entry = (key: RowWindow, label: string, danger = false) => ({
    key,
    label,
    danger,
    run: () => open(key, schedule),
  });
  return (
    // The row opens by a press too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span onClick={(event) => event.stopPropagation()}>
      <MenuButton
        className={styles.menu}
        label={text("schedules.menuOf", { n: schedule.id })}
        placement="bottomRight"
        items={[
          entry("detail", text("schedules.detail")),
          ...(changes
            ? [
                entry("update", text("schedules.update")),
                entry("log", text("schedules.log")),
                entry("delete", text("schedules.delete"), true),
              ]
            : []),
        ]}
      >
        <EllipsisVertical size={16} aria-hidden />
      </MenuButton>
    </span>
  );
}
