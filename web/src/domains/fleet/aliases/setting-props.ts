// What the tabs of the window Setting are given.

/** Of which projects the window is. */
export type SettingProjectType = "pv" | "swh";

/** How a project is chosen where none is open (M81). */
export interface SettingChoice {
  readonly type: SettingProjectType;
  readonly uid: string | null;
  readonly choose: (uid: string | null) => void;
}

/** What a tab is given: the project that is open or chosen, and how one is chosen; null in a project. */
export interface SettingTabProps {
  readonly uid: string | null;
  readonly choice: SettingChoice | null;
}
