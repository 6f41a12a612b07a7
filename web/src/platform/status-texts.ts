import type { ShownStatus } from "@heliograph/contract/kernel/plant-status";
import type { TextKey } from "../app/texts/keys.ts";

/** The word for each status, as M44 has them. */
export const STATUS_TEXTS: Record<ShownStatus, TextKey> = {
  normal: "Connected",
  warning: "Warning",
  offline: "Offline",
  sleeping: "Sleeping",
  not_configured: "Not installed yet",
};

/** In the order that lists and doughnuts show them. */
export const STATUS_ORDER: readonly ShownStatus[] = [
  "normal",
  "warning",
  "offline",
  "sleeping",
  "not_configured",
];
