import type { Tx } from "../../../platform/db.ts";
import type { GridFactors } from "./emission-factors.ts";

/** Every published factor of the grid, oldest first; empty: none is known, and so is no CO2. */
export async function gridFactors(tx: Tx): Promise<GridFactors> {
  return tx
    .selectFrom("grid_emission_factor")
    .select(["year", "kg_per_kwh", "source", "edition", "provisional"])
    .orderBy("year")
    .execute();
}
