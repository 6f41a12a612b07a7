// A field for a day. The calendar behind it is antd's, and is loaded when the field is first touched.
import type { Day } from "@heliograph/contract/kernel/time";
import { Calendar } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { inAntd } from "./antd.tsx";
import type { DateFieldProps } from "./DateFieldPicker.tsx";
import { useFormat } from "./format.ts";

const load = inAntd(async () => (await import("./DateFieldPicker.tsx")).DateFieldPicker);
const Picker = lazy(load);

/** One day, typed or chosen in a calendar; days that `isOff` cannot be chosen. */
export function DateField(given: Omit<DateFieldProps, "opened">) {
  const [picking, setPicking] = useState<"closed" | "typed" | "opened">("closed");
  const still = <StillField {...given} pick={setPicking} />;
  if (picking === "closed") return still;
  return (
    <Suspense fallback={still}>
      <Picker {...given} opened={picking === "opened"} />
    </Suspense>
  );
}

/** What stands in the place of the calendar's field until that is needed: it looks and is named the same. */
function StillField(given: Omit<DateFieldProps, "opened"> & { pick: (how: "typed" | "opened") => void }) {
  const format = useFormat();
  return (
    <span className="datefield">
      <input
        readOnly
        aria-label={given.label}
        value={format.day(given.day satisfies Day)}
        disabled={given.disabled}
        onPointerEnter={() => void load()}
        onPointerDown={() => given.pick("opened")}
        onFocus={() => given.pick("typed")}
      />
      {given.withIcon && <Calendar size={14} aria-hidden />}
    </span>
  );
}
