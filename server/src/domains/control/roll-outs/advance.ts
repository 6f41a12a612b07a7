// What becomes of a roll-out: pure rules over what its gateways' commands have come to.
import {
  SECOND_WAVE_SHARE,
  type CommandState,
  type RollOutEnd,
  type RollOutGatewayState,
  type RollOutMode,
  type RollOutState,
} from "@heliograph/contract";

/** A gateway of a roll-out, as it stands. Instants are ms since 1970. */
export interface RollOutGateway {
  readonly gateway_id: number;
  readonly wave: number;
  readonly state: RollOutGatewayState;
  /** Of its command; null: it has none yet. */
  readonly command: CommandState | null;
  /** When it said that it has taken the version and restarts; null: it has not. */
  readonly acknowledged_ms: number | null;
  /** When it was last heard of; null: never. */
  readonly contact_ms: number | null;
  readonly reported_version: string | null;
  /** What it said of the command. */
  readonly text: string;
}

/** How long a roll-out waits, ms. */
export interface RollOutTimes {
  /** A gateway that does not report the version so long after its restart is silent, or has another version. */
  readonly silent_ms: number;
  /** A wave that went well is followed by the next one after so long. */
  readonly clean_ms: number;
}

/** What is new of a gateway. */
export interface GatewayVerdict {
  readonly gateway_id: number;
  readonly state: RollOutGatewayState;
  readonly text: string;
}

/** What is new of a roll-out. */
export interface RollOutAdvance {
  readonly gateways: readonly GatewayVerdict[];
  readonly state: RollOutState;
  /** When the next wave begins by itself; null: none waits. */
  readonly next_wave_ms: number | null;
  /** Why it stopped now; null: it did not. */
  readonly stopped: { readonly reason: RollOutEnd; readonly gateway_id: number | null } | null;
}

/**
 * The wave of each of `count` gateways in their order, from 1: one gateway, then as many as make a tenth of all with it (at least
 * one), then the rest. All in the first where no waves are wanted.
 */
export function wavesOf(count: number, mode: RollOutMode): number[] {
  const second = Math.max(2, Math.ceil(count * SECOND_WAVE_SHARE));
  return Array.from({ length: count }, (_, at) => (mode === "all" || at === 0 ? 1 : at < second ? 2 : 3));
}

const BAD = ["failed", "silent", "other_version"] as const;
const badOf = (state: RollOutGatewayState) => BAD.find((one) => one === state);
const OVER: ReadonlySet<CommandState> = new Set(["failed", "expired", "superseded", "reverted", "cancelled"]);

/**
 * Judges a roll-out at `now_ms`. In waves, the first gateway that fails, stays silent or comes back with another version stops it, and
 * those whose turn has not come are left out; without waves the others go on. A wave is over when each of its gateways has come to
 * an end; after the last one the roll-out is done.
 */
export function advance(
  rollOut: {
    readonly mode: RollOutMode;
    readonly state: RollOutState;
    readonly wave: number;
    readonly waves: number;
    readonly next_wave_ms: number | null;
  },
  gateways: readonly RollOutGateway[],
  times: RollOutTimes,
  now_ms: number,
): RollOutAdvance {
  const verdicts = gateways.flatMap((gateway) => verdictOn(gateway, times, now_ms));
  const news = new Map(verdicts.map((verdict) => [verdict.gateway_id, verdict.state]));
  const stateOf = ({ gateway_id, state }: RollOutGateway) => news.get(gateway_id) ?? state;
  const { state, wave, waves, next_wave_ms } = rollOut;
  const same = { gateways: verdicts, state, next_wave_ms, stopped: null };
  if (state === "stopped" || state === "done") return same;
  const bad = gateways.find((gateway) => badOf(stateOf(gateway)) !== undefined);
  const reason = bad === undefined ? undefined : badOf(stateOf(bad));
  if (rollOut.mode === "waves" && bad !== undefined && reason !== undefined) {
    const leftOut = gateways.flatMap((gateway): GatewayVerdict[] =>
      stateOf(gateway) === "waiting" ? [{ gateway_id: gateway.gateway_id, state: "left_out", text: "" }] : [],
    );
    return {
      gateways: [...verdicts, ...leftOut],
      state: "stopped",
      next_wave_ms: null,
      stopped: { reason, gateway_id: bad.gateway_id },
    };
  }
  if (state === "waiting") return same;
  const isOver = gateways.every((gateway) => gateway.wave > wave || stateOf(gateway) !== "under_way");
  if (!isOver) return same;
  if (wave >= waves) return { ...same, state: "done", next_wave_ms: null };
  return { ...same, state: "waiting", next_wave_ms: now_ms + times.clean_ms };
}

/** What has become of a gateway that is under way; nothing while it is not known. */
function verdictOn(gateway: RollOutGateway, times: RollOutTimes, now_ms: number): GatewayVerdict[] {
  const { gateway_id, state, command, acknowledged_ms, contact_ms, text } = gateway;
  if (state !== "under_way" || command === null) return [];
  if (command === "verified") return [{ gateway_id, state: "updated", text }];
  if (OVER.has(command)) return [{ gateway_id, state: "failed", text }];
  if (acknowledged_ms === null || now_ms - acknowledged_ms < times.silent_ms) return [];
  // One that is there still talks in the last third of the time.
  const isThere = contact_ms !== null && contact_ms > now_ms - times.silent_ms / 3;
  if (!isThere) return [{ gateway_id, state: "silent", text }];
  // One without devices has no readings that could verify more than that it names the version.
  return [{ gateway_id, state: command === "applied" ? "updated" : "other_version", text }];
}
