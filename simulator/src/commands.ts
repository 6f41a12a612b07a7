// What a gateway does with an order from the portal: check it, carry it out, say what became of it.
import { commandMessage, type commandAck } from "@heliograph/contract";
import type { z } from "zod";
import type { Order } from "./orders.ts";

/** Names of commands that the simulated gateways know, and the order each becomes. */
const KNOWN: Record<string, Order["kind"]> = {
  power_limit_percent: "power_limit",
  connect: "connect",
  zero_export: "zero_export",
};

type CommandAck = z.input<typeof commandAck>;

interface Obeyed {
  /** null: nothing is to be changed. */
  readonly order: Order | null;
  /** null: the message names no command that could be answered. */
  readonly ack: CommandAck | null;
}

/** What a command at an instant (ms since 1970) leads to. Orders take effect at the next whole second. */
export function obeyed(payload: string, now: number): Obeyed {
  let parsed;
  try {
    parsed = commandMessage.safeParse(JSON.parse(payload));
  } catch {
    return { order: null, ack: null };
  }
  if (!parsed.success) return { order: null, ack: null };
  const { command_uid, expires_at, name, value } = parsed.data;
  const answer = (status: CommandAck["status"], text: string): CommandAck => ({
    v: 1,
    command_uid,
    status,
    text,
  });
  if (now > expires_at) return { order: null, ack: answer("expired", "The command came too late") };
  const kind = KNOWN[name];
  if (kind === undefined) {
    return { order: null, ack: answer("refused", `This gateway does not know ${name}`) };
  }
  const most = kind === "power_limit" ? 100 : 1;
  if (value === null || value < 0 || value > most) {
    return { order: null, ack: answer("refused", `The value must be between 0 and ${most}`) };
  }
  return { order: { atMs: Math.ceil((now + 1) / 1000) * 1000, kind, value }, ack: answer("done", "") };
}
