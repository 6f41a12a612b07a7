/** Which edge of what opens is in line with its button's. */
export type Placement = "bottomLeft" | "bottomRight";

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** Left and top in the window: below the anchor, above it where there is more room, and never over the edge. */
export function placed(
  anchor: Pick<DOMRect, "left" | "right" | "top" | "bottom">,
  size: Size,
  view: Size,
  placement: Placement,
): { left: number; top: number } {
  const wanted = placement === "bottomLeft" ? anchor.left : anchor.right - size.width;
  const left = Math.max(EDGE_PX, Math.min(wanted, view.width - size.width - EDGE_PX));
  const below = anchor.bottom + GAP_PX;
  const fits = below + size.height <= view.height - EDGE_PX;
  const moreAbove = anchor.top > view.height - anchor.bottom;
  return { left, top: fits || !moreAbove ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - size.height) };
}
