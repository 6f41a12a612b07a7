import { alarmCounts } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useWords } from "../../../platform/words.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { useLiveDesk } from "./desk-queries.ts";
import styles from "./AlarmCount.module.css";

const OF_COUNT = [alarmCounts];

/** How many alarms wait or are in work, as it changes; nothing while there are none. */
export function AlarmCount() {
  const { format } = useWords();
  const { data } = useQuery(ask(alarmCounts, {}));
  useLiveDesk(OF_COUNT);
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
