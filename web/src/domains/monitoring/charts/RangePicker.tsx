import type { Day } from "@heliograph/contract/kernel/time";
import { CalendarRange } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { inAntd } from "../../../platform/antd.tsx";
import { Popover } from "../../../ui/controls/Popover.tsx";
import { canApply, type Range } from "./production-range.ts";
import { useWords } from "../words.ts";
import styles from "./RangePicker.module.css";

const load = inAntd(async () => (await import("./RangeForm.tsx")).RangeForm);
const RangeForm = lazy(load);

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
  const may = canApply(draft, range, today);
  return (
    <Popover
      open={draft !== null}
      onOpenChange={(open) => setDraft(open ? range : null)}
      label={text("range.change")}
      content={
        <Suspense fallback={<div className={styles.waiting} />}>
          <RangeForm
            draft={shown}
            today={today}
            canApply={may}
            onDraft={setDraft}
            onCancel={close}
            onApply={apply}
          />
        </Suspense>
      }
    >
      <button type="button" className={styles.button} disabled={disabled} onPointerEnter={() => void load()}>
        <CalendarRange size={15} aria-hidden />
        <span className="vh">{text("range.change")}: </span>
        {format.day(range.from)} – {format.day(range.to)}
      </button>
    </Popover>
  );
}
