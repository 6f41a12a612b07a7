import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { useKitWords } from "../kit-words.ts";
import { classNames } from "./class-names.ts";
import styles from "./Tabs.module.css";

export interface Tab<Key extends string = string> {
  readonly key: Key;
  readonly label: ReactNode;
  readonly count?: number;
}

interface BarProps<Key extends string> {
  readonly tabs: readonly Tab<Key>[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
  readonly label: string;
  /** False where choosing is dear, or asks first: arrows move, Enter or Space chooses. */
  readonly activateOnFocus?: boolean;
  readonly className?: string;
  /** True: the tabs stand in a column beside their panel. */
  readonly vertical?: boolean;
}

/** Tabs in a row that scrolls, and the panel of the chosen one. Arrow keys, Home and End move. */
export function Tabs<Key extends string>(
  given: BarProps<Key> & { panelClassName?: string; children: ReactNode },
) {
  const { value, panelClassName, children } = given;
  return (
    <Root {...given}>
      <Bar {...given} />
      <Base.Panel key={value} value={value} className={panelClassName}>
        {children}
      </Base.Panel>
    </Root>
  );
}

/** The row alone, where the panel stands elsewhere on the page. */
export function TabBar<Key extends string>(given: BarProps<Key> & { panelId: string }) {
  return (
    <Root {...given}>
      <Bar {...given} />
    </Root>
  );
}

function Root<Key extends string>(given: BarProps<Key> & { children: ReactNode }) {
  const { tabs, value, onChange, vertical = false, children } = given;
  return (
    <Base.Root
      className={vertical ? styles["beside"] : undefined}
      orientation={vertical ? "vertical" : "horizontal"}
      value={value}
      onValueChange={(next: unknown) => {
        const chosen = tabs.find(({ key }) => key === next);
        if (chosen !== undefined && chosen.key !== value) onChange(chosen.key);
      }}
    >
      {children}
    </Base.Root>
  );
}

function Bar<Key extends string>(given: BarProps<Key> & { panelId?: string }) {
  const { tabs, label, activateOnFocus = true, className, panelId } = given;
  const { lang } = useKitWords();
  return (
    <Base.List
      className={classNames(styles["bar"], className)}
      aria-label={label}
      activateOnFocus={activateOnFocus}
    >
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.key}
          value={tab.key}
          className={styles["tab"]}
          {...(panelId === undefined ? {} : { "aria-controls": panelId })}
        >
          {tab.label}
          {tab.count !== undefined && " "}
          {tab.count !== undefined && (
            <span className={styles["count"]}>{new Intl.NumberFormat(lang).format(tab.count)}</span>
          )}
        </Base.Tab>
      ))}
    </Base.List>
  );
}
