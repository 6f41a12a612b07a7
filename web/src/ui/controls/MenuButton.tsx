import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Floating } from "./Floating.tsx";
import type { Placement } from "./floating-place.ts";

interface Entry {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly run: () => void;
}
/** An entry of a menu; "divider" is a line between two. */
export type MenuItem = Entry | "divider";

interface Props {
  readonly items: readonly MenuItem[];
  /** The key of the entry that is in force, where the menu is a choice. */
  readonly chosen?: string;
  readonly placement?: Placement;
  /** Class, title and name of the button. */
  readonly className: string;
  readonly title?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const pressable = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];

function move(event: KeyboardEvent<HTMLElement>): void {
  const entries = pressable(event.currentTarget);
  const at = entries.findIndex((one) => one === document.activeElement);
  const to = MOVES[event.key]?.(at, entries.length);
  if (to === undefined) return;
  event.preventDefault();
  entries[to]?.focus();
}

/** A button that opens a menu (ARIA menu button): arrows, Home and End move, Escape and Tab close. */
export function MenuButton({ items, chosen, placement = "bottomLeft", children, ...button }: Props) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const run = (item: Entry) => {
    close();
    item.run();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={button.className}
        title={button.title}
        aria-label={button.label}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={button.disabled}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <Floating
          anchor={anchor}
          placement={placement}
          close={close}
          focus={(menu) =>
            (menu.querySelector<HTMLElement>("[aria-checked=true]") ?? pressable(menu)[0])?.focus()
          }
          role="menu"
          className="menu"
          onKeyDown={(event) => (event.key === "Tab" ? close() : move(event))}
        >
          <Entries items={items} chosen={chosen} run={run} />
        </Floating>
      )}
    </>
  );
}

function Entries({
  items,
  chosen,
  run,
}: {
  items: readonly MenuItem[];
  chosen: string | undefined;
  run: (item: Entry) => void;
}) {
  return items.map((item, index) =>
    item === "divider" ? (
      // A line has no name but its place.
      // oxlint-disable-next-line react/no-array-index-key
      <hr key={index} />
    ) : (
      <button
        type="button"
        key={item.key}
        role={chosen === undefined ? "menuitem" : "menuitemradio"}
        aria-checked={chosen === undefined ? undefined : item.key === chosen}
        tabIndex={-1}
        disabled={item.disabled}
        onClick={() => run(item)}
      >
        {item.icon}
        <span>{item.label}</span>
      </button>
    ),
  );
}
