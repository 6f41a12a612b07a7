// What a language has to say for notices.
import type { AlarmKind } from "@heliograph/contract";

/** Kinds of alarms but those of a water heater's controller, which are said alike. */
export type PlantKind = Exclude<AlarmKind, `swh_${string}`>;

/** The words of a language. Times come as "14:02 23/11". */
export interface NoticeWords {
  readonly kinds: Readonly<Record<PlantKind, string>>;
  readonly heater: string;
  readonly region: (projects: number) => string;
  /** Nobody has taken it. */
  readonly escalated: (title: string) => string;
  readonly resolved: (title: string) => string;
  readonly since: (time: string) => string;
  readonly until: (time: string) => string;
  readonly alarms: (count: number) => string;
  /** Names of projects, and how many more there are. */
  readonly projects: (names: string, more: number) => string;
}
