import { useSyncExternalStore } from "react";

/** The name where the installation has set no other. */
const OWN_NAME = "Heliograph";
const KEY = "product_name";
const listeners = new Set<() => void>();

const current = () => localStorage.getItem(KEY) ?? OWN_NAME;

/** Keeps the name that the installation has set (app-config): the next visit shows it from the first paint on. */
export function keepProductName(name: string): void {
  if (name === current()) return;
  localStorage.setItem(KEY, name);
  for (const listener of listeners) listener();
}

/** The name of the product, as the installation has set it. */
export function useProductName(): string {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, current);
}
