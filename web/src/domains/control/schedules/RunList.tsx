import type { Occurrence } from "@heliograph/contract/control/schedules/occurrences";
import type { Schedule } from "@heliograph/contract/control/schedules/schedules";
import { useWords } from "../../../platform/words.ts";
import { devicesText, valueText } from "./schedule-view.ts";
import styles from "./RunList.module.css";

/** Runs one below the other, on the clocks of the project; `named` says of which schedule each is. */
export function RunList(given: {
  runs: readonly { readonly schedule: Schedule | null; readonly run: Occurrence }[];
  timezone: string;
  named?: boolean;
}) {
  const { runs, timezone, named = false } = given;
  const { text, format } = useWords();
  if (runs.length === 0) return <p className={styles.none}>{text("schedules.noRuns")}</p>;
  return (
    <ol className={styles.runs}>
      {runs.map(({ schedule, run }) => (
        <li key={`${schedule?.schedule_id}-${run.starts_ms}`}>
          <span>
            {format.dateTime(run.starts_ms, timezone)} – {format.clock(run.ends_ms, timezone)}
          </span>
          {named && schedule !== null && (
            <b>
              {valueText(schedule, { format })} · {devicesText(schedule, text)}
            </b>
          )}
        </li>
      ))}
    </ol>
  );
}
