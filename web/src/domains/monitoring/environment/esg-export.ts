// The environment page as files.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ESG_TILES, type esgFactors } from "@heliograph/contract/monitoring/environment/esg";
import type { CsvCell } from "@heliograph/contract/kernel/csv";
import type { Esg, TileName } from "./esg-tiles.ts";
import type { Words } from "../../../platform/words.ts";

export type Factors = Answer<typeof esgFactors>;

interface Table {
  readonly head: string[];
  readonly rows: CsvCell[][];
}

/** CO2 and every tile, by each source and as shown; the numbers unrounded. */
export function esgRows(answer: Esg, { text }: Words): Table {
  const tiles = { ...answer.nature, ...answer.urban, ...answer.modal };
  const co2 = answer.co2_reduction;
  const row = (name: TileName): CsvCell[] => {
    const tile = tiles[name];
    const label = [text(`esgTile.${name}`), text(`esgUnit.${name}`)];
    return "counted" in tile
      ? [...label, tile.counted.value, tile.metter.value, tile.inverter.value]
      : [...label, tile.value, null, null];
  };
  return {
    head: [
      text("esg.colTile"),
      text("esg.colUnit"),
      text("esg.colValue"),
      text("esg.colMeter"),
      text("esg.colInverter"),
    ],
    rows: [
      [
        text("esg.avoided"),
        text("esg.tons"),
        co2.co2_reduction.value,
        co2.metter_co2_reduction.value,
        co2.inverter_co2_reduction.value,
      ],
      ...[...ESG_TILES.nature, ...ESG_TILES.urban, ...ESG_TILES.modal].map(row),
    ],
  };
}

/** Every factor with its source and edition: first the grid's by year, then the tiles'. */
export function factorRows({ grid, equivalents }: Factors, { text }: Words): Table {
  return {
    head: [
      text("esg.colTile"),
      text("esg.colYear"),
      text("esg.colFactor"),
      text("esg.colKg"),
      text("esg.colSource"),
      text("esg.colEdition"),
    ],
    rows: [
      ...grid.map((row): CsvCell[] => [
        text("esg.gridTable"),
        String(row.year),
        row.factor.value,
        null,
        row.source,
        row.provisional ? text("esg.preliminary", { n: row.edition }) : row.edition,
      ]),
      ...equivalents.map((row): CsvCell[] => [
        text(`esgTile.${row.name}`),
        null,
        null,
        row.kg_per_unit,
        row.source,
        row.edition,
      ]),
    ],
  };
}
