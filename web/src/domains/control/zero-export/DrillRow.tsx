import type { NzeDrill, ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  FlaskConical,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import { useWords } from "../../../platform/words.ts";
import { DrillNow, drillText, WeeklyDrill } from "./drill-actions.tsx";
import styles from "./ZeroExport.module.css";

interface Props {
  readonly gateway: ZeroExportGateway;
  readonly timezone: string;
  readonly mayChange: boolean;
  readonly name: string;
}

const ICONS: Readonly<Record<NzeDrill["result"], LucideIcon>> = {
  asked: LoaderCircle,
  passed: CircleCheck,
  failed: CircleX,
  skipped: CircleDashed,
};

/** The fail-safe drill of a gateway: every week or not, now, and what the newest came to. */
export function DrillRow({ gateway, timezone, mayChange, name }: Props) {
  const words = useWords();
  const { text, format } = words;
  const { drill, weekly_drill_at: next } = gateway;
  const Icon = drill === null ? FlaskConical : ICONS[drill.result];
  return (
    <div className={styles.drill}>
      <p className={styles.result} data-result={drill?.result ?? "none"} role="status">
        <Icon size={15} aria-hidden className={drill?.result === "asked" ? styles.moving : undefined} />
        <b>{text("nze.drill")}</b>
        <span>
          {drill === null
            ? text("nze.drill.none")
            : `${format.dateTime(Date.parse(drill.asked_at), timezone)}: ${drillText(drill, words)}`}
        </span>
      </p>
      <p className={styles.next}>
        {mayChange && <WeeklyDrill gateway={gateway} name={name} />}
        {next === null
          ? text("nze.weekly.off")
          : text("nze.weekly.next", { time: format.dateTime(Date.parse(next), timezone) })}
      </p>
      {mayChange && <DrillNow gateway={gateway} />}
    </div>
  );
}
