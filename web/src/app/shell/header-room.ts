// How many entries the header has room for: counted by their widths, not by the window's (the same words are longer in Vietnamese).

/** Widths in px. */
interface HeaderWidths {
  /** What the entries and the account's name have together. */
  readonly room: number;
  readonly entries: readonly number[];
  /** The button of what has no room. */
  readonly more: number;
  readonly name: number;
}

/** What the header shows: the first so many entries, and whether the account's name stands beside its picture. */
export interface HeaderFit {
  readonly entries: number;
  readonly name: boolean;
}

/** Where the row is full, first the account's name goes, then the last entries go under More. */
export function headerFit({ room, entries, more, name }: HeaderWidths): HeaderFit {
  const all = entries.reduce((sum, width) => sum + width, 0);
  if (all <= room) return { entries: entries.length, name: all + name <= room };
  let taken = more;
  const first = entries.findIndex((width) => {
    taken += width;
    return taken > room;
  });
  return { entries: Math.max(0, first), name: false };
}
