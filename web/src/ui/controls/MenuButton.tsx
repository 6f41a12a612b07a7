import { lazy, type ReactNode } from "react";
import { OpenedLater } from "./OpenedLater.tsx";
import type { MenuContent } from "./opened/props.ts";

interface MenuButtonProps extends MenuContent {
  /** Class, title and name of the button. */
  readonly className?: string | undefined;
  readonly title?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  /** True: what is shown stands in its menu. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

const load = () => import("./opened/MenuList.tsx");
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

/** A button that opens a menu (ARIA menu button): arrows, Home, End and letters move, Escape and Tab close. */
export function MenuButton(given: MenuButtonProps) {
  const { className, title, label, disabled = false, current = false, children, ...menu } = given;
  const trigger = (
    <button
      type="button"
      className={className}
      title={title}
      aria-label={label}
      aria-current={current || undefined}
      disabled={disabled}
    >
      {children}
    </button>
  );
  return (
    <OpenedLater kind="menu" load={load} trigger={trigger}>
      <MenuList {...menu} trigger={trigger} />
    </OpenedLater>
  );
}
