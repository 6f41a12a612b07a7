import { useState } from "react";

interface Mark<Item extends string> {
  readonly item: Item;
  readonly reason: string;
}

/** What a reviewer has marked and why, while the decision is not made. */
export interface Marks<Item extends string> {
  readonly all: readonly Mark<Item>[];
  readonly reasonOf: (item: Item) => string | undefined;
  readonly toggle: (item: Item) => void;
  readonly explain: (item: Item, reason: string) => void;
}

/** Marks that are kept until the page is left. */
export function useMarks<Item extends string>(): Marks<Item> {
  const [all, setAll] = useState<readonly Mark<Item>[]>([]);
  return {
    all,
    reasonOf: (item) => all.find((mark) => mark.item === item)?.reason,
    toggle: (item) =>
      setAll((now) =>
        now.some((mark) => mark.item === item)
          ? now.filter((mark) => mark.item !== item)
          : [...now, { item, reason: "" }],
      ),
    explain: (item, reason) =>
      setAll((now) => now.map((mark) => (mark.item === item ? { item, reason } : mark))),
  };
}
