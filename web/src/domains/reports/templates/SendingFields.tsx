import { localDay } from "@heliograph/contract/kernel/time";
import { REPORT_PERIODS, REPORT_SCHEDULES } from "@heliograph/contract/reports/templates/sending";
import { X } from "lucide-react";
import { useState } from "react";
import { useNow } from "../../../platform/clock.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { ReportDraft } from "./report-draft.ts";
import styles from "./Reports.module.css";

interface Sending {
  readonly draft: ReportDraft;
  readonly change: (part: Partial<ReportDraft>) => void;
  readonly timezone: string;
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const DAYS = [...Array.from({ length: 31 }, (_, at) => String(at + 1)), "last"];
const HALF_MINUTE = 30_000;

/** When the report is made, of which days, and where it goes. */
export function SendingFields(given: Sending) {
  const { draft, change } = given;
  const { text } = useWords();
  return (
    <Panel title={text("reports.sending")}>
      <div className={styles.form}>
        <Segmented
          label={text("reports.repeat")}
          value={draft.schedule}
          options={REPORT_SCHEDULES.map((value) => ({ value, label: text(`reports.repeat.${value}`) }))}
          onChange={(schedule) => change({ schedule })}
        />
        <When {...given} />
        <Select
          label={text("reports.period")}
          value={draft.period}
          options={REPORT_PERIODS.map((value) => ({ value, label: text(`reports.period.${value}`) }))}
          onChange={(period) => change({ period })}
        />
        {draft.period === "from_to" && <Range {...given} />}
        <Segmented
          label={text("reports.delivery")}
          value={draft.delivery_method}
          options={(["email", "download", "webhook"] as const).map((value) => ({
            value,
            label: text(`reports.delivery.${value}`),
          }))}
          onChange={(delivery_method) => change({ delivery_method })}
        />
        {draft.delivery_method === "email" && <Recipients {...given} />}
      </div>
    </Panel>
  );
}

function When({ draft, change, timezone }: Sending) {
  const { text } = useWords();
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const { send_on, schedule } = draft;
  const set = (part: Partial<ReportDraft["send_on"]>) => change({ send_on: { ...send_on, ...part } });
  return (
    <div className={styles.pair}>
      {schedule === "weekly" && (
        <Select
          label={text("reports.weekday")}
          value={send_on.weekday ?? "mon"}
          options={WEEKDAYS.map((value) => ({ value, label: text(`reports.weekday.${value}`) }))}
          onChange={(weekday) => set({ weekday })}
        />
      )}
      {schedule === "monthly" && (
        <Select
          label={text("reports.day")}
          value={String(send_on.day ?? 1)}
          options={DAYS.map((value) => ({
            value,
            label: value === "last" ? text("reports.lastDay") : value,
          }))}
          onChange={(day) => set({ day: day === "last" ? "last" : Number(day) })}
        />
      )}
      {schedule === "once" && (
        <DateField
          label={text("reports.date")}
          today={today}
          value={send_on.date}
          onChange={(date) => set({ date })}
        />
      )}
      <TimeField
        label={text("reports.at", { zone: timezone })}
        value={send_on.time}
        onChange={(time) => set({ time })}
      />
    </div>
  );
}

function Range({ draft, change, timezone }: Sending) {
  const { text } = useWords();
  const today = localDay(timezone, useNow(HALF_MINUTE));
  return (
    <div className={styles.pair}>
      <DateField
        label={text("reports.from")}
        today={today}
        value={draft.from_date}
        onChange={(from_date) => change({ from_date })}
      />
      <DateField
        label={text("reports.to")}
        today={today}
        value={draft.to_date}
        onChange={(to_date) => change({ to_date })}
      />
    </div>
  );
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function Recipients({ draft, change }: Sending) {
  const { text } = useWords();
  const [typed, setTyped] = useState("");
  const add = () => {
    const address = typed.trim();
    if (!ADDRESS.test(address) || draft.email_list.includes(address)) return;
    change({ email_list: [...draft.email_list, address] });
    setTyped("");
  };
  return (
    <div className={styles.form}>
      {draft.email_list.length > 0 && (
        <ul className={styles.chips}>
          {draft.email_list.map((address) => (
            <li key={address}>
              {address}
              <Button
                type="bare"
                size="small"
                icon={<X size={13} aria-hidden />}
                aria-label={text("reports.removeAddress", { address })}
                onClick={() => change({ email_list: draft.email_list.filter((one) => one !== address) })}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={text("reports.recipients")}
        type="email"
        value={typed}
        maxLength={200}
        placeholder={text("reports.addAddress")}
        onChange={setTyped}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
    </div>
  );
}
