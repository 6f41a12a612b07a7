// What the portal, or another controller on site, has told a plant to do. Orders are kept, so that the past stays as it was when it is
// computed again.
import { siteLimitOf } from "./obedience/characters.ts";
import type { PvPlant } from "./fleet/plant.ts";

export interface Order {
  /** When it took effect: ms since 1970, whole seconds. */
  readonly atMs: number;
  readonly kind: "power_limit" | "connect" | "zero_export" | "relay";
  /** Percent of the rating for a power limit; 1 or 0 otherwise; of a relay also -1: by the controller's own rule again. */
  readonly value: number;
  /** Index of the inverter it is for; left out: all of them. */
  readonly inverter?: number | undefined;
  /** Of zero export: how much may be exported, W; left out: nothing. */
  readonly exportLimitW?: number | undefined;
  readonly relay?: Relay | undefined;
  /** Whose it is; left out: the portal's. `own`: the limit was given back. */
  readonly by?: "other" | "own" | undefined;
  /** The gateway says that it obeyed, and nothing follows. */
  readonly onlySaid?: boolean | undefined;
}
export type Relay = "RL1" | "RL2";

/** As devices read it back: nobody limits, a limit set on site, the portal's, another controller's. */
const SOURCE = { none: 0, site: 1, portal: 2, other: 3 } as const;

/** What holds for one inverter. */
interface Limit {
  /** Share of the rating that it may give, 0 to 1. */
  readonly share: number;
  readonly source: (typeof SOURCE)[keyof typeof SOURCE];
}

export interface Settings {
  /** By inverter. */
  readonly limits: readonly Limit[];
  readonly connected: readonly boolean[];
  readonly zeroExport: boolean;
  readonly exportLimitW: number;
}

type Ordered = Pick<Order, "by"> & { readonly share: number };

/**
 * What holds at an instant, after all orders up to and including it: `real` is what the plant does, `said` what its devices say. A
 * lower limit that is set on site stays.
 */
export function settingsAt(
  orders: readonly Order[],
  atMs: number,
  plant: PvPlant,
  view: "real" | "said" = "real",
): Settings {
  const ordered: Ordered[] = plant.inverters.map(() => ({ share: 1, by: "own" }));
  const connected = plant.inverters.map(() => true);
  let zeroExport = plant.runNze;
  let exportLimitW = 0;
  for (const order of orders.toSorted((a, b) => a.atMs - b.atMs)) {
    if (order.atMs > atMs) break;
    if (order.onlySaid === true && view === "real") continue;
    const isFor = (index: number): boolean => order.inverter === undefined || order.inverter === index;
    switch (order.kind) {
      case "power_limit":
        for (const index of ordered.keys()) {
          if (isFor(index)) ordered[index] = { share: inRange(order.value / 100), by: order.by };
        }
        break;
      case "connect":
        for (const index of connected.keys()) if (isFor(index)) connected[index] = order.value !== 0;
        break;
      case "zero_export":
        zeroExport = order.value !== 0;
        exportLimitW = order.exportLimitW ?? 0;
        break;
      case "relay":
        break;
    }
  }
  const site = siteLimitOf(plant.key);
  return { limits: ordered.map((one) => inForce(one, site)), connected, zeroExport, exportLimitW };
}

/** Share of its rating that an inverter may give, 0 to 1. */
export const shareOf = ({ limits }: Settings, index: number): number => limits[index]?.share ?? 1;

const inRange = (share: number): number => Math.min(Math.max(share, 0), 1);

function inForce({ share, by }: Ordered, site: number): Limit {
  if (by === "own") return { share: site, source: site < 1 ? SOURCE.site : SOURCE.none };
  if (site < share) return { share: site, source: SOURCE.site };
  return { share, source: by === "other" ? SOURCE.other : SOURCE.portal };
}

/** How a relay of a water heater's controller is held at an instant; null: by the controller's own rule. */
export function relayAt(orders: readonly Order[], atMs: number, relay: Relay): boolean | null {
  const last = orders
    .filter((order) => order.kind === "relay" && order.relay === relay && order.atMs <= atMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .at(-1);
  return last === undefined || last.value < 0 ? null : last.value !== 0;
}
