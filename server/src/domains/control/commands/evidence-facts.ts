// What the rules of evidence are given, and what they find: plain values, without a database (docs/decisions/0098-evidence.md).
import type { CommandArgs, CommandEvidence, CommandState, StepNote } from "@heliograph/contract";

/** A command that is watched. Instants in ms since 1970. */
export interface WatchedCommand {
  readonly args: CommandArgs;
  readonly state: CommandState;
  readonly expires_ms: number;
  /** After so long without word of us the gateway goes back by itself; null: never. */
  readonly revert_after_ms: number | null;
  /** When word of us last renewed it; null: not since it was sent. */
  readonly held_ms: number | null;
  /** The device that it is for; null: the gateway itself. */
  readonly device_id: number | null;
  /** Of the gateway. */
  readonly interval_ms: number;
  /** The newest that is known. */
  readonly evidence: CommandEvidence | null;
}

/** What became of its message. */
export interface WatchedMessage {
  readonly sent_ms: number | null;
  readonly sent_by: "mqtt" | "http" | null;
  readonly ack_ms: number | null;
  readonly ack_status: "done" | "refused" | "failed" | "expired" | null;
  readonly ack_text: string;
  readonly ack_in_force_w: number | null;
  readonly reverted_ms: number | null;
}

/** A device whose readings may prove something of it. */
export interface WatchedDevice {
  readonly device_id: number;
  readonly device_uid: string;
  readonly serial: string;
  readonly asset_type: string;
  readonly ac_nominal_w: number | null;
}

/** A raw reading of such a device; null: it does not say. */
export interface WatchedReading {
  readonly device_id: number;
  /** The end of its interval. */
  readonly at_ms: number;
  readonly interval_ms: number;
  readonly ac_power_w: number | null;
  readonly power_limit_w: number | null;
  readonly power_limit_source: number | null;
  readonly nze_on: number | null;
  readonly export_limit_w: number | null;
  readonly state: number | null;
  readonly relays: readonly { readonly relay: string; readonly on: boolean }[] | null;
}

/** All that is known of a command at an instant. */
export interface CommandFacts {
  readonly now_ms: number;
  readonly command: WatchedCommand;
  /** Null: it was never put before the gateway. */
  readonly message: WatchedMessage | null;
  readonly devices: readonly WatchedDevice[];
  /** The newest readings since it was sent, each device's in the order of time. */
  readonly readings: readonly WatchedReading[];
  /** The last reading of each device before it was sent, where there is one that is not too old to compare with. */
  readonly before: readonly WatchedReading[];
  /** What the gateway last reported. */
  readonly firmware_version: string | null;
}

/** A step of its life, or a note within a state. */
export interface CommandMove {
  readonly state: CommandState;
  readonly at_ms: number;
  readonly note: StepNote | null;
  /** A gateway's own words. */
  readonly text: string;
  readonly evidence: CommandEvidence | null;
}
