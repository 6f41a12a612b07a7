// What the portal has told a plant to do. Orders are kept, so that the past stays as it was when it is computed again.

export interface Order {
  /** When it took effect: ms since 1970, whole seconds. */
  readonly atMs: number;
  readonly kind: "power_limit" | "connect" | "zero_export";
  /** Percent of the rating for a power limit; 1 or 0 for the other two. */
  readonly value: number;
}

export interface Settings {
  /** Share of the rating that inverters may give, 0 to 1. */
  readonly limit: number;
  readonly connected: boolean;
  readonly zeroExport: boolean;
}

/** The settings in force at an instant, after all orders up to and including it. */
export function settingsAt(orders: readonly Order[], atMs: number, runNze: boolean): Settings {
  let settings: Settings = { limit: 1, connected: true, zeroExport: runNze };
  for (const order of orders.toSorted((a, b) => a.atMs - b.atMs)) {
    if (order.atMs > atMs) break;
    switch (order.kind) {
      case "power_limit":
        settings = { ...settings, limit: Math.min(Math.max(order.value / 100, 0), 1) };
        break;
      case "connect":
        settings = { ...settings, connected: order.value !== 0 };
        break;
      case "zero_export":
        settings = { ...settings, zeroExport: order.value !== 0 };
        break;
    }
  }
  return settings;
}
