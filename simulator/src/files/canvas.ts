// A small painter: polygons with smooth edges, gradients and soft clouds on a raster, saved as PNG. Nothing but arithmetic, so a
// picture is the same on every machine.
import { crc32, deflateSync } from "node:zlib";

export type Point = readonly [x: number, y: number];
/** Red, green, blue from 0 to 255. */
export type Color = readonly [number, number, number];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

/** A canvas of one colour. */
export function canvas(width: number, height: number, [r, g, b]: Color = [255, 255, 255]): Canvas {
  const pixels = new Float32Array(width * height * 3);
  for (let i = 0; i < pixels.length; i += 3) {
    pixels[i] = r;
    pixels[i + 1] = g;
    pixels[i + 2] = b;
  }
  return { width, height, pixels };
}

/** The colour at a share of the way from one to another. */
export const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

function blend({ width, pixels }: Canvas, [x, y]: Point, [r, g, b]: Color, alpha: number): void {
  const at = (y * width + x) * 3;
  pixels[at] = (pixels[at] ?? 0) + (r - (pixels[at] ?? 0)) * alpha;
  pixels[at + 1] = (pixels[at + 1] ?? 0) + (g - (pixels[at + 1] ?? 0)) * alpha;
  pixels[at + 2] = (pixels[at + 2] ?? 0) + (b - (pixels[at + 2] ?? 0)) * alpha;
}

/** Rows within a pixel at which edges are looked at. */
const SAMPLES = 4;

/** Where the edges of a polygon cross a row, from left to right. */
function crossings(points: readonly Point[], y: number): number[] {
  const found: number[] = [];
  for (const [i, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(i + 1) % points.length] ?? [x1, y1];
    if (y1 <= y !== y2 <= y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  return found.toSorted((a, b) => a - b);
}

function addCoverage(row: Float32Array, from: number, to: number): void {
  const [left, right] = [Math.max(from, 0), Math.min(to, row.length)];
  if (right <= left) return;
  for (let x = Math.floor(left); x < right; x += 1) {
    const share = Math.min(x + 1, right) - Math.max(x, left);
    row[x] = (row[x] ?? 0) + share / SAMPLES;
  }
}

/** Fills a polygon with a colour, or with one that depends on where it is. */
export function fill(
  on: Canvas,
  points: readonly Point[],
  paint: Color | ((x: number, y: number) => Color),
  alpha = 1,
): void {
  const ys = points.map(([, y]) => y);
  const top = Math.max(Math.floor(Math.min(...ys)), 0);
  const bottom = Math.min(Math.ceil(Math.max(...ys)), on.height);
  const xs = points.map(([x]) => x);
  const left = Math.max(Math.floor(Math.min(...xs)), 0);
  const right = Math.min(Math.ceil(Math.max(...xs)), on.width);
  const row = new Float32Array(on.width);
  for (let y = top; y < bottom; y += 1) {
    row.fill(0, left, right);
    for (let s = 0; s < SAMPLES; s += 1) {
      const found = crossings(points, y + (s + 0.5) / SAMPLES);
      for (let i = 0; i + 1 < found.length; i += 2) addCoverage(row, found[i] ?? 0, found[i + 1] ?? 0);
    }
    for (let x = left; x < right; x += 1) {
      const covered = row[x] ?? 0;
      if (covered === 0) continue;
      blend(on, [x, y], typeof paint === "function" ? paint(x, y) : paint, covered * alpha);
    }
  }
}

/** A line of some width. */
export function stroke(on: Canvas, [from, to]: readonly [Point, Point], width: number, paint: Color): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
  const corners: Point[] = [
    [from[0] + nx, from[1] + ny],
    [to[0] + nx, to[1] + ny],
    [to[0] - nx, to[1] - ny],
    [from[0] - nx, from[1] - ny],
  ];
  fill(on, corners, paint);
}

/** A soft round spot, densest in its middle. */
export function glow(
  on: Canvas,
  [[cx, cy], [rx, ry]]: readonly [center: Point, radii: Point],
  paint: Color,
  alpha: number,
): void {
  const [left, right] = [Math.max(Math.floor(cx - rx), 0), Math.min(Math.ceil(cx + rx), on.width)];
  const [top, bottom] = [Math.max(Math.floor(cy - ry), 0), Math.min(Math.ceil(cy + ry), on.height)];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const near = 1 - Math.hypot((x - cx) / rx, (y - cy) / ry);
      if (near > 0) blend(on, [x, y], paint, alpha * near * near * (3 - 2 * near));
    }
  }
}

/** A point between four corners (top left, top right, bottom right, bottom left), by shares across and down. */
export function within(corners: readonly [Point, Point, Point, Point], u: number, v: number): Point {
  const [a, b, c, d] = corners;
  const at = (i: 0 | 1): number => {
    const top = a[i] + (b[i] - a[i]) * u;
    const low = d[i] + (c[i] - d[i]) * u;
    return top + (low - top) * v;
  };
  return [at(0), at(1)];
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** The canvas as a PNG (ISO/IEC 15948), 8 bits a colour, each row as differences from the one above. */
export function png({ width, height, pixels }: Canvas): Uint8Array {
  const stride = width * 3;
  const bytes = Uint8Array.from(pixels, (value) => Math.max(0, Math.min(255, Math.round(value))));
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (stride + 1);
    raw[to] = 2;
    for (let i = 0; i < stride; i += 1) {
      const above = y === 0 ? 0 : (bytes[(y - 1) * stride + i] ?? 0);
      raw[to + 1 + i] = ((bytes[y * stride + i] ?? 0) - above) & 255;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(raw, { level: 5 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ]);
}
