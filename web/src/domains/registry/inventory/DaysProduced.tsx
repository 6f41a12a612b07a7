import { paths } from "../../../app/paths.ts";
import { useWords } from "../../../platform/words.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import styles from "./Inventory.module.css";

interface ProducedDay {
  readonly day: string;
  readonly wh: number;
  /** From before the days of the batch. */
  readonly carried: boolean;
}

/** The days that certificates were made of, with their energy; for members of the plant each leads to its readings. */
export function DaysProduced(given: {
  days: readonly ProducedDay[];
  /** The plant, for whoever may see its readings. */
  project_uid: string | null;
}) {
  const { days, project_uid } = given;
  const { text, format } = useWords();
  const most = Math.max(1, ...days.map(({ wh }) => wh));
  const sum = days.reduce((all, { wh }) => all + wh, 0);
  const title = text("inventory.days", { n: days.length, mwh: format.number(sum / 1e6, 0) });
  return (
    <section aria-label={title}>
      <p className={styles.batch}>{title}</p>
      <ul className={styles.dayList}>
        {days.map(({ day, wh, carried }) => (
          <li key={day}>
            <span className={styles.dayName}>
              {project_uid === null ? (
                day
              ) : (
                <RecordLink to={`${paths.project(project_uid)}?day=${day}`}>{day}</RecordLink>
              )}
              {carried && <small>{text("inventory.carriedIn")}</small>}
            </span>
            <span className={styles.dayBar} aria-hidden>
              <i style={{ width: `${(100 * wh) / most}%` }} />
            </span>
            <span className={styles.dayEnergy}>
              {text("inventory.kwh", { kwh: format.number(wh / 1000, 3) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
