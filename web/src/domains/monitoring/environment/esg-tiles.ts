// The tiles of the environment page: which of an answer's values stands in which (M61 to M64).
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ESG_TILES, type esg } from "@heliograph/contract/monitoring/environment/esg";
import type { Words } from "../../../platform/words.ts";

export type Esg = Answer<typeof esg>;
export type EsgGroup = keyof typeof ESG_TILES;
export type TileName = (typeof ESG_TILES)[EsgGroup][number];

export interface Tile {
  readonly name: TileName;
  /** What is shown; null: not known. */
  readonly value: number | null;
  /** M60: four for power plants, of which a portfolio is a small part. */
  readonly digits: 2 | 4;
}

const digitsOf = (name: TileName): 2 | 4 => (name === "coal_plants" || name === "gas_plants" ? 4 : 2);

const tile = (name: TileName, value: number | null | undefined): Tile => ({
  name,
  value: value ?? null,
  digits: digitsOf(name),
});

/** The tiles of a group in their order; without an answer all values are null. */
export function tilesOf(group: EsgGroup, answer: Esg | undefined): Tile[] {
  switch (group) {
    case "nature":
      return ESG_TILES.nature.map((name) =>
        // M64: coal burned is a plain value.
        tile(
          name,
          name === "coal_burned_t" ? answer?.nature[name].value : answer?.nature[name].counted.value,
        ),
      );
    case "urban":
      return ESG_TILES.urban.map((name) => tile(name, answer?.urban[name].counted.value));
    case "modal":
    default:
      return ESG_TILES.modal.map((name) => tile(name, answer?.modal[name].counted.value));
  }
}

/** By what the answer's projects count: meters, inverters, heaters, with how many of each where they differ; null: nothing is known. */
export function sourceOf({ projects }: Esg, { text, format }: Words): string | null {
  const named = [
    [projects.metter, text("esg.meter")],
    [projects.inverter, text("esg.inverter")],
    [projects.heater, text("esg.heater")],
  ] as const;
  const known = named.filter(([count]) => count > 0);
  if (known.length < 2) return known[0]?.[1] ?? null;
  return known.map(([count, name]) => `${name} ${format.number(count)}`).join(" · ");
}

/** The years whose factor may still change. */
export const provisionalYears = (answer: Esg): number[] =>
  answer.years.filter((year) => year.factor.provisional).map((year) => year.year);
