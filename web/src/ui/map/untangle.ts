// Markers that would lie over each other become one, so that each can be seen, pressed and told from its neighbours.

/** A marker on the map: its centre in px, how many places it stands for, and which parts those are. */
export interface MapMark<Part> {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly parts: readonly Part[];
}

/**
 * Returns the markers with those joined whose squares would overlap: a joined one stands where its places are in the
 * mean and holds the parts of both. `width`: how wide the square of a marker for so many places is, px, of `widest` at
 * most.
 */
export function untangle<Part>(
  marks: readonly MapMark<Part>[],
  width: (count: number) => number,
  widest: number,
): MapMark<Part>[] {
  const cells = new Map<string, Set<MapMark<Part>>>();
  const cellOf = ({ x, y }: { x: number; y: number }) =>
    [Math.floor(x / widest), Math.floor(y / widest)] as const;
  const overlapped = (mark: MapMark<Part>): MapMark<Part> | undefined => {
    const [column, row] = cellOf(mark);
    for (let across = column - 1; across <= column + 1; across++) {
      for (let down = row - 1; down <= row + 1; down++) {
        for (const other of cells.get(`${across},${down}`) ?? []) {
          const room = (width(mark.count) + width(other.count)) / 2;
          if (Math.abs(mark.x - other.x) < room && Math.abs(mark.y - other.y) < room) return other;
        }
      }
    }
    return undefined;
  };
  const cellHolding = (mark: MapMark<Part>): Set<MapMark<Part>> => {
    const key = cellOf(mark).join(",");
    const cell = cells.get(key) ?? new Set();
    cells.set(key, cell);
    return cell;
  };
  // The one that joining made may reach others in turn; each joining leaves one marker fewer, so this ends.
  for (const mark of marks) {
    let placed = mark;
    for (let other = overlapped(placed); other !== undefined; other = overlapped(placed)) {
      cellHolding(other).delete(other);
      placed = joined(other, placed);
    }
    cellHolding(placed).add(placed);
  }
  return [...cells.values()].flatMap((cell) => [...cell]);
}

function joined<Part>(one: MapMark<Part>, other: MapMark<Part>): MapMark<Part> {
  const count = one.count + other.count;
  return {
    x: (one.x * one.count + other.x * other.count) / count,
    y: (one.y * one.count + other.y * other.count) / count,
    count,
    parts: [...one.parts, ...other.parts],
  };
}
