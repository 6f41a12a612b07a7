// How a plant is: the words, and which of them people are shown.
import { z } from "zod";

/** M105. */
export const plantStatus = z.enum(["normal", "warning", "offline", "not_configured"]);
export type PlantStatus = z.output<typeof plantStatus>;

/** What people are shown and filter by (M44): an offline plant at night is sleeping, and not counted as offline. */
export const shownStatus = z.enum(["normal", "warning", "offline", "sleeping", "not_configured"]);
export type ShownStatus = z.output<typeof shownStatus>;

/** The order in which what needs attention comes first. */
export const STATUSES_WORST_FIRST: readonly ShownStatus[] = [
  "offline",
  "warning",
  "sleeping",
  "not_configured",
  "normal",
];

/** The status that people are shown: `sleeping` says that it is night where the plant is (M44). */
export function statusToShow(plant: {
  readonly plant_status: PlantStatus;
  readonly sleeping: boolean;
}): ShownStatus {
  return plant.plant_status === "offline" && plant.sleeping ? "sleeping" : plant.plant_status;
}
