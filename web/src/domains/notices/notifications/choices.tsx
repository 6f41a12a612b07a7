// What the panels of the notification settings are made of.
import type { NoticePreferences } from "@heliograph/contract/notices/notifications/notice-preferences";
import type { ReactNode } from "react";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import styles from "./NotificationSettings.module.css";

/** What a panel of choices is given. */
export interface ChoiceProps {
  readonly now: NoticePreferences;
  readonly busy: boolean;
  /** Keeps what is given; it is shown at once. */
  readonly set: (body: Partial<NoticePreferences>) => void;
}

/** A choice with what it means. */
export function Row({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div>
        <strong>{label}</strong>
        <p className={styles.hint}>{hint}</p>
      </div>
      {children}
    </div>
  );
}

/** Several of which any may be chosen. */
export function Boxes<One extends string>(given: {
  legend: string;
  all: readonly One[];
  chosen: readonly One[];
  name: (one: One) => string;
  set: (chosen: One[]) => void;
}) {
  const { legend, all, chosen, name, set } = given;
  return (
    <fieldset className={styles.boxes}>
      <legend>{legend}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={name(one)}
          checked={chosen.includes(one)}
          onChange={(on) => set(all.filter((other) => (other === one ? on : chosen.includes(other))))}
        />
      ))}
    </fieldset>
  );
}
