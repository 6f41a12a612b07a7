/**
 * The end of a gauge for a capacity: rounded up to a multiple of 100 below 100, of 1000 below 1000, else of 10000
 * (M275). At least one step, so that nothing installed still has a scale.
 */
export function gaugeMax(capacity: number): number {
  const step = capacity < 100 ? 100 : capacity < 1000 ? 1000 : 10_000;
  return Math.max(step, Math.ceil(capacity / step) * step);
}

const at = (cx: number, cy: number, r: number, degrees: number): [number, number] => [
  cx + r * Math.cos((degrees * Math.PI) / 180),
  cy + r * Math.sin((degrees * Math.PI) / 180),
];

/** A point on a circle, degrees clockwise from three o'clock as SVG counts. */
export const pointOn = (circle: { cx: number; cy: number; r: number }, degrees: number): [number, number] =>
  at(circle.cx, circle.cy, circle.r, degrees);

/** The SVG path of an arc between two angles, clockwise. */
export function arcPath(circle: { cx: number; cy: number; r: number }, from: number, to: number): string {
  const [x0, y0] = pointOn(circle, from);
  const [x1, y1] = pointOn(circle, to);
  const large = to - from > 180 ? 1 : 0;
  return `M${x0.toFixed(2)} ${y0.toFixed(2)}A${circle.r} ${circle.r} 0 ${large} 1 ${x1.toFixed(2)} ${y1.toFixed(2)}`;
}

const MARK = { tip: 8.5, base: 16, halfWidthDeg: 3.2 };

/** The corners of a mark that points at a ring from outside of it: it touches the ring and crosses nothing, as a needle would. */
export function markAt(ring: { cx: number; cy: number; r: number }, degrees: number): string {
  const corners = [
    pointOn({ ...ring, r: ring.r + MARK.tip }, degrees),
    pointOn({ ...ring, r: ring.r + MARK.base }, degrees - MARK.halfWidthDeg),
    pointOn({ ...ring, r: ring.r + MARK.base }, degrees + MARK.halfWidthDeg),
  ];
  return corners.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}
