// What a gateway does with an order from the portal: check it, carry it out, say what became of it.
import { commandMessage, type CommandAck, type CommandArgs } from "@heliograph/contract";
import { z } from "zod";
import type { Order } from "./orders.ts";

interface Obeyed {
  /** null: nothing is to be changed. */
  readonly order: Order | null;
  /** null: the message names no command that could be answered. */
  readonly ack: CommandAck | null;
}

/** What a command at an instant (ms since 1970) leads to. Orders take effect at the next whole second. */
export function obeyed(payload: string, now: number): Obeyed {
  const named = readNamed(payload);
  if (named === null) return { order: null, ack: null };
  const parsed = commandMessage.safeParse(named);
  if (!parsed.success) {
    const text = "This gateway does not know the command";
    return { order: null, ack: { v: 1, command_uid: named.command_uid, status: "refused", text } };
  }
  const { command_uid, expires_at, ...command } = parsed.data;
  const answer = (status: CommandAck["status"], text: string): CommandAck => ({
    v: 1,
    command_uid,
    status,
    text,
  });
  if (now > expires_at) return { order: null, ack: answer("expired", "The command came too late") };
  const change = changeOf(command);
  if (change === null) {
    return { order: null, ack: answer("refused", `This gateway does not know ${command.name}`) };
  }
  return { order: { atMs: Math.ceil((now + 1) / 1000) * 1000, ...change }, ack: answer("done", "") };
}

/** What the plant is to do; null: nothing that this gateway knows. */
function changeOf(command: CommandArgs): Pick<Order, "kind" | "value"> | null {
  switch (command.name) {
    case "power_limit":
      if (command.limit === null) return { kind: "power_limit", value: 100 };
      return "percent" in command.limit ? { kind: "power_limit", value: command.limit.percent } : null;
    case "connect":
      return command.relay === undefined ? { kind: "connect", value: command.on ? 1 : 0 } : null;
    case "zero_export":
      return { kind: "zero_export", value: command.on ? 1 : 0 };
    case "nze_parameters":
    case "nze_drill":
    case "firmware":
      return null;
    default:
      return command satisfies never;
  }
}

/** The message where it names a command that can be answered; null otherwise. */
function readNamed(payload: string): { command_uid: string } | null {
  try {
    return z.looseObject({ command_uid: z.uuid() }).parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
