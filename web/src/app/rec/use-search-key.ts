import { useEffect } from "react";

/** What a key belongs to that is pressed there: a field, or a window above the page. */
const TAKEN =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** True where the key belongs to what has the focus, or is part of a shortcut. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest(TAKEN) !== null);

/** The key / leads to the search of the page that is shown; where it has none nothing happens. */
export function useSearchKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTaken(event)) return;
      const field = document.querySelector<HTMLElement>('main input[type="search"]');
      if (field === null) return;
      event.preventDefault();
      field.focus();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
