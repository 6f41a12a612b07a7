import { lazy, type ReactNode } from "react";
import { OpenedLater } from "./OpenedLater.tsx";
import type { Placement } from "./placement.ts";

/** One entry of a menu. */
export interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** An address makes it a link, which a middle click opens in a new tab. */
  readonly to?: string;
  readonly run?: () => void;
}
/** An entry of a menu; "divider" is a line between two. */
export type MenuItem = MenuEntry | "divider";

/** What a menu shows. */
export interface MenuProps {
  readonly items: readonly MenuItem[];
  /** The key of the entry that is in force, where the menu is a choice. */
  readonly chosen?: string;
  readonly placement?: Placement;
}

interface MenuButtonProps extends MenuProps {
  /** Class, title and name of the button. */
  readonly className?: string | undefined;
  readonly title?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

const load = () => import("./opened/MenuList.tsx");
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

/** A button that opens a menu (ARIA menu button): arrows, Home, End and letters move, Escape and Tab close. */
export function MenuButton(given: MenuButtonProps) {
  const { className, title, label, disabled = false, children, ...menu } = given;
  const trigger = (
    <button type="button" className={className} title={title} aria-label={label} disabled={disabled}>
      {children}
    </button>
  );
  return (
    <OpenedLater kind="menu" load={load} trigger={trigger}>
      <MenuList {...menu} trigger={trigger} />
    </OpenedLater>
  );
}
