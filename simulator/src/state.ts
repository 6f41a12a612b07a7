// What the fleet remembers over a restart: uids, credentials, what it still owes the portal. One file, for its owner only.
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { commandAck } from "@heliograph/contract";
import { z } from "zod";
import { nzeMemory } from "./nze/gateway-nze.ts";

const span = z.object({ from_ms: z.number(), to_ms: z.number() });
/** Readings of (from_ms, to_ms] that the portal has not got yet. */
export type MissingSpan = z.infer<typeof span>;

const change = {
  kind: z.enum(["power_limit", "connect", "zero_export", "relay"]),
  value: z.number(),
  inverter: z.int().optional(),
  exportLimitW: z.number().optional(),
  relay: z.enum(["RL1", "RL2"]).optional(),
  by: z.enum(["other", "own"]).optional(),
  onlySaid: z.boolean().optional(),
};

/** What a gateway remembers of commands. */
const obedience = z.object({
  answered: z.array(z.object({ ack: commandAck, expires_at: z.number() })).readonly(),
  holding: z
    .array(
      z.object({
        command_uid: z.string(),
        subject: z.string(),
        revert_after_s: z.number(),
        revert_at_ms: z.number(),
        back: z.array(z.object(change)).readonly(),
      }),
    )
    .readonly(),
  untold: z.array(commandAck).readonly(),
});

const gatewayState = z.object({
  gateway_uid: z.string(),
  credential: z.string(),
  /** Of the next message over MQTT: holes in it are seen as lost messages. */
  sequence: z.int(),
  /** Of the next message of history, which goes another way and is counted by itself. */
  history_sequence: z.int(),
  /** End of the last live interval that the portal has acknowledged; null before the first. */
  live_to_ms: z.number().nullable(),
  owed: z.array(span),
  /** What was before is sent by the hour. */
  hourly_before_ms: z.number().default(0),
  /** The version that it has installed; left out: the one it came with. */
  firmware: z.string().optional(),
  /** Left out: it has never heard a command. */
  obedience: obedience.optional(),
  /** What it remembers of zero export; left out: nothing yet. */
  nze: nzeMemory.optional(),
});
export type GatewayState = z.infer<typeof gatewayState>;

const projectState = z.object({
  project_uid: z.string(),
  members_set: z.boolean(),
  /** What was guaranteed has been told to the portal. */
  agreement_set: z.boolean().default(false),
  /** Photos, papers and questions to support are there. */
  furnished: z.boolean().default(false),
  orders: z.array(z.object({ atMs: z.number(), ...change })),
  /** By serial. */
  gateways: z.record(z.string(), gatewayState),
});
export type ProjectState = z.infer<typeof projectState>;

const fleetState = z.object({
  v: z.literal(1),
  /** The maker's versions have been added to the portal. */
  firmware_published: z.boolean().default(false),
  /** By the plant's key. */
  projects: z.record(z.string(), projectState),
});
export type FleetState = z.infer<typeof fleetState>;

/** The state in the file; an empty one where the file is missing or cannot be understood. */
export async function readState(path: string): Promise<FleetState> {
  const empty: FleetState = { v: 1, firmware_published: false, projects: {} };
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return empty;
  try {
    return fleetState.parse(JSON.parse(text));
  } catch {
    // A file that was cut short is as good as none: the projects are found again by name.
    return empty;
  }
}

/** Replaces the file as a whole, readable by its owner only: it holds credentials. */
export async function writeState(path: string, state: FleetState): Promise<void> {
  const beside = `${path}.new`;
  await writeFile(beside, JSON.stringify(state), { mode: 0o600 });
  await chmod(beside, 0o600);
  await rename(beside, path);
}

/** Adds a span to those owed, joined with what it touches; spans stay in order of time. */
export function owe(owed: readonly MissingSpan[], more: MissingSpan): MissingSpan[] {
  if (more.to_ms <= more.from_ms) return [...owed];
  const sorted = [...owed, more].toSorted((a, b) => a.from_ms - b.from_ms);
  const joined: MissingSpan[] = [];
  for (const { from_ms, to_ms } of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from_ms <= last.to_ms) last.to_ms = Math.max(last.to_ms, to_ms);
    else joined.push({ from_ms, to_ms });
  }
  return joined;
}

/** Takes (from, to] out of what is owed. */
export function settle(owed: readonly MissingSpan[], done: MissingSpan): MissingSpan[] {
  return owed.flatMap(({ from_ms, to_ms }) =>
    [
      { from_ms, to_ms: Math.min(to_ms, done.from_ms) },
      { from_ms: Math.max(from_ms, done.to_ms), to_ms },
    ].filter((rest) => rest.to_ms > rest.from_ms),
  );
}
