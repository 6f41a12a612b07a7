import type { CertificatePlaceName } from "@heliograph/contract/registry/plant-certificates/plant-certificates";

/** The custom properties with the colours of places, the same as in the inventory. */
export const PLACE_PAINTS: Readonly<Record<CertificatePlaceName, string>> = {
  retired: "place-redeemed",
  sold: "place-sold",
  on_sale: "place-on-sale",
  reserved: "place-reserved",
  available: "place-available",
};

/** Where certificates are, in words. */
export const PLACE_KEYS = {
  retired: "plantCertificates.retired",
  sold: "plantCertificates.sold",
  on_sale: "plantCertificates.onSale",
  reserved: "plantCertificates.reserved",
  available: "plantCertificates.available",
} as const satisfies Record<CertificatePlaceName, string>;
