import type { ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { ChevronLeft, ChevronRight, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { mayChange } from "../../fleet/index.ts";
import { NzeRuleForm } from "../zero-export/NzeRuleForm.tsx";
import { monthBeside, useComplianceView } from "./compliance-view.ts";
import styles from "./Compliance.module.css";

const nameOf = ({ gateway_info: { alias, serial } }: ZeroExportGateway) => alias ?? serial;

/** Which gateway, which month, and what was agreed. */
export function ComplianceControls(given: {
  project: ProjectInfo;
  gateway: ZeroExportGateway;
  gateways: readonly ZeroExportGateway[];
}) {
  const { project, gateway, gateways } = given;
  const { text } = useWords();
  const { month, today, change } = useComplianceView(project.timezone);
  const [open, setOpen] = useState(false);
  const go = (next: string) => change({ month: next, day: null });
  const next = monthBeside(month, 1);
  return (
    <div className={styles.controls}>
      {gateways.length > 1 && (
        <Select
          label={text("compliance.gateway")}
          hideLabel
          value={gateway.gateway_info.uid}
          options={gateways.map((one) => ({ value: one.gateway_info.uid, label: nameOf(one) }))}
          onChange={(uid) => change({ gateway: uid, day: null })}
        />
      )}
      <div className={styles.dates}>
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label={text("compliance.before")}
          title={text("compliance.before")}
          onClick={() => go(monthBeside(month, -1))}
        />
        <DateField
          label={text("compliance.month")}
          hideLabel
          className={styles.date}
          part="month"
          today={today}
          max={today}
          value={`${month}-01`}
          onChange={(day) => go(day.slice(0, 7))}
        />
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label={text("compliance.after")}
          title={text("compliance.after")}
          disabled={next > today.slice(0, 7)}
          onClick={() => go(next)}
        />
      </div>
      {mayChange(project) && (
        <Button icon={<SlidersHorizontal size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {text("nze.rule")}
        </Button>
      )}
      {open && <NzeRuleForm gateway={gateway} name={nameOf(gateway)} close={() => setOpen(false)} />}
    </div>
  );
}
