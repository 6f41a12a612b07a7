// A gateway's restart into a version: off the line, and back with it, or not.
import type { Gateway } from "../fleet/plant.ts";
import type { Link } from "../link.ts";
import { characterOf, type Character } from "../obedience/characters.ts";
import { chance } from "../physics/random.ts";
import type { GatewayState, MissingSpan } from "../state.ts";
import type { FirmwareCommand } from "./install.ts";

const RESTART_FROM_MS = 2000;
const RESTART_TO_MS = 6000;
/** A pause of the whole process that is longer is made good from the logger's memory. */
const SLEPT_MS = 60_000;
/** One that hangs after its restart is switched off and on by somebody after so long. */
const HANGS_MS = 2 * 3_600_000;

/** What of a running gateway is about versions. */
export interface Restarting {
  /** Versions that are fetched and checked, or that it restarts with once the portal knows, by command. */
  readonly installing: Map<string, FirmwareCommand>;
  /** Restarts with the version. */
  readonly restart: (version: string) => void;
  /** Ends a restart; null: it runs. */
  restarting: NodeJS.Timeout | null;
  /** Nobody has measured since the last beat, however short that was. */
  isBack: boolean;
  /** When it measured last, ms since 1970; null: not yet. */
  lastBeatMs: number | null;
}

/** The span that nobody has measured since the last beat, where it restarted or the process was asleep; null in the usual course. */
export function holeBefore(
  { lastBeatMs, isBack }: Restarting,
  toMs: number,
  intervalS: number,
): MissingSpan | null {
  if (lastBeatMs === null || (!isBack && toMs - lastBeatMs <= SLEPT_MS + intervalS * 1000)) return null;
  return { from_ms: lastBeatMs, to_ms: toMs - intervalS * 1000 };
}

/** Goes off the line without a word and comes back with the version, unless this gateway is one that hangs. */
export function restart(
  work: Restarting & {
    readonly options: {
      readonly gateway: Gateway;
      readonly state: GatewayState;
      readonly changed: () => void;
    };
  },
  link: Link,
  wanted: string,
): void {
  const { gateway, state, changed } = work.options;
  const now = state.firmware ?? gateway.firmware;
  const { awayMs, version } = restartOf(gateway.serial, characterOf(gateway.serial), { now, wanted });
  state.firmware = version;
  changed();
  link.cut();
  if (work.restarting !== null) clearTimeout(work.restarting);
  work.restarting = setTimeout(() => {
    work.restarting = null;
    work.isBack = true;
    link.connect();
  }, awayMs);
}

/** How a gateway restarts with a version: how long it is away, and the version that it then runs. */
function restartOf(
  serial: string,
  character: Character,
  versions: { readonly now: string; readonly wanted: string },
): { awayMs: number; version: string } {
  if (character.hangs === true) return { awayMs: HANGS_MS, version: versions.now };
  const share = chance(`${serial}|${versions.wanted}`);
  return {
    awayMs: RESTART_FROM_MS + share * (RESTART_TO_MS - RESTART_FROM_MS),
    version: versions.wanted,
  };
}
