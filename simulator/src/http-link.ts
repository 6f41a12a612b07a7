// The line of a gateway that knows no MQTT: it posts its letters one after the other, and what the portal has to say comes in the
// answers. The same to its gateway as an MQTT connection.
import {
  commandAck,
  gatewayAck,
  gatewayBirth,
  gatewayEvents,
  gatewayReadings,
  GATEWAY_TOPICS,
  type HandedOver,
} from "@heliograph/contract";
import type { Link, LinkOptions } from "./link.ts";
import { outbox, type Letter, type Outbox } from "./outbox.ts";
import { callPortal, PortalRefusal } from "./portal.ts";

const KEEP = 360;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const LATE_AFTER_MS = 60_000;

interface Line {
  readonly options: LinkOptions;
  readonly authorization: string;
  readonly letters: Outbox;
  /** The portal has answered the birth. */
  up: boolean;
  wanted: boolean;
  pauseMs: number;
  again: NodeJS.Timeout | null;
  working: Promise<void> | null;
}

function heard({ options }: Line, { commands, held }: HandedOver): void {
  for (const command of commands) options.command(JSON.stringify(command));
  if (held.length > 0) options.hold(JSON.stringify({ v: 1, held }));
}

async function post(line: Line, letter: Letter): Promise<void> {
  const { options, authorization, letters } = line;
  const body: unknown = JSON.parse(letter.payload(Date.now() - letter.toMs > LATE_AFTER_MS));
  const endpoint = letter.topic === GATEWAY_TOPICS.events(options.serial) ? gatewayEvents : gatewayReadings;
  try {
    heard(line, await callPortal(options.url, endpoint, { body }, authorization));
  } catch (error) {
    if (!isFinal(error)) throw error;
    options.say(`${options.serial}: ${String(error)}`);
  }
  letters.acknowledged(letter);
  options.delivered(letter);
}

/** The birth where it is due, then one letter after the other. */
async function work(line: Line): Promise<void> {
  const { options, authorization, letters } = line;
  if (!line.up) {
    const answer = await callPortal(options.url, gatewayBirth, { body: options.birth() }, authorization);
    line.up = true;
    options.born(answer);
    heard(line, answer);
  }
  line.pauseMs = FIRST_PAUSE_MS;
  while (line.wanted) {
    const [letter] = letters.next(1);
    if (letter === undefined) return;
    await post(line, letter);
  }
  letters.release();
}

function go(line: Line): void {
  if (!line.wanted || line.working !== null || line.again !== null) return;
  line.working = work(line)
    .catch((error: unknown) => {
      line.letters.release();
      if (isFinal(error)) line.options.say(`${line.options.serial}: ${String(error)}`);
      const retry = (): void => {
        line.again = null;
        go(line);
      };
      line.again = setTimeout(retry, line.pauseMs * (0.7 + 0.6 * Math.random()));
      line.pauseMs = Math.min(line.pauseMs * 2, LONGEST_PAUSE_MS);
    })
    .finally(() => {
      line.working = null;
      if (line.up && line.letters.size() > 0) go(line);
    });
}

function tell(line: Line, payload: string, acknowledged: () => void): void {
  if (!line.up || !line.wanted) return;
  const body = commandAck.parse(JSON.parse(payload));
  callPortal(line.options.url, gatewayAck, { body }, line.authorization).then(
    acknowledged,
    // Refused for good is answered too: nobody wants to hear it again.
    (error: unknown) => {
      if (isFinal(error)) acknowledged();
    },
  );
}

function hang(line: Line): void {
  line.wanted = false;
  if (line.again !== null) clearTimeout(line.again);
  line.again = null;
}

/** Opens the line. Nothing is thrown: what fails is tried again with growing pauses, what is refused for good is said. */
export function openHttpLink(options: LinkOptions): Link {
  const { serial, credential } = options;
  const line: Line = {
    options,
    authorization: `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`,
    letters: outbox(KEEP),
    up: false,
    wanted: true,
    pauseMs: FIRST_PAUSE_MS,
    again: null,
    working: null,
  };
  // Not before its gateway has this link in its hands.
  setImmediate(() => go(line));
  return {
    send: (letter) => {
      for (const gone of line.letters.add(letter)) options.dropped(gone);
      go(line);
    },
    tell: (_topic, payload, acknowledged = () => {}) => tell(line, payload, acknowledged),
    cut: () => {
      hang(line);
      line.up = false;
    },
    connect: () => {
      line.wanted = true;
      go(line);
    },
    up: () => line.up,
    stop: async () => {
      hang(line);
      await line.working;
    },
  };
}

const isFinal = (error: unknown): boolean =>
  error instanceof PortalRefusal && error.status >= 400 && error.status < 500 && error.status !== 429;
