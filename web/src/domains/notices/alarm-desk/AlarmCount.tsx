import { alarmCounts } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useWords } from "../../../platform/words.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import styles from "./AlarmCount.module.css";

/** Alarms come on the desk every ten seconds. */
const LOOKS_MS = 15_000;

/** How many alarms wait or are in work; nothing while there are none. */
export function AlarmCount() {
  const { format } = useWords();
  const { data } = useQuery({ ...ask(alarmCounts, {}), refetchInterval: LOOKS_MS });
  if (data === undefined || data.open === 0) return null;
  return (
    <>
      <VisuallyHidden> </VisuallyHidden>
      <span className={styles.count} data-alarm-count="">
        {format.number(data.open)}
      </span>
    </>
  );
}
