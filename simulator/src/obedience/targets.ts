// Which inverters, relays or meter a command is for, what it changes there, and what its gateway would go back to.
import { type CommandArgs, type CommandMessage, type Reversion } from "@heliograph/contract";
import { limitsExport } from "../nze/gateway-nze.ts";
import { siteLimitOf } from "./characters.ts";
import type { Device } from "../fleet/devices.ts";
import type { Plant, PvPlant } from "../fleet/plant.ts";
import type { Order } from "../orders.ts";

/** An order whose instant is not fixed yet. */
export type Change = Omit<Order, "atMs">;

/** What stands behind a gateway. */
export interface Behind {
  readonly plant: Plant;
  /** The gateway's index among the plant's. */
  readonly index: number;
  /** The device of that uid; null: not behind this gateway. */
  readonly device: (device_uid: string) => Device | null;
}

/** What a command comes to; or why it is refused. */
type Meaning =
  | { readonly refused: string }
  | {
      readonly subject: string;
      readonly changes: readonly Change[];
      /** Empty: there is nothing to go back from. */
      readonly back: readonly Change[];
      /** The limit that holds where a lower one is set on site, W; null: the one asked for. */
      readonly inForceW: number | null;
    };

/** What the command changes behind this gateway. */
export function changeOf(command: CommandMessage, behind: Behind): Meaning {
  const { device_uid } = command;
  const device = device_uid === null ? null : behind.device(device_uid);
  if (device_uid !== null && device === null) return { refused: "No such device behind this gateway" };
  const { plant } = behind;
  const subject = `${device_uid ?? "gateway"}|${command.name}`;
  switch (command.name) {
    case "power_limit":
    case "connect":
      if (command.name === "connect" && command.relay !== undefined) {
        return relayChange(command, { plant, device, subject: `${subject}|${command.relay}` });
      }
      if (plant.type !== "pv") return { refused: "There are no inverters behind this gateway" };
      return inverterChange(command, { plant, inverters: invertersOf(plant, behind.index, device), subject });
    case "zero_export": {
      const hasMeter = plant.type === "pv" && plant.gridMeter !== null;
      if (!hasMeter || (device !== null && device.kind !== "grid_meter")) {
        return { refused: "There is no meter at the grid to hold the export by" };
      }
      const { on, export_limit_w: exportLimitW } = command;
      const back = command.revert_to === "limited" ? [ZERO] : [];
      const changes = [{ kind: "zero_export" as const, value: on ? 1 : 0, exportLimitW }];
      return { subject, changes, back, inForceW: null };
    }
    case "nze_parameters":
    case "nze_drill":
      if (!limitsExport(plant, behind.index)) return { refused: "There is no meter at the grid" };
      return { subject, changes: [], back: [], inForceW: null };
    case "firmware":
      return { refused: `This gateway does not know ${command.name}` };
    default:
      return command satisfies never;
  }
}

/** The side that exports nothing. */
const ZERO: Change = { kind: "zero_export", value: 1, exportLimitW: 0 };

type InverterCommand = Extract<CommandArgs, { name: "power_limit" | "connect" }> & {
  readonly revert_to: Reversion | null;
};

function inverterChange(
  command: InverterCommand,
  { plant, inverters, subject }: { plant: PvPlant; inverters: readonly number[]; subject: string },
): Meaning {
  if (inverters.length === 0) return { refused: "This device is no inverter" };
  const each = (change: Change): Change[] => inverters.map((inverter) => ({ ...change, inverter }));
  if (command.name === "connect") {
    const back = command.revert_to === "connected" ? each({ kind: "connect", value: 1 }) : [];
    return { subject, changes: each({ kind: "connect", value: command.on ? 1 : 0 }), back, inForceW: null };
  }
  const { limit } = command;
  if (limit === null) return { subject, changes: each(OWN), back: [], inForceW: null };
  const ratedW = inverters.reduce((sum, index) => sum + (plant.inverters[index]?.acNominalW ?? 0), 0);
  const percent = Math.min("percent" in limit ? limit.percent : (100 * limit.w) / ratedW, 100);
  const site = siteLimitOf(plant.key);
  return {
    subject,
    changes: each({ kind: "power_limit", value: percent }),
    back: backFrom(command.revert_to, each),
    inForceW: site * 100 < percent ? Math.round(site * ratedW) : null,
  };
}

/** The limit is the plant's own again. */
const OWN: Change = { kind: "power_limit", value: 100, by: "own" };

function backFrom(revert_to: Reversion | null, each: (change: Change) => Change[]): Change[] {
  if (revert_to === null) return [];
  return revert_to === "limited" ? each({ kind: "power_limit", value: 0 }) : each(OWN);
}

function relayChange(
  { on, relay, revert_to }: Extract<CommandMessage, { name: "connect" }>,
  { plant, device, subject }: { plant: Plant; device: Device | null; subject: string },
): Meaning {
  if (plant.type !== "swh" || (device !== null && device.kind !== "controller")) {
    return { refused: "There is no such relay behind this gateway" };
  }
  const back: Change[] = revert_to === "connected" ? [{ kind: "relay", relay, value: -1 }] : [];
  return { subject, changes: [{ kind: "relay", relay, value: on ? 1 : 0 }], back, inForceW: null };
}

/** The inverters that a command is for: the one named, or all behind the gateway; empty where the device is none. */
function invertersOf(plant: PvPlant, gateway: number, device: Device | null): number[] {
  if (device !== null) return device.kind === "inverter" ? [device.index] : [];
  return [...plant.inverters.keys()].filter((index) => plant.inverters[index]?.gateway === gateway);
}
