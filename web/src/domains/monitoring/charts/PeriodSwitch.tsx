import { Segmented } from "../../../ui/controls/Segmented.tsx";
import type { ProductionView } from "./production-range.ts";
import { useWords } from "../words.ts";

/** Day or month (M161). */
export function PeriodSwitch(given: {
  label: string;
  view: ProductionView;
  disabled: boolean;
  onView: (view: ProductionView) => void;
}) {
  const { text } = useWords();
  const options = [
    { value: "day" as const, label: text("Day") },
    { value: "month" as const, label: text("Month") },
  ];
  return (
    <Segmented<ProductionView>
      label={given.label}
      value={given.view}
      disabled={given.disabled}
      options={options}
      onChange={given.onView}
    />
  );
}
