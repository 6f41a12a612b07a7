import {
  CERTIFICATE_PLACES,
  type CertificatePlaceName,
} from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { useWords } from "../../../platform/words.ts";
import { PLACE_KEYS, PLACE_PAINTS } from "./places.ts";
import styles from "./PlantCertificates.module.css";

type Month = { readonly month: string } & Readonly<Record<CertificatePlaceName, number>>;

/** What can be issued of a month, drawn as a dashed bar. */
interface Issuable {
  readonly month: string;
  readonly mwh: number;
}

const totalOf = (month: Month): number => CERTIFICATE_PLACES.reduce((sum, place) => sum + month[place], 0);

/** Certificates by month of generation, stacked by where they are; in words for those who do not see it. */
export function MonthBars({ months, issuable }: { months: readonly Month[]; issuable: Issuable | null }) {
  const { text, format } = useWords();
  const partsOf = (month: Month) =>
    CERTIFICATE_PLACES.filter((place) => month[place] > 0)
      .map((place) => `${text(PLACE_KEYS[place])} ${format.number(month[place], 0)}`)
      .join(", ");
  const highest = Math.max(1, issuable?.mwh ?? 0, ...months.map(totalOf));
  const used = CERTIFICATE_PLACES.filter((place) => months.some((month) => month[place] > 0));
  const words = months.map((month) => `${format.month(month.month)}: ${partsOf(month)}`).join("; ");
  const height = (mwh: number) => `${(100 * mwh) / highest}%`;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.label}>{text("plantCertificates.byMonth")}</figcaption>
      <div className={styles.bars} role="img" aria-label={words}>
        {months.map((month) => (
          <div key={month.month} className={styles.column}>
            <span className={styles.value}>{format.number(totalOf(month), 0)}</span>
            <div className={styles.bar} style={{ height: height(totalOf(month)) }}>
              {used
                .filter((place) => month[place] > 0)
                .map((place) => (
                  <i
                    key={place}
                    style={{ flexGrow: month[place], background: `var(--${PLACE_PAINTS[place]})` }}
                  />
                ))}
            </div>
            <span className={styles.month}>{month.month.slice(5)}</span>
          </div>
        ))}
        {issuable !== null && (
          <div className={styles.column}>
            <span className={styles.value}>
              <b>{format.number(issuable.mwh, 0)}</b>
            </span>
            <div className={`${styles.bar} ${styles.issuable}`} style={{ height: height(issuable.mwh) }} />
            <span className={styles.month}>{issuable.month.slice(5)}</span>
          </div>
        )}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {used.map((place) => (
          <li key={place}>
            <i style={{ background: `var(--${PLACE_PAINTS[place]})` }} />
            {text(PLACE_KEYS[place])}
          </li>
        ))}
        {issuable !== null && (
          <li>
            <i className={styles.issuable} />
            {text("plantCertificates.canBeIssued")}
          </li>
        )}
      </ul>
    </figure>
  );
}
