// A gateway's MQTT connection: connect, announce the devices, keep letters flowing, and come back when it breaks.
import {
  birthResult,
  birthRefused,
  GATEWAY_TOPICS,
  type BirthMessage,
  type BirthResult,
} from "@heliograph/contract";
import mqtt, { type MqttClient } from "mqtt";
import { outbox, type Letter, type Outbox } from "./outbox.ts";

export interface LinkOptions {
  readonly url: string;
  readonly serial: string;
  readonly credential: string;
  /** The birth to send after each connect. */
  readonly birth: () => BirthMessage;
  readonly born: (result: BirthResult) => void;
  readonly command: (payload: string) => void;
  /** Word of what the portal holds. */
  readonly hold: (payload: string) => void;
  /** A letter was acknowledged. */
  readonly delivered: (letter: Letter) => void;
  /** A letter had to give way to newer ones. */
  readonly dropped: (letter: Letter) => void;
  readonly say: (line: string) => void;
  /** Letters kept while there is no line. */
  readonly keep?: number;
  readonly firstPauseMs?: number;
}

export interface Link {
  readonly send: (letter: Letter) => void;
  /** Sends at once where there is a line, else not at all; `acknowledged` once the portal has it. */
  readonly tell: (topic: string, payload: string, acknowledged?: () => void) => void;
  /** Cuts the line without a word, as a lost network does, until `connect`. */
  readonly cut: () => void;
  readonly connect: () => void;
  /** True while the portal knows this gateway's devices. */
  readonly up: () => boolean;
  /** Says goodbye and ends. */
  readonly stop: () => Promise<void>;
}

/** 360 letters are an hour of live readings at the usual 10 seconds. */
const KEEP = 360;
const IN_FLIGHT = 20;
const LATE_AFTER_MS = 60_000;
const BIRTH_WITHIN_MS = 20_000;
const LONGEST_PAUSE_MS = 30_000;
const GOODBYE_WITHIN_MS = 1000;

interface Line {
  readonly options: LinkOptions;
  readonly letters: Outbox;
  readonly firstPauseMs: number;
  client: MqttClient | null;
  /** The portal has answered the birth of this connection. */
  up: boolean;
  wanted: boolean;
  pauseMs: number;
  again: NodeJS.Timeout | null;
}

function flush(line: Line): void {
  const { client, letters, options } = line;
  if (client === null || !line.up) return;
  for (const letter of letters.next(IN_FLIGHT)) {
    const payload = letter.payload(Date.now() - letter.toMs > LATE_AFTER_MS);
    client.publish(letter.topic, payload, { qos: 1 }, (error) => {
      // What an older connection still reports does not count: its letters have been released.
      if (error || client !== line.client) return;
      letters.acknowledged(letter);
      options.delivered(letter);
      flush(line);
    });
  }
}

function lost(line: Line, client: MqttClient): void {
  if (client !== line.client) return;
  line.client = null;
  line.up = false;
  line.letters.release();
  client.end(true);
  if (!line.wanted) return;
  line.again = setTimeout(() => open(line), line.pauseMs * (0.7 + 0.6 * Math.random()));
  line.pauseMs = Math.min(line.pauseMs * 2, LONGEST_PAUSE_MS);
}

function open(line: Line): void {
  const { options } = line;
  const { serial } = options;
  line.again = null;
  const client = connection(options);
  line.client = client;
  const patience = setTimeout(() => lost(line, client), BIRTH_WITHIN_MS);
  client.on("error", (error) => {
    // 4 and 5: the broker does not accept the credential.
    if ("code" in error && (error.code === 4 || error.code === 5)) {
      options.say(`${serial}: ${error.message}`);
      line.pauseMs = LONGEST_PAUSE_MS;
    }
    lost(line, client);
  });
  client.on("close", () => {
    clearTimeout(patience);
    lost(line, client);
  });
  client.on("connect", () => {
    const topics = (["result", "command", "hold"] as const).map((name) => GATEWAY_TOPICS[name](serial));
    client.subscribe(topics, { qos: 1 }, () => {
      client.publish(GATEWAY_TOPICS.birth(serial), JSON.stringify(options.birth()), { qos: 1 });
    });
  });
  client.on("message", (topic, payload) => {
    if (client !== line.client) return;
    if (topic === GATEWAY_TOPICS.command(serial)) options.command(payload.toString());
    if (topic === GATEWAY_TOPICS.hold(serial)) options.hold(payload.toString());
    if (topic !== GATEWAY_TOPICS.result(serial)) return;
    const result = readResult(payload.toString(), options);
    if (result === null || line.up) return;
    clearTimeout(patience);
    line.up = true;
    line.pauseMs = line.firstPauseMs;
    client.publish(GATEWAY_TOPICS.state(serial), '{"online":true}', { qos: 1 });
    options.born(result);
    flush(line);
  });
}

function forgetAttempt(line: Line): void {
  line.wanted = false;
  if (line.again !== null) clearTimeout(line.again);
  line.again = null;
}

/** Opens the link and keeps it open. Nothing is thrown: what fails is tried again with growing pauses. */
export function openLink(options: LinkOptions): Link {
  const firstPauseMs = options.firstPauseMs ?? 1000;
  const letters = outbox(options.keep ?? KEEP);
  const line: Line = {
    options,
    letters,
    firstPauseMs,
    client: null,
    up: false,
    wanted: true,
    pauseMs: firstPauseMs,
    again: null,
  };
  open(line);
  return {
    send: (letter) => {
      for (const gone of letters.add(letter)) options.dropped(gone);
      flush(line);
    },
    tell: (topic, payload, acknowledged) => {
      if (!line.up) return;
      line.client?.publish(topic, payload, { qos: 1 }, (error) => {
        if (!error) acknowledged?.();
      });
    },
    cut: () => {
      forgetAttempt(line);
      const { client } = line;
      if (client === null) return;
      client.stream.destroy();
      lost(line, client);
    },
    connect: () => {
      line.wanted = true;
      if (line.client === null && line.again === null) open(line);
    },
    up: () => line.up,
    stop: async () => {
      forgetAttempt(line);
      await goodbye(line.client, options.serial);
    },
  };
}

function connection({ url, serial, credential }: LinkOptions): MqttClient {
  return mqtt.connect(url, {
    clientId: serial,
    username: serial,
    password: credential,
    clean: true,
    keepalive: 30,
    connectTimeout: 10_000,
    // The link reconnects by itself, so that it decides what is sent again and when.
    reconnectPeriod: 0,
    will: {
      topic: GATEWAY_TOPICS.state(serial),
      payload: Buffer.from('{"online":false}'),
      qos: 1,
      retain: false,
    },
  });
}

/** A birth's answer; null for every other result, of which what was refused is said aloud. */
function readResult(payload: string, { serial, say }: LinkOptions): BirthResult | null {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return null;
  }
  const born = birthResult.safeParse(message);
  if (born.success) return born.data;
  const refused = birthRefused.safeParse(message);
  const [first] = refused.success ? refused.data.refused : [];
  if (first !== undefined) say(`${serial}: birth refused: ${first.reason} ${first.detail}`);
  return null;
}

async function goodbye(client: MqttClient | null, serial: string): Promise<void> {
  if (client === null) return;
  await new Promise<void>((resolve) => {
    const patience = setTimeout(() => {
      client.end(true);
      resolve();
    }, GOODBYE_WITHIN_MS);
    const ended = (): void => {
      clearTimeout(patience);
      resolve();
    };
    if (!client.connected) {
      client.end(true, {}, ended);
      return;
    }
    client.publish(GATEWAY_TOPICS.state(serial), '{"online":false}', { qos: 1 }, () =>
      client.end(false, {}, ended),
    );
  });
}
