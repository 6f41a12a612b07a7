import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { makeReportEdition, reportEditions } from "@heliograph/contract/reports/templates/editions";
import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { periodDays } from "@heliograph/contract/reports/templates/sending";
import { useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateRangeField, type DayRange } from "../../../ui/controls/dates/DateRangeField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import styles from "./Reports.module.css";

const HALF_MINUTE = 30_000;
const DELIVER = ["no", "me", "all"] as const;

interface Fields {
  readonly days: DayRange;
  readonly deliver: (typeof DELIVER)[number];
}

/** Has the report made of any days that are over, for oneself or for all who get it. */
export function RunAgainForm({ report }: { report: ProjectReport }) {
  const { text } = useWords();
  const { report_uid, timezone } = report;
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const make = useCall(makeReportEdition, [reportEditions]);
  const [start] = useState(() => periodDays(report, today));
  const defaults = useMemo<Fields>(
    () => ({ days: { from: start.from_date, to: start.to_date }, deliver: "no" }),
    [start],
  );
  const form = useContractForm(makeReportEdition, {
    defaults,
    toBody: ({ days, deliver }: Fields) => ({ report_uid, from_date: days.from, to_date: days.to, deliver }),
    send: (body) => make.mutateAsync({ body }),
    guarded: false,
    ...useOutcome(),
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <DateRangeField
        label={text("reports.period")}
        today={today}
        max={addDays(today, -1)}
        value={form.values.days}
        onChange={(days) => form.change("days", days)}
        fault={form.faultOf("from_date") ?? form.faultOf("to_date")}
      />
      <Select
        label={text("reports.deliver")}
        value={form.values.deliver}
        options={DELIVER.map((value) => ({ value, label: text(`reports.deliver.${value}`) }))}
        onChange={(deliver) => form.change("deliver", deliver)}
      />
      <Button submits loading={form.busy}>
        {text("reports.makeNow")}
      </Button>
    </form>
  );
}
