import type { SwhErrorLevel } from "@heliograph/contract/monitoring/heaters";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useWords } from "../words.ts";
import styles from "./LevelTag.module.css";

const LEVEL_ICONS = {
  Critical: CircleAlert,
  Warning: TriangleAlert,
  Notice: Info,
  Normal: CircleCheck,
} as const;

/** Level of an error or status of a sensor: red for Critical, orange for Warning, yellow for what is neither (M77). */
export function LevelTag({ level, label }: { level: SwhErrorLevel | "Normal"; label: string }) {
  const Icon = LEVEL_ICONS[level];
  return (
    <span className={`${styles.level} ${styles[level]}`} data-level={level}>
      <Icon size={14} strokeWidth={2.2} aria-hidden />
      {label}
    </span>
  );
}

/** The name of a level in the language of the page. */
export function useLevelName(): (level: SwhErrorLevel | "Normal") => string {
  const { text } = useWords();
  const names = {
    Critical: "alarms.critical",
    Warning: "Warning",
    Notice: "heater.notice",
    Normal: "heater.normal",
  } as const;
  return (level) => text(names[level]);
}
