import { ChevronsLeft, ChevronsRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { addressFor, useActing } from "../../platform/rec/acting.ts";
import { useText } from "../../platform/i18n.tsx";
import { useProductName } from "../../platform/product-name.ts";
import { Tooltip } from "../../ui/controls/windows/Tooltip.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { VisuallyHidden } from "../../ui/layout/VisuallyHidden.tsx";
import { patterns } from "../paths.ts";
import type { CounterKey, RecEntry, RecSection } from "./menu.ts";
import styles from "./SideMenu.module.css";

/** How many records wait for who is signed in, by the entry that leads to them. */
export type Counters = Readonly<Partial<Record<CounterKey, number>>>;

interface SideMenuProps {
  readonly sections: readonly RecSection[];
  readonly counters: Counters;
}

/** The menu at the left: 250 px wide, or 80 folded to its icons (C28, C125). */
export function SideMenu(given: SideMenuProps & { folded: boolean; onFold: (folded: boolean) => void }) {
  const { folded, onFold } = given;
  const t = useText();
  const product = useProductName();
  const account = useActing();
  const name = t(folded ? "registry.unfold" : "registry.fold");
  const Icon = folded ? ChevronsRight : ChevronsLeft;
  return (
    <div className={styles.side} data-folded={folded || undefined}>
      <Link to={addressFor(account, patterns.recDashboard)} className={styles.logo ?? ""}>
        <Logo name={product} ground="canopy" />
      </Link>
      <RecMenu {...given} />
      <button
        type="button"
        className={styles.fold}
        aria-label={name}
        aria-expanded={!folded}
        title={name}
        onClick={() => onFold(!folded)}
      >
        <Icon size={18} aria-hidden />
      </button>
    </div>
  );
}

/** The sections of the menu, in their order. Folded, each name is a tooltip. */
export function RecMenu(given: SideMenuProps & { folded?: boolean; onChoose?: () => void }) {
  const { sections, counters, folded = false, onChoose } = given;
  const t = useText();
  return (
    <nav className={styles.menu} aria-label={t("shell.menu")} data-folded={folded || undefined}>
      {sections.map(({ label, entries }) => (
        <Section key={entries[0]?.to} label={label === null ? null : t(label)} folded={folded}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink
                entry={entry}
                count={entry.counter === undefined ? 0 : (counters[entry.counter] ?? 0)}
                folded={folded}
                {...(onChoose === undefined ? {} : { onChoose })}
              />
            </li>
          ))}
        </Section>
      ))}
    </nav>
  );
}

function Section({
  label,
  folded,
  children,
}: {
  label: string | null;
  folded: boolean;
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={label ?? undefined} className={styles.section}>
      {label !== null && !folded && <p>{label}</p>}
      <ul>{children}</ul>
    </div>
  );
}

function EntryLink(given: { entry: RecEntry; count: number; folded: boolean; onChoose?: () => void }) {
  const { entry, count, folded, onChoose } = given;
  const t = useText();
  const account = useActing();
  const label = t(entry.label);
  const link = (
    <NavLink
      to={addressFor(account, entry.to)}
      end
      className={() => styles.entry}
      {...(onChoose === undefined ? {} : { onClick: onChoose })}
    >
      <entry.icon size={20} strokeWidth={1.9} aria-hidden />
      {folded ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.name}>{label}</span>}
      {count > 0 && (
        <>
          <b className={styles.count} aria-hidden>
            {count}
          </b>
          <VisuallyHidden>{`, ${t("registry.waitForYou", { n: count })}`}</VisuallyHidden>
        </>
      )}
    </NavLink>
  );
  return folded ? <Named label={label}>{link}</Named> : link;
}

const Named = ({ label, children }: { label: string; children: ReactElement }) => (
  <Tooltip label={label}>{children}</Tooltip>
);
