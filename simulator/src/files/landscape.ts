// Sky, hills and ground behind a plant.
import { random } from "../physics/random.ts";
import { canvas, fill, glow, mix, type Canvas, type Color, type Point } from "./canvas.ts";

export const WIDTH = 960;
export const HEIGHT = 600;

/** The light and the land of a picture. */
export interface Mood {
  readonly zenith: Color;
  readonly horizon: Color;
  readonly hill: Color;
  readonly ground: Color;
  readonly groundFar: Color;
  readonly sun: Color;
}

const GREEN = { hill: [104, 142, 118], ground: [112, 146, 82], groundFar: [158, 182, 128] } as const;
const DRY = { hill: [168, 128, 100], ground: [196, 160, 118], groundFar: [216, 190, 154] } as const;
const FIELD = { hill: [134, 140, 104], ground: [188, 176, 106], groundFar: [214, 204, 148] } as const;
const NOON = { zenith: [58, 124, 196], horizon: [196, 222, 238], sun: [255, 252, 236] } as const;
const MORNING = { zenith: [84, 138, 196], horizon: [248, 222, 186], sun: [255, 236, 190] } as const;
const LATE = { zenith: [72, 108, 172], horizon: [250, 202, 160], sun: [255, 220, 160] } as const;
const HAZY = { zenith: [128, 164, 196], horizon: [222, 230, 232], sun: [255, 250, 238] } as const;

const LANDS: Record<string, typeof GREEN | typeof DRY | typeof FIELD> = {
  southCoast: DRY,
  atacama: DRY,
  centralValley: FIELD,
  alentejo: FIELD,
  wheatbelt: FIELD,
};
const LIGHTS: Record<string, typeof NOON | typeof MORNING | typeof LATE | typeof HAZY> = {
  north: HAZY,
  yangtze: HAZY,
  highland: MORNING,
  centre: MORNING,
  alentejo: LATE,
  wheatbelt: LATE,
};

/** How it looks where a climate is. */
export const moodOf = (climate: string): Mood => ({
  ...(LANDS[climate] ?? GREEN),
  ...(LIGHTS[climate] ?? NOON),
});

type Draw = ReturnType<typeof random>;

function clouds(on: Canvas, draw: Draw, mood: Mood, horizonY: number): void {
  const count = 3 + Math.floor(draw.uniform() * 3);
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [draw.uniform() * WIDTH, 40 + draw.uniform() * (horizonY - 150)];
    const size = 0.6 + draw.uniform();
    for (let puff = 0; puff < 9; puff += 1) {
      const at: Point = [x + (draw.uniform() - 0.5) * 190 * size, y + (draw.uniform() - 0.5) * 26 * size];
      const radius = (34 + draw.uniform() * 46) * size;
      glow(
        on,
        [
          [at[0], at[1] + 9],
          [radius * 1.5, radius * 0.6],
        ],
        mix(mood.zenith, [255, 255, 255], 0.55),
        0.3,
      );
      glow(on, [at, [radius * 1.5, radius * 0.62]], [255, 255, 255], 0.5);
    }
  }
}

/** A row of hills: a line of slow and quick waves. */
function hills(on: Canvas, draw: Draw, of: { y: number; height: number; color: Color }): void {
  const waves = Array.from({ length: 4 }, (_, i) => ({
    length: WIDTH / (1 + i * 1.7 + draw.uniform()),
    start: draw.uniform() * 6.28,
    depth: of.height / (1 + i * 1.6),
  }));
  const ridge: Point[] = [];
  for (let x = 0; x <= WIDTH; x += 6) {
    const lift = waves.reduce(
      (sum, { length, start, depth }) => sum + depth * Math.sin((6.28 * x) / length + start),
      0,
    );
    ridge.push([x, of.y - of.height - lift]);
  }
  fill(on, [...ridge, [WIDTH, of.y + 30], [0, of.y + 30]], of.color);
}

/** Sky with sun and clouds, two rows of hills, and the ground from `horizonY` down. */
export function landscape(key: string, mood: Mood, horizonY: number): Canvas {
  const draw = random(`${key}|picture`);
  const on = canvas(WIDTH, HEIGHT);
  const sky = (_: number, y: number): Color => mix(mood.zenith, mood.horizon, (y / horizonY) ** 1.4);
  fill(
    on,
    [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, horizonY],
      [0, horizonY],
    ],
    sky,
  );
  const sun: Point = [120 + draw.uniform() * (WIDTH - 240), 70 + draw.uniform() * 70];
  glow(on, [sun, [330, 330]], mood.sun, 0.6);
  glow(on, [sun, [64, 64]], [255, 255, 250], 1);
  clouds(on, draw, mood, horizonY);
  hills(on, draw, { y: horizonY, height: 34, color: mix(mood.hill, mood.horizon, 0.55) });
  hills(on, draw, { y: horizonY, height: 16, color: mix(mood.hill, mood.horizon, 0.2) });
  const ground = (_: number, y: number): Color =>
    mix(mood.groundFar, mood.ground, Math.min(1, (y - horizonY) / (HEIGHT - horizonY) + 0.05));
  fill(
    on,
    [
      [0, horizonY],
      [WIDTH, horizonY],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    ground,
  );
  return on;
}
