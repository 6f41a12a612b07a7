import type { KeyboardEvent } from "react";

const WAYS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** ↑ and ↓ on a link or button of a row lead to that of the row above or below: in the same column, else its first. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const way = WAYS[event.key];
  const { target } = event;
  if (way === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(target instanceof HTMLElement) || !target.matches("a, button")) return;
  const row = target.closest("tr[data-row]");
  const cell = target.closest("td, th");
  if (row === null || cell === null) return;
  const rows = [...event.currentTarget.querySelectorAll("tr[data-row]")];
  const next = rows[rows.indexOf(row) + way];
  const column = [...row.children].indexOf(cell);
  const control =
    next?.children[column]?.querySelector<HTMLElement>("a, button") ??
    next?.querySelector<HTMLElement>("a, button");
  if (control === null || control === undefined) return;
  event.preventDefault();
  control.focus();
}
