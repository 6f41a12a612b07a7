// Line drawings of the environment page, drawn for it: one for each tile, and one for each side.
import styles from "./EsgArt.module.css";
import type { EsgSide } from "./esg-view.ts";
import type { TileName } from "./esg-tiles.ts";

const WHEELS = "M15 37.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0M41 37.5a4 4 0 1 1-8 0a4 4 0 1 1 8 0";
const CAR = `M7 37.5H4v-7l5-2l5-9h17l7 9l6 2v7h-3M15 37.5h18M21 19.5v9M11 28.5h25${WHEELS}`;
const BIKE =
  "M17 35a6 6 0 1 1-12 0a6 6 0 1 1 12 0M43 35a6 6 0 1 1-12 0a6 6 0 1 1 12 0M11 35l6-11h11l-6 11h-5M28 24l9 11M26 18h5l3 7M13 24h8";

/** Paths on a square of 48. */
const ART: Record<TileName, string> = {
  forest_ha:
    "M4 42h40M14 42V30M14 10l-7 10h4l-6 10h18l-6-10h4zM34 42v-9M34 16l-6 8h3.500l-5.500 9h16l-5.500-9H40z",
  land_waste_t:
    "M12 15h24l-2.500 28h-19zM9 15h30M19 15v-5h10v5M24 22c-4 0-6 3-6 6M18 28l-2.500-2.500M18 28l2.500-2.500M24 37c4 0 6-3 6-6M30 31l-2.500 2.500M30 31l2.500 2.500",
  coal_burned_t:
    "M4 41h40M8 41l3-8l7-3l5 5l1 6M23 35l5-7l9 2l4 11M18 30l3-8l8-1l3 7M24 6c-4 4 3 6 0 10M31 8c-3 3 2 4 0 7",
  trees:
    "M24 43V23M24 33l7-6M24 29l-6-5M14 43h20M24 5a9 9 0 0 0-9 8a8 8 0 0 0 1 16h16a8 8 0 0 0 1-16a9 9 0 0 0-9-8z",
  car_diesel_km: `${CAR}M34 6c4 5 5 6.500 5 8.500a5 5 0 0 1-10 0c0-2 1-3.500 5-8.500z`,
  car_gas_km: `${CAR}M28 14V6h8v8zM36 8h3l2 2v4M30 9h4`,
  bike_km: `${BIKE}M4 45h40`,
  gas_cars: `${CAR}M8 12h13M8 16h9`,
  motorbikes: `${BIKE}M36 12h7M38 8h5`,
  diesel_cars: `${CAR}M6 10l4 4l8-8`,
  coal_plants:
    "M4 43h40M8 43l3-22h8l3 22M30 43V28h12v15M30 34h12M12 14c0-4 6-3 6-7s6-3 6-1M26 43V33h-5M35 28v-6h4v6",
  gas_plants:
    "M4 43h40M8 43V27h14v16M12 27V13h6v14M28 43V33h14v10M32 33v-9h6v9M15 8c0-3 4-2 4-5M24 19c-3 4-4 5-4 0M35 9c4 4 5 6 5 8a5 5 0 0 1-10 0c0-2 3-3 5-8z",
  phones: "M15 5h18v38H15zM21 9h6M22 38h4M25 15l-5 9h8l-5 9",
  wind_turbines:
    "M14 43h20M22.500 43l.8-18M25.500 43l-.8-18M24 19a3 3 0 1 1 0 .01M24 16V4c3 3 3 9 1.500 12M26.600 20.500l10.400 6c-4 1-9-1-11.500-3M21.400 20.500l-10.400 6c1-4 5-7.500 8.700-9",
  diesel_l: "M8 43V9h18v34M5 43h24M12 14h10v9H12zM26 24h5v12a3 3 0 0 0 6 0V20l-6-7M37 22h-4",
};

/** What the tile stands for. */
export function TileArt({ name }: { name: TileName }) {
  return (
    <svg viewBox="0 0 48 48" width="40" height="40" className={styles.tile} aria-hidden>
      <path d={ART[name]} />
    </svg>
  );
}

const SCENES: Record<EsgSide, readonly string[]> = {
  nature: [
    "M4 130h352",
    "M4 118c40-34 74-48 106-48s58 22 84 22s44-40 78-40s60 40 84 66",
    "M64 130v-22M64 74l-13 19h8l-11 18h32l-11-18h8zM96 130v-14M96 92l-9 13h5l-8 13h24l-8-13h5z",
    "M268 130v-26M268 64c-15 0-20 13-17 20c-9 4-6 20 6 20h22c12 0 15-16 6-20c3-7-2-20-17-20zM306 130v-16M306 88c-9 0-13 8-11 13c-6 3-4 13 4 13h14c8 0 10-10 4-13c2-5-2-13-11-13z",
    "M156 130l8-20h56l8 20zM160 120h64M176 110l-5 20M192 110v20M208 110l5 20",
  ],
  urban: [
    "M4 130h352",
    "M22 130V70h34v60M30 80h6M42 80h6M30 92h6M42 92h6M30 104h6M42 104h6",
    "M64 130V44l20-12v98M70 58h8M70 72h8M70 86h8M70 100h8",
    "M96 130V86h40v44M102 86l5-14h34l-5 14M110 96h12M110 108h12",
    "M220 130V58h30v72M228 68h5M238 68h5M228 80h5M238 80h5M228 92h5M238 92h5M228 104h5M238 104h5",
    "M300 130l2-62M304 130l-2-62M302 60V26c6 9 6 24 3 34M305 66l29 17c-11 2-24-3-32-9M299 66l-29 17c3-11 13-20 23-23",
    "M152 124h-6v-10l8-3l7-12h24l9 12l9 3v10h-6M164 124h22M158 111h36M163 124a5.500 5.500 0 1 1-11 0a5.500 5.500 0 1 1 11 0M198 124a5.500 5.500 0 1 1-11 0a5.500 5.500 0 1 1 11 0",
  ],
};

/** The landscape of a side. */
export function SideArt({ side }: { side: EsgSide }) {
  return (
    <svg viewBox="0 0 360 134" className={styles.scene} aria-hidden>
      <circle className={styles.sun} cx="322" cy="34" r="15" />
      {SCENES[side].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
