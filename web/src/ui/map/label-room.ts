// Where the names of places find room beside markers and each other. Pure rules, in px of the map's box.

/** A rectangle by its middle and half its size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** A name: where it would stand, and whether it stands whatever is in its way. */
export interface Label extends Box {
  readonly always: boolean;
}

const overlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < one.halfWidth + other.halfWidth &&
  Math.abs(one.y - other.y) < one.halfHeight + other.halfHeight;

/** How far a name may be moved down or up from its place, px: below a marker of one place, or of many. */
const MOVES = [0, 18, -18, 28, -28] as const;
/** Cells of this size are searched for what is in the way, px. */
const CELL = 64;

/** The cells that the box lies in. */
function cellsOf({ x, y, halfWidth, halfHeight }: Box): string[] {
  const cells: string[] = [];
  const last = { column: Math.floor((x + halfWidth) / CELL), row: Math.floor((y + halfHeight) / CELL) };
  for (let column = Math.floor((x - halfWidth) / CELL); column <= last.column; column += 1) {
    for (let row = Math.floor((y - halfHeight) / CELL); row <= last.row; row += 1) {
      cells.push(`${column},${row}`);
    }
  }
  return cells;
}

/** What is taken, found by where it lies: thousands of markers are not searched through for every name. */
function roomBeside(boxes: readonly Box[]) {
  const cells = new Map<string, Box[]>();
  const take = (box: Box) => {
    for (const cell of cellsOf(box)) {
      const here = cells.get(cell);
      if (here === undefined) cells.set(cell, [box]);
      else here.push(box);
    }
  };
  for (const box of boxes) take(box);
  const isFree = (box: Box) =>
    cellsOf(box).every((cell) => cells.get(cell)?.some((other) => overlap(box, other)) !== true);
  return { take, isFree };
}

/**
 * How far down each name is moved, px, in the order of the names; null: it finds no room and is left out. The earlier a
 * name, the earlier it is given room; no name lies over a marker or another name but one that stands always.
 */
export function labelMoves(labels: readonly Label[], markers: readonly Box[]): (number | null)[] {
  const { take, isFree } = roomBeside(markers);
  return labels.map((label) => {
    const moved = (by: number) => ({ ...label, y: label.y + by });
    const free = MOVES.find((by) => isFree(moved(by))) ?? (label.always ? 0 : null);
    if (free !== null) take(moved(free));
    return free;
  });
}
