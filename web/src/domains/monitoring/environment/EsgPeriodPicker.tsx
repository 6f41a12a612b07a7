import type { EsgPeriod } from "@heliograph/contract/monitoring/environment/esg";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import styles from "./EsgPeriodPicker.module.css";
import { stepped, type EsgSpan } from "./esg-view.ts";
import { useWords } from "../../../platform/words.ts";
import plain from "../../../ui/controls/PlainButton.module.css";

const PERIODS: readonly EsgPeriod[] = ["lifetime", "year", "month"];

/** Lifetime, a year or a month, and the way to the one before and after. */
export function EsgPeriodPicker(given: {
  span: EsgSpan;
  /** The project's day; undefined while it is not known. */
  today: string | undefined;
  /** First month of which anything is known, YYYY-MM; null: nothing is. */
  knownFrom: string | null;
  onSpan: (span: EsgSpan) => void;
}) {
  const { span, today, knownFrom, onSpan } = given;
  const { text } = useWords();
  return (
    <div className={styles.period}>
      <Segmented
        label={text("esg.period")}
        value={span.period}
        options={PERIODS.map((value) => ({ value, label: text(`esg.${value}`) }))}
        onChange={(period) => onSpan({ period })}
      />
      {span.period !== "lifetime" && today !== undefined && (
        <Steps span={span} today={today} knownFrom={knownFrom} onSpan={onSpan} />
      )}
      {isRunning(span, today) && <p className={styles.rule}>{text("esg.rule")}</p>}
    </div>
  );
}

/** True where today is in the span: a lifetime always, a year or month that today is in. */
const isRunning = ({ period, at }: EsgSpan, today: string | undefined) =>
  period === "lifetime" || at === undefined || (today?.startsWith(at) ?? false);

function Steps(given: {
  span: EsgSpan;
  today: string;
  knownFrom: string | null;
  onSpan: (span: EsgSpan) => void;
}) {
  const { span, today, knownFrom, onSpan } = given;
  const { text, format } = useWords();
  const length = span.period === "year" ? 4 : 7;
  const now = today.slice(0, length);
  const at = span.at ?? now;
  const go = (by: 1 | -1) => {
    const next = stepped(at, by);
    onSpan(next === now ? { period: span.period } : { period: span.period, at: next });
  };
  return (
    <div className={styles.steps} role="group" aria-label={text(`esg.${span.period}`)}>
      <button
        type="button"
        className={plain.icon}
        aria-label={text("esg.before")}
        disabled={knownFrom === null || at <= knownFrom.slice(0, length)}
        onClick={() => go(-1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </button>
      <b className={styles.at} aria-live="polite">
        {format.month(at)}
      </b>
      <button
        type="button"
        className={plain.icon}
        aria-label={text("esg.after")}
        disabled={at >= now}
        onClick={() => go(1)}
      >
        <ChevronRight size={18} aria-hidden />
      </button>
    </div>
  );
}
