// A gateway at work on what it hears: it remembers, lets its plant obey, and tells the portal until that has acknowledged.
import { GATEWAY_TOPICS, holdMessage, type CommandAck } from "@heliograph/contract";
import { faultOfFile, type FirmwareCommand } from "../firmware/install.ts";
import type { Restarting } from "../firmware/restart.ts";
import type { Gateway } from "../fleet/plant.ts";
import type { LoggedDevice } from "../history.ts";
import type { Link } from "../link.ts";
import { NZE_UNTOLD, nzeTaken } from "../nze/gateway-nze.ts";
import type { Order } from "../orders.ts";
import type { PlantModel } from "../plant-model.ts";
import type { GatewayState } from "../state.ts";
import { characterOf } from "./characters.ts";
import {
  heldOn,
  installed,
  NOTHING_HEARD,
  obey,
  revertDue,
  told,
  type Obedience,
  type Obeying,
} from "./commands.ts";

/** What of a running gateway hearing needs. */
interface Hearing {
  readonly options: {
    readonly model: PlantModel;
    readonly index: number;
    readonly gateway: Gateway;
    /** Where the portal's API is. */
    readonly base: string;
    readonly state: GatewayState;
    readonly changed: () => void;
    readonly ordered: (order: Order) => void;
  };
  readonly devices: readonly LoggedDevice[];
  /** Answers that are under way on this connection. */
  readonly telling: Set<CommandAck>;
  readonly installing: Restarting["installing"];
  readonly restart: Restarting["restart"];
}

/** What the text says; null where it is no JSON. */
export function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

/** What the gateway remembers of commands. */
const obedienceOf = ({ options }: Hearing): Obedience => options.state.obedience ?? NOTHING_HEARD;

/** Who it is that obeys, and what it can reach. */
function obeying({ options, devices }: Hearing): Obeying {
  const { gateway, model, index } = options;
  const device = (uid: string) => devices.find(({ device_uid }) => device_uid === uid)?.device ?? null;
  const { serial } = gateway;
  return { serial, character: characterOf(serial), behind: { plant: model.plant, index, device } };
}

/** Remembers what a message or the time has led to, and lets the plant obey. */
function take(
  { options }: Hearing,
  { obedience, orders }: { obedience: Obedience; orders: readonly Order[] },
): void {
  if (obedience === options.state.obedience) return;
  options.state.obedience = obedience;
  for (const order of orders) {
    options.model.obey(order);
    options.ordered(order);
  }
  options.changed();
}

/** Fetches and checks a version once, and answers what came of it; the restart follows when the portal has the answer. */
async function fetchAndAnswer(work: Hearing, link: Link, command: FirmwareCommand): Promise<void> {
  const { installing, options } = work;
  const { command_uid } = command;
  if (installing.has(command_uid)) return;
  installing.set(command_uid, command);
  const fault = await faultOfFile(command, options.base);
  if (fault !== null) installing.delete(command_uid);
  take(work, { obedience: installed(obedienceOf(work), command, fault), orders: [] });
  tellAnswers(work, link);
}

/** A command came, by whichever way. */
export function hearCommand(work: Hearing, link: Link, message: unknown): void {
  const now = Date.now();
  const outcome = obey(obeying(work), obedienceOf(work), message, now);
  const { state } = work.options;
  const { carriedOut, install } = outcome;
  if (install !== undefined) void fetchAndAnswer(work, link, install);
  if (carriedOut !== undefined) state.nze = nzeTaken(state.nze ?? NZE_UNTOLD, carriedOut, now);
  take(work, outcome);
  tellAnswers(work, link);
}

/** Word came of what the portal holds. */
export function hearHold(work: Hearing, message: unknown): void {
  const word = holdMessage.safeParse(message);
  if (!word.success) return;
  take(work, { obedience: heldOn(obedienceOf(work), word.data.held, Date.now()), orders: [] });
}

/** Goes back from what nobody has held for too long, at the instant (ms since 1970) up to which is read. */
export function goBackWhenDue(work: Hearing, now: number): void {
  take(work, revertDue(obedienceOf(work), now));
}

/** Tells the portal what it has not acknowledged yet. */
export function tellAnswers(work: Hearing, link: Link): void {
  const { options, telling, installing, restart } = work;
  const { state, gateway, changed } = options;
  if (!link.up()) return;
  for (const ack of obedienceOf(work).untold) {
    if (telling.has(ack)) continue;
    telling.add(ack);
    link.tell(GATEWAY_TOPICS.ack(gateway.serial), JSON.stringify(ack), () => {
      telling.delete(ack);
      state.obedience = told(obedienceOf(work), ack);
      changed();
      const version = installing.get(ack.command_uid)?.version;
      installing.delete(ack.command_uid);
      if (version !== undefined) restart(version);
    });
  }
}
