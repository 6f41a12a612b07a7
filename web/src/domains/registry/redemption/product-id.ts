/** A ticker's certificates as an address names them: `IREC.VN.ES100.2025`. */
export const productId = (of: { registry: string; country: string; fuel: string; vintage: number }): string =>
  [of.registry, of.country, of.fuel, of.vintage].join(".");
