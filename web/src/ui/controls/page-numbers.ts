/** A page that can be chosen, or the gap between two that are not neighbours. */
type PageEntry = number | "gap-before" | "gap-after";

/** Pages shown on both sides of the current one. */
const BESIDE = 2;

/**
 * The entries of a pagination with `pages` pages: the first, the last, the current one and its neighbours; always as
 * many entries, so that nothing moves under the pointer. Empty for no pages.
 */
export function pageNumbers(current: number, pages: number): PageEntry[] {
  const all = 2 * BESIDE + 5;
  if (pages <= all) return Array.from({ length: pages }, (_, index) => index + 1);
  const at = Math.max(1, Math.min(pages, current));
  const from = Math.min(Math.max(at - BESIDE, 3), pages - all + 3);
  const middle = Array.from({ length: all - 4 }, (_, index) => from + index);
  const before: PageEntry = from === 3 ? 2 : "gap-before";
  const after: PageEntry = from + all - 4 === pages - 1 ? pages - 1 : "gap-after";
  return [1, before, ...middle, after, pages];
}
