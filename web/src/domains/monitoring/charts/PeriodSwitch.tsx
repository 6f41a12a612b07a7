import { usePhone } from "../../../ui/layout/media.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import type { ProductionView } from "./production-range.ts";
import { useWords } from "../words.ts";

/** Day or month (M161). `name` is unique on the page. */
export function PeriodSwitch(given: {
  name: string;
  label: string;
  view: ProductionView;
  disabled: boolean;
  onView: (view: ProductionView) => void;
}) {
  const { text } = useWords();
  const phone = usePhone();
  const options = [
    { value: "day" as const, label: text("Day") },
    { value: "month" as const, label: text("Month") },
  ];
  return (
    <Segmented<ProductionView>
      size={phone ? "large" : "medium"}
      name={given.name}
      aria-label={given.label}
      value={given.view}
      disabled={given.disabled}
      options={options}
      onChange={given.onView}
    />
  );
}
