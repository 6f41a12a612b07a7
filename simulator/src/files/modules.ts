// Modules and collectors as they are seen from somewhere.
import { fill, stroke, mix, within, type Canvas, type Color, type Point } from "./canvas.ts";

export type Corners = readonly [Point, Point, Point, Point];

const GLASS_DARK: Color = [24, 40, 74];
const GLASS_LIGHT: Color = [74, 112, 166];
const FRAME: Color = [176, 188, 200];
const CELL: Color = [58, 84, 128];

/** A table of modules, `across` by `down`, in which the sky is mirrored from its upper edge on. */
export function moduleTable(
  on: Canvas,
  corners: Corners,
  { across, down }: { across: number; down: number },
): void {
  const ys = corners.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const xs = corners.map(([x]) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const glass = (x: number, y: number): Color => {
    const height = (y - top) / Math.max(bottom - top, 1);
    const side = (x - left) / Math.max(right - left, 1);
    const shine = Math.max(0, 1 - Math.abs(side - 0.62 - 0.3 * height) * 3.4) * 0.28;
    return mix(GLASS_DARK, GLASS_LIGHT, 0.75 * (1 - height) ** 1.3 + shine);
  };
  fill(on, corners, glass);
  const size = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]) / across;
  if (size > 26) {
    for (let i = 1; i < across * 3; i += 1) {
      stroke(on, [within(corners, i / (across * 3), 0), within(corners, i / (across * 3), 1)], 0.6, CELL);
    }
    for (let i = 1; i < down * 5; i += 1) {
      stroke(on, [within(corners, 0, i / (down * 5)), within(corners, 1, i / (down * 5))], 0.6, CELL);
    }
  }
  const width = Math.min(Math.max(size / 26, 0.7), 3);
  for (let i = 0; i <= across; i += 1) {
    stroke(on, [within(corners, i / across, 0), within(corners, i / across, 1)], width, FRAME);
  }
  for (let i = 0; i <= down; i += 1) {
    stroke(on, [within(corners, 0, i / down), within(corners, 1, i / down)], width, FRAME);
  }
}

/** A collector: vacuum tubes side by side under their manifold, or one dark plate. */
export function collector(on: Canvas, corners: Corners, kind: "flat_plate" | "evacuated_tube"): void {
  if (kind === "flat_plate") {
    const [top, low] = [corners[0][1], corners[3][1]];
    fill(on, corners, (x, y) =>
      mix(
        [46, 52, 66],
        [104, 124, 150],
        0.8 * Math.max(0, 1 - (y - top) / (low - top)) ** 1.6 + 0.08 * Math.sin(x / 90),
      ),
    );
    for (const edge of [0, 0.5, 1]) {
      stroke(on, [within(corners, edge, 0), within(corners, edge, 1)], 3, FRAME);
    }
    for (const edge of [0, 1]) stroke(on, [within(corners, 0, edge), within(corners, 1, edge)], 3, FRAME);
    return;
  }
  fill(on, corners, [206, 212, 218]);
  const tubes = 18;
  for (let i = 0; i < tubes; i += 1) {
    const u = (i + 0.5) / tubes;
    const width = (Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]) / tubes) * 0.72;
    stroke(on, [within(corners, u, 0.06), within(corners, u, 1)], width, [44, 36, 58]);
    stroke(
      on,
      [within(corners, u - 0.008, 0.06), within(corners, u - 0.008, 1)],
      width * 0.22,
      [132, 122, 158],
    );
  }
  stroke(on, [within(corners, -0.02, 0.02), within(corners, 1.02, 0.02)], 16, [156, 164, 172]);
  stroke(on, [within(corners, -0.02, 0), within(corners, 1.02, 0)], 4, [226, 230, 234]);
}
