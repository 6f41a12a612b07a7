import { History } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useRecView } from "../../../platform/rec/acting.ts";
import { plainGmt8, plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { Popover } from "../../../ui/controls/windows/Popover.tsx";
import styles from "./Inventory.module.css";

/** The first day that a ledger may have. */
const FIRST_DAY = "2015-01-01";

/** Balances at any instant, chosen in GMT+8. */
export function AsOf({ asOf }: { asOf: string | null }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t("inventory.asOfChoose")}
      content={<Choice asOf={asOf} close={() => setOpen(false)} />}
    >
      <Button icon={<History size={16} aria-hidden />}>{t("inventory.asOfButton")}</Button>
    </Popover>
  );
}

function Choice({ asOf, close }: { asOf: string | null; close: () => void }) {
  const t = useText();
  const { change } = useRecView();
  const [now] = useState(() => Date.now());
  const [day, setDay] = useState(() => plainGmt8Day(asOf ?? now));
  const [time, setTime] = useState(() => (asOf === null ? "23:59" : plainGmt8(asOf).slice(11, 16)));
  const show = () => {
    // The end of the minute: what happened in it is counted.
    const at = Date.parse(`${day}T${time}:59.999+08:00`);
    change({ as_of: at >= now ? undefined : new Date(at).toISOString(), open: undefined, page: undefined });
    close();
  };
  return (
    <div className={styles.choice}>
      <DateField
        label={t("inventory.day")}
        today={plainGmt8Day(now)}
        min={FIRST_DAY}
        max={plainGmt8Day(now)}
        value={day}
        onChange={setDay}
      />
      <TimeField label={t("inventory.time")} value={time} onChange={setTime} />
      <Button type="primary" onClick={show}>
        {t("inventory.show")}
      </Button>
    </div>
  );
}
