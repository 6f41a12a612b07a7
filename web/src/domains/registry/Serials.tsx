import { formatSerials, type SerialRange } from "@heliograph/contract/registry/ledger";
import { useText } from "../../platform/i18n.tsx";
import { useFormat } from "../../platform/format.ts";
import { RecordLink } from "../../platform/rec/lists/RecordLink.tsx";
import styles from "./Serials.module.css";

/** Serial numbers of one batch. */
interface BatchRange extends SerialRange {
  readonly code: string;
}

/** Serial numbers as people read them, both ends included, never broken. */
export function Serials({ code, first, until }: BatchRange) {
  return <span className={styles.serials}>{formatSerials(code, { first, until })}</span>;
}

/** Ranges one below the other, and what they add up to as a sum: 91 + 9 = 100 MWh. `to`: where each leads; left out: nowhere. */
export function SerialsList(given: {
  label: string;
  ranges: readonly BatchRange[];
  to?: ((range: BatchRange) => string) | undefined;
}) {
  const { label, ranges, to } = given;
  const t = useText();
  const { number } = useFormat();
  const amounts = ranges.map(({ first, until }) => until - first);
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return (
    <div className={styles.list}>
      <ul aria-label={label}>
        {ranges.map((range) => (
          <li key={`${range.code} ${range.first}`}>
            {to === undefined ? (
              <Serials {...range} />
            ) : (
              <RecordLink to={to(range)}>
                <Serials {...range} />
              </RecordLink>
            )}
          </li>
        ))}
      </ul>
      {amounts.length > 1 && (
        <p>
          {t("registry.sum", {
            parts: amounts.map((amount) => number(amount, 0)).join(" + "),
            sum: number(sum, 0),
          })}
        </p>
      )}
    </div>
  );
}
