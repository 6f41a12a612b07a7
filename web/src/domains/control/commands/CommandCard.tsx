import type { CommandRow } from "@heliograph/contract/control/commands";
import { useCallback } from "react";
import { useWords } from "../../../platform/words.ts";
import { Evidence, givenText } from "./command-columns.tsx";
import { commandName, targetText } from "./command-words.ts";
import { CommandMarks } from "./CommandMarks.tsx";
import { CommandTag } from "./CommandTag.tsx";
import styles from "./CommandTable.module.css";

/** What the card of a command shows on a phone; the same function as long as the zone is the same. */
export const useCommandCard = (timezone: string) =>
  useCallback((row: CommandRow) => <CommandCard command={row} timezone={timezone} />, [timezone]);

function CommandCard({ command, timezone }: { command: CommandRow; timezone: string }) {
  const words = useWords();
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <b>{commandName(command.args, words)}</b>
        <CommandTag state={command.state} />
      </div>
      <p>
        {givenText(command.created_at, words, timezone)} · {targetText(command, words)}
      </p>
      <div className={styles.cardHead}>
        <Evidence row={command} words={words} timezone={timezone} />
        <CommandMarks command={command} />
      </div>
    </div>
  );
}
