// The order of a list's columns, kept for the session (M42).
import { useState } from "react";

/** `keys` in the order of `wanted`; unknown keys are dropped and new ones keep their place at the end. */
export function ordered<Key extends string>(keys: readonly Key[], wanted: readonly string[]): Key[] {
  const known = wanted.filter(
    (key, index): key is Key => keys.some((one) => one === key) && wanted.indexOf(key) === index,
  );
  return [...known, ...keys.filter((key) => !known.includes(key))];
}

/** The keys with `key` moved to the position `to`, counted in the result; an unknown key changes nothing. */
export function moved<Key extends string>(keys: readonly Key[], key: Key, to: number): Key[] {
  if (!keys.includes(key)) return [...keys];
  const rest = keys.filter((one) => one !== key);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), key, ...rest.slice(at)];
}

export interface ColumnOrder<Key extends string> {
  readonly keys: readonly Key[];
  readonly move: (key: Key, to: number) => void;
  readonly reset: () => void;
}

/** The order of the columns of the list `list`, and the ways to change it. */
export function useColumnOrder<Key extends string>(list: string, keys: readonly Key[]): ColumnOrder<Key> {
  const storageKey = `column_order:${list}`;
  const [order, setOrder] = useState(() => ordered(keys, restored(storageKey)));
  const keep = (next: Key[]) => {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
    setOrder(next);
  };
  return {
    keys: order,
    move: (key, to) => keep(moved(order, key, to)),
    reset: () => {
      sessionStorage.removeItem(storageKey);
      setOrder([...keys]);
    },
  };
}

function restored(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}
