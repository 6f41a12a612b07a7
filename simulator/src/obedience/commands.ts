// What a gateway does with the portal's commands: each is carried out once however often it comes, never after its expiry, and what is
// held is gone back from when no word of it comes any more. Pure; what is kept over a restart is `Obedience`.
import { commandMessage, type CommandAck, type CommandMessage } from "@heliograph/contract";
import { z } from "zod";
import type { Character } from "./characters.ts";
import type { FirmwareCommand } from "../firmware/install.ts";
import type { Order } from "../orders.ts";
import { chance } from "../physics/random.ts";
import { changeOf, type Behind, type Change } from "./targets.ts";

/** A command that must be heard of again, or its gateway goes back by itself. */
interface Holding {
  readonly command_uid: string;
  /** What it is about: a newer command for the same takes its place. */
  readonly subject: string;
  readonly revert_after_s: number;
  /** When it goes back without further word: ms since 1970. */
  readonly revert_at_ms: number;
  /** What is ordered then; the instant is filled in. */
  readonly back: readonly Change[];
}

/** What a gateway remembers of commands. */
export interface Obedience {
  /** Answered commands that could still come again. */
  readonly answered: readonly { readonly ack: CommandAck; readonly expires_at: number }[];
  readonly holding: readonly Holding[];
  /** Answers that the portal has not acknowledged yet. */
  readonly untold: readonly CommandAck[];
}

/** Of a gateway that has never heard a command. */
export const NOTHING_HEARD: Obedience = { answered: [], holding: [], untold: [] };

/** What a message or the time leads to. */
interface Outcome {
  readonly obedience: Obedience;
  /** What the plant is to do from now on. */
  readonly orders: readonly Order[];
  /** The command that is carried out now; left out: none. */
  readonly carriedOut?: CommandMessage;
  /** A version to fetch, to check and to restart with: answered once that is known. */
  readonly install?: FirmwareCommand;
}

/** Who obeys: its character, and what it can reach. */
export interface Obeying {
  readonly serial: string;
  readonly character: Character;
  readonly behind: Behind;
}

const SLOW_FROM_S = 25;
const SLOW_TO_S = 90;

/** What a command at an instant (ms since 1970) leads to. What names no command that could be answered is passed over. */
export function obey(who: Obeying, before: Obedience, message: unknown, now: number): Outcome {
  const named = NAMED.safeParse(message);
  if (!named.success) return { obedience: before, orders: [] };
  const { command_uid } = named.data;
  const answered = before.answered.filter(({ expires_at }) => expires_at >= now);
  const known = answered.find(({ ack }) => ack.command_uid === command_uid);
  const tell = (ack: CommandAck, more: Partial<Obedience> = {}): Obedience => ({
    holding: before.holding,
    answered,
    ...more,
    untold: [...before.untold, ack],
  });
  // Whatever it says the second time, it was answered and is not carried out again.
  if (known !== undefined) return { obedience: tell(known.ack), orders: [] };
  const ackOf = (status: CommandAck["status"], text = ""): CommandAck => ({
    v: 1,
    command_uid,
    status,
    text,
  });
  const parsed = commandMessage.safeParse(message);
  if (!parsed.success) {
    return { obedience: tell(ackOf("refused", "This gateway does not know the command")), orders: [] };
  }
  const { expires_at, revert_after_s } = parsed.data;
  const ended = (ack: CommandAck, more: Partial<Obedience> = {}): Obedience =>
    tell(ack, { answered: [...answered, { ack, expires_at }], ...more });
  if (now > expires_at) return { obedience: tell(ackOf("expired", "The command came too late")), orders: [] };
  if (parsed.data.name === "firmware") return { obedience: before, orders: [], install: parsed.data };
  const { refuses, fails } = who.character;
  if (refuses !== undefined) return { obedience: ended(ackOf("refused", refuses)), orders: [] };
  if (fails !== undefined) return { obedience: ended(ackOf("failed", fails)), orders: [] };
  const change = changeOf(parsed.data, who.behind);
  if ("refused" in change) return { obedience: ended(ackOf("refused", change.refused)), orders: [] };
  const { subject, changes, back, inForceW } = change;
  const others = before.holding.filter((held) => held.subject !== subject);
  const isHeld = revert_after_s !== null && back.length > 0;
  const holding = isHeld
    ? [...others, { command_uid, subject, revert_after_s, revert_at_ms: now + revert_after_s * 1000, back }]
    : others;
  const ack = { ...ackOf("done"), ...(inForceW === null ? {} : { in_force_w: inForceW }) };
  const orders = ordersOf(who, { command_uid, changes }, now);
  return { obedience: ended(ack, { holding }), orders, carriedOut: parsed.data };
}

/** The answer to a version that was to be installed: null, its file is good; else why not. */
export function installed(
  before: Obedience,
  { command_uid, expires_at }: FirmwareCommand,
  fault: string | null,
): Obedience {
  const status = fault === null ? "done" : "failed";
  const ack: CommandAck = { v: 1, command_uid, status, text: fault ?? "Restarting" };
  return {
    ...before,
    answered: [...before.answered, { ack, expires_at }],
    untold: [...before.untold, ack],
  };
}

const NAMED = z.looseObject({ command_uid: z.uuid() });

/** When and how the changes take effect at this gateway. */
function ordersOf(
  { serial, character: { slow, lies, rival } }: Obeying,
  { command_uid, changes }: { command_uid: string; changes: readonly Change[] },
  now: number,
): Order[] {
  const share = chance(`${serial}|${command_uid}`);
  const delayS = slow === true ? SLOW_FROM_S + share * (SLOW_TO_S - SLOW_FROM_S) : 0;
  const atMs = secondAfter(now + delayS * 1000);
  const orders: Order[] = changes.map((change) => ({
    atMs,
    ...change,
    ...(lies === true ? { onlySaid: true } : {}),
  }));
  if (rival === undefined) return orders;
  const limits = orders.filter(({ kind, by }) => kind === "power_limit" && by !== "own");
  const against = limits.map(({ inverter }): Order => ({
    atMs: atMs + rival.afterS * 1000,
    kind: "power_limit",
    value: rival.percent,
    inverter,
    by: "other",
  }));
  return [...orders, ...against];
}

/** Orders take effect at whole seconds that have not been reported yet. */
const secondAfter = (ms: number): number => Math.ceil((ms + 1) / 1000) * 1000;

/** Word of the portal that the commands are held: their time to go back begins anew. */
export function heldOn(before: Obedience, uids: readonly string[], now: number): Obedience {
  if (!before.holding.some(({ command_uid }) => uids.includes(command_uid))) return before;
  const holding = before.holding.map((held) =>
    uids.includes(held.command_uid) ? { ...held, revert_at_ms: now + held.revert_after_s * 1000 } : held,
  );
  return { ...before, holding };
}

/** What is gone back from by itself at an instant, because no word has come for too long. */
export function revertDue(before: Obedience, now: number): Outcome {
  const due = before.holding.filter(({ revert_at_ms }) => revert_at_ms <= now);
  if (due.length === 0) return { obedience: before, orders: [] };
  const acks = due.map(({ command_uid, revert_after_s }): CommandAck => ({
    v: 1,
    command_uid,
    status: "reverted",
    text: `No word from the portal for ${revert_after_s} s`,
  }));
  const orders = due.flatMap(({ back, revert_at_ms }) =>
    back.map((change) => ({ atMs: secondAfter(revert_at_ms - 1), ...change })),
  );
  return {
    obedience: {
      ...before,
      holding: before.holding.filter((held) => !due.includes(held)),
      untold: [...before.untold, ...acks],
    },
    orders,
  };
}

/** The portal has got these answers. */
export const told = (before: Obedience, ack: CommandAck): Obedience => ({
  ...before,
  untold: before.untold.filter((one) => one !== ack),
});
