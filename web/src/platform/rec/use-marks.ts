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

/** How `ReviewRow` marks an item. `words`: what the mark and its reason are called, of the item's name, and how long a reason may be. */
export const markOf = <Item extends string>(
  { reasonOf, toggle, explain }: Marks<Item>,
  item: Item,
  words: Readonly<{ label: string; mark: string; marked: string; reasonLabel: string; reasonMax: number }>,
) => {
  const { mark, marked, ...named } = words;
  const reason = reasonOf(item);
  return {
    ...named,
    text: reason === undefined ? mark : marked,
    reason,
    toggle: () => toggle(item),
    explain: (next: string) => explain(item, next),
  };
};
