import type { CommandRow } from "@heliograph/contract/control/commands";
import { useText } from "../../../platform/i18n.tsx";
import { MARKS, marksOf } from "./command-marks.ts";
import styles from "./CommandMarks.module.css";

/** How far a command came, as five marks: queued, sent, acknowledged, read back, seen. */
export function CommandMarks({ command }: { command: CommandRow }) {
  const t = useText();
  const marks = marksOf(command);
  const said = MARKS.map(
    (stage, at) => `${t(`command.mark.${stage}`)}: ${t(`command.mark.${marks[at] ?? "due"}`)}`,
  ).join(", ");
  return (
    <span className={styles.marks} role="img" aria-label={said} title={said}>
      {MARKS.map((stage, at) => (
        <i key={stage} data-mark={marks[at]} />
      ))}
    </span>
  );
}
