// Joins what a gateway remembers of zero export to its plant: letters with reports out.
import { GATEWAY_TOPICS } from "@heliograph/contract";
import { dayEndingAt, dayStartMs, type Plant } from "../fleet/plant.ts";
import { settingsAt, type Order } from "../orders.ts";
import type { Letter } from "../outbox.ts";
import { simulateDay } from "../plant-model.ts";
import { simulatePvDay } from "../pv-day.ts";
import { meanPower } from "../track.ts";
import { limitsExport, nzeReports, NZE_UNTOLD, type NzeMemory } from "./gateway-nze.ts";

/** The gateway that reports, as it runs. */
interface Reporter {
  readonly gateway: { readonly serial: string };
  readonly model: { readonly plant: Plant; readonly orders: () => readonly Order[] };
  readonly index: number;
  readonly intervalS: number;
  /** What it remembers. */
  readonly state: { nze?: NzeMemory | undefined };
  /** Something in the state has changed. */
  readonly changed: () => void;
}

/** Inverters of these gateways take their time, so that their drills fail. */
const SLOW: ReadonlySet<string> = new Set(["HG-CANGCAN-DINHVU-1"]);

/** What is to be reported at an instant; null: nothing, or nobody to report it. */
export function nzeLetter(reporter: Reporter, now: number, nextSequence: () => number): Letter | null {
  const { gateway, model, index, state, intervalS } = reporter;
  const { serial } = gateway;
  const { plant } = model;
  if (!limitsExport(plant, index)) return null;
  const orders = model.orders();
  const { memory, events } = nzeReports(state.nze ?? NZE_UNTOLD, {
    plant,
    now,
    today: dayEndingAt(plant.site, now),
    slow: SLOW.has(serial),
    day: (date) => simulatePvDay(plant, date, orders),
    holdsAt: (date) => {
      const start = dayStartMs(plant.site, date);
      return (second) => {
        const { zeroExport, exportLimitW } = settingsAt(orders, start + second * 1000, plant);
        return { on: zeroExport, limitW: exportLimitW };
      };
    },
    producedW: (atMs) => producedAt(plant, orders, atMs),
  });
  state.nze = memory;
  if (events.length === 0) return null;
  reporter.changed();
  const seq = nextSequence();
  return {
    topic: GATEWAY_TOPICS.events(serial),
    toMs: now,
    intervalS,
    payload: () => JSON.stringify({ v: 1, seq, sent_at: Date.now(), events }),
  };
}

/** Production of all inverters at an instant, W. */
function producedAt(plant: Plant, orders: readonly Order[], atMs: number): number {
  const date = dayEndingAt(plant.site, atMs);
  const day = simulateDay(plant, date, orders);
  if (day.type !== "pv") return 0;
  const second = (atMs - dayStartMs(plant.site, date)) / 1000;
  const from = Math.max(0, second - 10);
  return day.inverters.reduce((sum, track) => sum + meanPower(track, day.starts, from, second), 0);
}
