// How a roll-out is told: what its waves came to, where each gateway stands, and why it stopped.
import { SECOND_WAVE_SHARE, type RollOut, type RollOutMode } from "@heliograph/contract/control/roll-outs";
import { Boxes, Router, Waypoints } from "lucide-react";
import { browserZone } from "../../../platform/zone.ts";
import type { Words } from "../../../platform/words.ts";
import type { LifeState, LifeStep } from "../../../ui/layout/Life.tsx";
import type { GatewayOfRollOut, RollOutDetail } from "./roll-out-queries.ts";

const ICONS = [Router, Waypoints, Boxes] as const;
const BAD: ReadonlySet<GatewayOfRollOut["state"]> = new Set(["failed", "silent", "other_version"]);

/** What a roll-out is called: its version, and to how many gateways. */
export const rollOutName = ({ version, counts }: RollOut, { text }: Words): string =>
  text("rollOuts.to", { version, n: gatewaysInAll(counts) });

/** Gateways of it that are seen. */
export const gatewaysInAll = (counts: RollOut["counts"]): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Its waves as steps, one below the other. */
export function waveSteps(rollOut: RollOutDetail, { text, format }: Words): LifeStep[] {
  const { waves, mode, state, wave: now, version, next_wave_at } = rollOut;
  return Array.from({ length: waves }, (_, at) => {
    const wave = at + 1;
    const gateways = rollOut.gateways.filter((one) => one.wave === wave);
    const came = gateways.filter((one) => one.state === "updated").length;
    const isLeftOut = gateways.length > 0 && gateways.every((one) => one.state === "left_out");
    const isNext = state === "waiting" && wave === now + 1;
    return {
      key: String(wave),
      state: waveState(rollOut, wave, gateways),
      title: text(mode === "all" ? "rollOuts.wave.all" : `rollOuts.wave.${WAVES[at] ?? 3}`),
      hint: isLeftOut
        ? text("rollOuts.leftOut")
        : text("rollOuts.came", { n: came, all: gateways.length, version }),
      icon: ICONS[at] ?? Boxes,
      ...(isNext && next_wave_at !== null
        ? { time: text("rollOuts.begins", { time: format.clock(Date.parse(next_wave_at), browserZone()) }) }
        : {}),
    };
  });
}

const WAVES = [1, 2, 3] as const;

function waveState(
  { state, wave: now }: RollOutDetail,
  wave: number,
  gateways: readonly GatewayOfRollOut[],
): LifeState {
  if (gateways.some((one) => BAD.has(one.state))) return "failed";
  if (wave > now || gateways.some((one) => one.state === "left_out")) return "due";
  if (gateways.some((one) => one.state === "under_way" || one.state === "waiting")) {
    return state === "stopped" && wave > now ? "due" : "now";
  }
  return "done";
}

/** Where a gateway stands, in words. */
export function standOf(gateway: GatewayOfRollOut, { text, format }: Words): string {
  const { state, command_state, reported_version, restarted_at } = gateway;
  const version = reported_version ?? text("rollOuts.noVersion");
  switch (state) {
    case "under_way":
      if (command_state === "sent") return text("rollOuts.one.sent");
      if (command_state === "acknowledged") return text("rollOuts.one.restarting");
      if (command_state === "applied" || command_state === "verified") {
        return text("rollOuts.one.reports", { version });
      }
      return text("rollOuts.one.queued");
    case "silent": {
      const time =
        restarted_at === null
          ? text("rollOuts.never")
          : format.dateTime(Date.parse(restarted_at), browserZone());
      return text("rollOuts.one.silent", { time });
    }
    case "updated":
    case "other_version":
      return text(`rollOuts.one.${state}`, { version });
    case "failed":
      return text(command_state === "expired" ? "rollOuts.one.notReached" : "rollOuts.one.failed");
    case "waiting":
    case "left_out":
      return text(`rollOuts.one.${state}`);
    default:
      return state satisfies never;
  }
}

/** Why it stopped, and how many kept their version by that; null: it did not stop. */
export function stopWords({ stopped, counts }: RollOut, { text }: Words): string | null {
  if (stopped === null) return null;
  const { gateway } = stopped;
  const name =
    gateway === null ? text("rollOuts.anotherGateway") : `${gateway.project_name}, ${gateway.name}`;
  const why = text(`rollOuts.stopped.${stopped.reason}`, { name });
  return counts.left_out === 0 ? why : `${why} ${text("rollOuts.stayed", { n: counts.left_out })}`;
}

/** How many gateways each wave has, by the rule of the server; without waves one number. */
export function waveSizes(count: number, mode: RollOutMode): number[] {
  if (mode === "all" || count <= 1) return [count];
  const second = Math.min(count, Math.max(2, Math.ceil(count * SECOND_WAVE_SHARE)));
  return [1, second - 1, count - second].filter((size) => size > 0);
}
