// How the sections of the settings are laid out, each beside a gap from the next.
import type { ReactNode } from "react";
import styles from "./SettingsLayout.module.css";

/** Fields that belong together, under what they are about. */
export function SettingsPart(given: { title?: string; hint?: string; children: ReactNode }) {
  const { title, hint, children } = given;
  return (
    <fieldset className={styles.part}>
      {title !== undefined && <legend>{title}</legend>}
      {hint !== undefined && <SettingsHint>{hint}</SettingsHint>}
      {children}
    </fieldset>
  );
}

/** As a part, folded until it is pressed, or while `open`. */
export function SettingsFold(given: { title: string; open: boolean; children: ReactNode }) {
  const { title, open, children } = given;
  return (
    <details className={styles.fold} open={open || undefined}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** What a part is for, in a sentence. */
export function SettingsHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}

/** What is wrong with several fields together. */
export function SettingsFault({ children }: { children: ReactNode }) {
  return (
    <p className={styles.fault} role="alert">
      {children}
    </p>
  );
}

/** Fields side by side; fewer in a row on a phone. */
export function SettingsFields({ columns = 2, children }: { columns?: 2 | 4 | 6; children: ReactNode }) {
  return (
    <div className={styles.fields} data-columns={columns}>
      {children}
    </div>
  );
}

/** The buttons of a section, at its end. */
export function SettingsFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

/** Things of a project one below the other: what they are, and what may be done with them. */
export function SettingsList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** One of them. */
export function SettingsItem(given: {
  title: string;
  tag?: ReactNode;
  detail: ReactNode;
  actions: ReactNode;
}) {
  const { title, tag, detail, actions } = given;
  return (
    <li className={styles.item}>
      <div>
        <strong>{title}</strong>
        {tag}
        <p>{detail}</p>
      </div>
      {actions}
    </li>
  );
}

/** The form of a section: its parts, and its buttons below them. */
export function SettingsForm(given: {
  submit: React.ComponentProps<"form">["onSubmit"];
  busy: boolean;
  children: ReactNode;
}) {
  const { submit, busy, children } = given;
  return (
    <form className={styles.parts} onSubmit={submit} noValidate aria-busy={busy}>
      {children}
    </form>
  );
}
