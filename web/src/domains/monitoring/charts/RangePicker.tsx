import type { Day } from "@heliograph/contract/kernel/time";
import { PRODUCTION_CHART_LIMITS } from "@heliograph/contract/monitoring/charts/production-chart";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Popover } from "../../../ui/controls/windows/Popover.tsx";
import { canApply, canChoose, type Range } from "./production-range.ts";
import { useWords } from "../words.ts";
import styles from "./RangePicker.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

interface Props {
  readonly range: Range;
  readonly today: Day;
  readonly disabled: boolean;
  readonly onRange: (range: Range) => void;
}

/** The range's button and its popover: two days, Cancel, and Apply once the range has changed (M52, M186). */
export function RangePicker({ range, today, disabled, onRange }: Props) {
  const { text, format } = useWords();
  const [draft, setDraft] = useState<Range | null>(null);
  const shown = draft ?? range;
  const close = () => setDraft(null);
  const apply = () => {
    onRange(shown);
    close();
  };
  return (
    <Popover
      open={draft !== null}
      onOpenChange={(open) => setDraft(open ? range : null)}
      label={text("range.change")}
      content={
        <div className={styles.form}>
          <Ends draft={shown} today={today} onDraft={setDraft} />
          <p className={styles.hint}>{text("range.limit", { n: PRODUCTION_CHART_LIMITS.days })}</p>
          <div className={styles.actions}>
            <Button onClick={close}>{text("Cancel")}</Button>
            <Button type="primary" disabled={!canApply(draft, range, today)} onClick={apply}>
              {text("Apply")}
            </Button>
          </div>
        </div>
      }
    >
      <button type="button" className={styles.button} disabled={disabled}>
        <CalendarRange size={15} aria-hidden />
        <VisuallyHidden>{text("range.change")}: </VisuallyHidden>
        {format.day(range.from)} – {format.day(range.to)}
      </button>
    </Popover>
  );
}

/** First and last day. Today, which is not over, and what comes after it cannot be chosen (M182). */
function Ends(given: { draft: Range; today: Day; onDraft: (range: Range) => void }) {
  const { draft, today, onDraft } = given;
  const { text } = useWords();
  const isOff = (day: Day) => !canChoose(day, today);
  return (
    <>
      <DateField
        label={text("range.from")}
        value={draft.from}
        today={today}
        max={draft.to}
        isOff={isOff}
        onChange={(from) => onDraft({ ...draft, from })}
      />
      <DateField
        label={text("range.to")}
        value={draft.to}
        today={today}
        min={draft.from}
        isOff={isOff}
        onChange={(to) => onDraft({ ...draft, to })}
      />
    </>
  );
}
