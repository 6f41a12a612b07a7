import { useEffect, useRef } from "react";

/** What keys of the desk do. */
interface DeskKeys {
  /** J and K: one row on or back. */
  readonly move: (by: 1 | -1) => void;
  readonly take: () => void;
  readonly assign: () => void;
  readonly snooze: () => void;
  readonly resolve: () => void;
  readonly select: () => void;
  readonly find: () => void;
  readonly open: () => void;
}

const KEYS: Readonly<Record<string, (keys: DeskKeys) => void>> = {
  j: (keys) => keys.move(1),
  k: (keys) => keys.move(-1),
  t: (keys) => keys.take(),
  a: (keys) => keys.assign(),
  s: (keys) => keys.snooze(),
  r: (keys) => keys.resolve(),
  x: (keys) => keys.select(),
  "/": (keys) => keys.find(),
  Enter: (keys) => keys.open(),
};

/** True where a key belongs to what has the focus: a field, or a window above the page; Enter also to what can be pressed. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]',
    )
  ) {
    return true;
  }
  return event.key === "Enter" && target.closest("a, button, input, tr") !== null;
}

/** Listens for the keys of the desk while it is shown. */
export function useDeskKeys(keys: DeskKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const run = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (run === undefined || isTaken(event)) return;
      event.preventDefault();
      run(latest.current);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
