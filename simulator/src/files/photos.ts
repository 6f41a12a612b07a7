// Pictures of a plant, drawn for the demonstration: what stands there, and what shines on it.
import type { Plant, PvPlant, SwhPlant } from "../fleet/plant.ts";
import { random } from "../physics/random.ts";
import { fill, glow, stroke, mix, png, within, type Canvas, type Color, type Point } from "./canvas.ts";
import { HEIGHT, landscape, moodOf, WIDTH, type Mood } from "./landscape.ts";
import { collector, moduleTable, type Corners } from "./modules.ts";

const HORIZON = 300;

/** Walls by what the plant is for; the first letters of a load. */
const WALLS: Record<string, Color> = {
  two_shift: [214, 218, 222],
  cooling: [232, 238, 242],
  daytime: [236, 222, 196],
  flat: [222, 226, 216],
  household: [226, 206, 186],
};

/** Rows of tables on the ground, from far to near. */
function solarPark(key: string, mood: Mood): Canvas {
  const on = landscape(key, mood, 250);
  const draw = random(`${key}|rows`);
  const lean = (draw.uniform() - 0.5) * 120;
  const rows = 8;
  for (let row = 0; row < rows; row += 1) {
    const near = (row / (rows - 1)) ** 1.7;
    const y = 276 + near * 250;
    const height = 10 + near * 74;
    const shift = lean * near;
    const [x1, x2] = [60 - near * 220 + shift, WIDTH - 60 + near * 220 + shift];
    fill(
      on,
      [
        [x1, y + height * 0.94],
        [x2, y + height * 0.94],
        [x2 + 30 * near, y + height * 1.34],
        [x1 + 30 * near, y + height * 1.34],
      ],
      mix(mood.ground, [40, 44, 40], 0.55),
      0.75,
    );
    for (let post = 0; post <= 12; post += 1) {
      const x = x1 + ((x2 - x1) * post) / 12;
      stroke(
        on,
        [
          [x, y + height * 0.6],
          [x, y + height * 1.2],
        ],
        1 + near * 4,
        [120, 126, 130],
      );
    }
    const tables = 4;
    for (let table = 0; table < tables; table += 1) {
      const from = x1 + ((x2 - x1) * (table + 0.012)) / tables;
      const to = x1 + ((x2 - x1) * (table + 0.988)) / tables;
      const corners: Corners = [
        [from + 16 * near, y],
        [to + 16 * near, y],
        [to, y + height],
        [from, y + height],
      ];
      moduleTable(on, corners, { across: 12, down: 2 });
    }
  }
  return on;
}

interface House {
  readonly left: number;
  readonly right: number;
  readonly eaves: number;
  readonly ridge: number;
  readonly foot: number;
}

function windows(
  on: Canvas,
  { left, right, eaves, foot }: House,
  { floors, across }: { floors: number; across: number },
): void {
  const wall: Corners = [
    [left, eaves],
    [right, eaves],
    [right, foot],
    [left, foot],
  ];
  for (let floor = 0; floor < floors; floor += 1) {
    for (let i = 0; i < across; i += 1) {
      const [u, v] = [(i + 0.22) / across, (floor + 0.3) / floors];
      const [a, c] = [within(wall, u, v), within(wall, u + 0.56 / across, v + 0.42 / floors)];
      fill(on, [a, [c[0], a[1]], c, [a[0], c[1]]], (_, y) =>
        mix([146, 186, 212], [74, 104, 136], (y - a[1]) / (c[1] - a[1])),
      );
    }
  }
}

function houseOf(plant: Plant, draw: ReturnType<typeof random>): House & { big: boolean } {
  const big = plant.capacityWp > 250_000;
  return {
    big,
    left: big ? 70 : 180 + draw.uniform() * 60,
    right: WIDTH - (big ? 90 : 200 - draw.uniform() * 40),
    eaves: 372,
    ridge: big ? 208 : 188,
    foot: 520,
  };
}

function walls(on: Canvas, house: House & { big: boolean }, color: Color, doorAt: number): void {
  const { left, right, eaves, foot } = house;
  const yard = (_: number, y: number): Color => mix([176, 176, 172], [132, 134, 134], (y - foot) / 100);
  fill(
    on,
    [
      [0, foot - 26],
      [WIDTH, foot - 26],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    yard,
  );
  const shadow: readonly [Point, Point] = [
    [(left + right) / 2, foot + 6],
    [(right - left) * 0.62, 34],
  ];
  glow(on, shadow, [60, 62, 62], 0.5);
  const front: Point[] = [
    [left, eaves],
    [right, eaves],
    [right, foot],
    [left, foot],
  ];
  fill(on, front, (x) => mix(color, [120, 122, 124], 0.22 * ((x - left) / (right - left))));
  windows(on, house, house.big ? { floors: 1, across: 14 } : { floors: 2, across: 8 });
  const door = left + (right - left) * doorAt;
  const leaf: Point[] = [
    [door, 446],
    [door + 64, 446],
    [door + 64, foot],
    [door, foot],
  ];
  fill(on, leaf, [92, 104, 116]);
}

/** A building with its roof towards us, full of modules or collectors. */
function rooftop(plant: Plant, mood: Mood, covering: (on: Canvas, roof: Corners) => void): Canvas {
  const on = landscape(plant.key, mood, HORIZON);
  const draw = random(`${plant.key}|house`);
  const color = WALLS[plant.type === "pv" ? plant.load.shape : "household"] ?? [224, 220, 210];
  const house = houseOf(plant, draw);
  walls(on, house, color, 0.2 + 0.5 * draw.uniform());
  const { left, right, eaves, ridge } = house;
  const roof: Corners = [
    [left + 84, ridge],
    [right - 84, ridge],
    [right + 18, eaves],
    [left - 18, eaves],
  ];
  fill(on, roof, mix(color, [118, 130, 142], 0.55));
  const seam = mix(color, [150, 160, 170], 0.6);
  for (let i = 0; i <= 46; i += 1) {
    stroke(on, [within(roof, i / 46, 0), within(roof, i / 46, 1)], 0.8, seam);
  }
  covering(on, roof);
  const gutter: readonly [Point, Point] = [
    [left - 20, eaves + 2],
    [right + 20, eaves + 2],
  ];
  stroke(on, gutter, 7, [196, 200, 204]);
  trees(on, draw, mood, house);
  return on;
}

function trees(on: Canvas, draw: ReturnType<typeof random>, mood: Mood, { left, right, foot }: House): void {
  for (const x of [left - 80, left - 130, right + 70, right + 120]) {
    const size = 30 + draw.uniform() * 26;
    stroke(
      on,
      [
        [x, foot + 10],
        [x, foot - size],
      ],
      8,
      [104, 84, 66],
    );
    for (let leaf = 0; leaf < 12; leaf += 1) {
      const at: Point = [x + (draw.uniform() - 0.5) * size * 1.7, foot - size * (1 + draw.uniform() * 1.3)];
      const green = mix(mood.hill, [58, 104, 62], 0.45 + 0.5 * draw.uniform());
      glow(on, [at, [size * 0.72, size * 0.66]], green, 0.95);
    }
  }
}

const sub = (roof: Corners, [u1, v1]: Point, [u2, v2]: Point): Corners => [
  within(roof, u1, v1),
  within(roof, u2, v1),
  within(roof, u2, v2),
  within(roof, u1, v2),
];

function roofModules(plant: PvPlant): (on: Canvas, roof: Corners) => void {
  const blocks = Math.min(Math.max(Math.round(plant.capacityWp / 150_000), 1), 4);
  return (on, roof) => {
    for (let block = 0; block < blocks; block += 1) {
      for (const [top, low] of [
        [0.09, 0.47],
        [0.53, 0.91],
      ] as const) {
        const corners = sub(roof, [(block + 0.06) / blocks, top], [(block + 0.94) / blocks, low]);
        moduleTable(on, corners, { across: Math.round(26 / blocks), down: 3 });
      }
    }
  };
}

function roofCollectors(plant: SwhPlant): (on: Canvas, roof: Corners) => void {
  const count = Math.min(Math.max(Math.round(plant.collector.areaM2 / 8), 1), 4);
  return (on, roof) => {
    for (let i = 0; i < count; i += 1) {
      collector(on, sub(roof, [(i + 0.1) / count, 0.2], [(i + 0.9) / count, 0.84]), plant.collectorType);
    }
    const tank = within(roof, 0.5, 0.02);
    stroke(
      on,
      [
        [tank[0] - 130, tank[1] - 18],
        [tank[0] + 130, tank[1] - 18],
      ],
      52,
      [198, 204, 210],
    );
    stroke(
      on,
      [
        [tank[0] - 130, tank[1] - 30],
        [tank[0] + 130, tank[1] - 30],
      ],
      12,
      [238, 242, 244],
    );
  };
}

/** Modules or collectors from close by, with the sky over them. */
function closeUp(plant: Plant, mood: Mood): Canvas {
  const on = landscape(`${plant.key}|near`, mood, 250);
  const draw = random(`${plant.key}|near`);
  const turn = (draw.uniform() - 0.5) * 160;
  const corners: Corners = [
    [180 + turn, 214],
    [WIDTH - 120 + turn, 176],
    [WIDTH + 180, HEIGHT + 60],
    [-120, HEIGHT + 40],
  ];
  if (plant.type === "swh") collector(on, corners, plant.collectorType);
  else moduleTable(on, corners, { across: 6, down: 3 });
  return on;
}

export interface DemoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Two pictures of a plant: where it stands, and what is on its roof or ground. The same for the same plant. */
export function photosOf(plant: Plant): DemoFile[] {
  const mood = moodOf(plant.site.climate.name);
  const isPark = plant.type === "pv" && plant.load.peakW < 20_000;
  const wide = isPark
    ? solarPark(plant.key, mood)
    : rooftop(plant, mood, plant.type === "pv" ? roofModules(plant) : roofCollectors(plant));
  return [
    { name: `${plant.key}.png`, bytes: png(wide) },
    {
      name: `${plant.key}-${plant.type === "pv" ? "modules" : "collectors"}.png`,
      bytes: png(closeUp(plant, mood)),
    },
  ];
}
