import type { RangeState } from "@heliograph/contract/registry/inventory/inventory";

const PAINTS: Readonly<Record<RangeState | "other", string>> = {
  available: "place-available",
  on_sale: "place-on-sale",
  in_settlement: "place-in-settlement",
  redemption_pending: "place-reserved",
  export_pending: "place-reserved",
  frozen: "place-sold",
  retired: "place-redeemed",
  withdrawn: "place-redeemed",
  external: "place-sold",
  sold: "place-sold",
  other: "border-strong",
};

/** The custom property with the colour of a place, the same on every page. */
export const paintOf = (state: RangeState | "other"): string => PAINTS[state];
