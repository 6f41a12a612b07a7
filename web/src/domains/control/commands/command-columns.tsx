import type { CommandRow } from "@heliograph/contract/control/commands";
import { localDay } from "@heliograph/contract/kernel/time";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { commandName, evidenceText, targetText } from "./command-words.ts";
import { CommandMarks } from "./CommandMarks.tsx";
import { CommandTag } from "./CommandTag.tsx";
import styles from "./CommandTable.module.css";

/** When a command was given, in the plant's zone: the clock alone today, else the day with it. */
export function givenText(created_at: string, { format }: Words, timezone: string): string {
  const at = Date.parse(created_at);
  const clock = format.clock(at, timezone, true);
  const day = localDay(timezone, at);
  return day === localDay(timezone, Date.now()) ? clock : `${format.day(day)} ${clock}`;
}

/** The columns of commands. */
export function useCommandColumns(timezone: string): readonly Column<CommandRow>[] {
  const words = useWords();
  return useMemo(() => columnsOf(words, timezone), [words, timezone]);
}

function columnsOf(words: Words, timezone: string): Column<CommandRow>[] {
  const { text } = words;
  const place = { timezone };
  return [
    {
      id: "time",
      label: text("command.time"),
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => givenText(created_at, words, timezone),
    },
    {
      id: "command",
      label: text("command.one"),
      rowHead: true,
      value: ({ args }) => commandName(args, words),
      cell: (row) => (
        <span className={styles.command}>
          <b>{commandName(row.args, words)}</b>
          <span>{targetText(row, words)}</span>
        </span>
      ),
    },
    {
      id: "life",
      label: text("command.lifeOf"),
      value: () => null,
      cell: (row) => <CommandMarks command={row} />,
    },
    {
      id: "evidence",
      label: text("command.evidence"),
      value: (row) => evidenceText(row, words, place),
      cell: (row) => <Evidence row={row} words={words} timezone={timezone} />,
    },
    {
      id: "state",
      label: text("command.stateOf"),
      value: ({ state }) => text(`command.state.${state}`),
      cell: ({ state }) => <CommandTag state={state} />,
    },
  ];
}

/** What became of a command, red where it failed or somebody else sets the device. */
export function Evidence({ row, words, timezone }: { row: CommandRow; words: Words; timezone: string }) {
  const isBad = row.state === "failed" || (row.evidence?.conflict ?? null) !== null;
  return (
    <span className={isBad ? styles.bad : styles.evidence}>{evidenceText(row, words, { timezone })}</span>
  );
}
