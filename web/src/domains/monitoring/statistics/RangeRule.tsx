import { zoneOffset } from "../../../platform/zone.ts";
import { useNow } from "../../../platform/clock.ts";
import { useWords } from "../words.ts";
import type { AnyBin } from "./statistics-view.ts";
import styles from "./RangeRule.module.css";

const RULES = {
  "1_days": "range.ruleDays",
  "1_months": "range.ruleMonths",
  year: "range.ruleMonths",
} as const;

/**
 * By whose clock a range is meant, and whether what is not over yet is in it: one rule for every screen (decision 0078). Without
 * the offset while the plant's zone is not known yet.
 */
export function RangeRule({ bin, timezone }: { bin: AnyBin; timezone: string | undefined }) {
  const { text } = useWords();
  const nowMs = useNow(60_000);
  const rule = bin in RULES ? RULES[bin as keyof typeof RULES] : "range.ruleTimes"; // `in` has just proved it
  return (
    <p className={styles.rule} title={timezone}>
      {text(rule, { zone: timezone === undefined ? "…" : zoneOffset(timezone, nowMs) })}
    </p>
  );
}
