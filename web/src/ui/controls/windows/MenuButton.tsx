import { lazy, type ReactNode } from "react";
import { Button } from "../Button.tsx";
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
  /** "button": as the other buttons of a page look, with its icon; else it looks as its class says. */
  readonly look?: "button";
  readonly icon?: ReactNode;
  /** Turns in the place of the icon and lets nobody press; of a button that looks as one. */
  readonly loading?: boolean;
  /** True: its menu is open when it first appears. */
  readonly opened?: boolean;
  readonly children: ReactNode;
}

const load = () => import("./opened/MenuList.tsx");
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

/** A button that opens a menu (ARIA menu button): arrows, Home, End and letters move, Escape and Tab close. */
export function MenuButton(given: MenuButtonProps) {
  const { className, title, label, disabled = false, current = false, children, ...more } = given;
  const { look, icon, loading = false, opened = false, ...menu } = more;
  const named = { className, title, "aria-label": label, "aria-current": current || undefined, disabled };
  const trigger =
    look === "button" ? (
      <Button {...named} icon={icon} loading={loading}>
        {children}
      </Button>
    ) : (
      <button type="button" {...named}>
        {children}
      </button>
    );
  return (
    <OpenedLater kind="menu" load={load} trigger={trigger} open={opened}>
      <MenuList {...menu} trigger={trigger} />
    </OpenedLater>
  );
}
