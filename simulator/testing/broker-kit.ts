// A broker and an API for the tests of the gateways: real sockets, and a record of what came over them.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { birthMessage, GATEWAY_TOPICS, readingsMessage } from "@heliograph/contract";
import { Aedes, type PublishPacket } from "aedes";
import type { z } from "zod";

/** What a test waits for comes within this time, ms, however busy the machine is; the limit ends what hangs. */
export const WITHIN_MS = 20_000;

type Readings = z.output<typeof readingsMessage>;

type Rule = (packet: PublishPacket) => "accept" | "hang";
const accept: Rule = () => "accept";

export interface TestBroker {
  readonly url: string;
  /** Messages that came, by topic, whether they were acknowledged or not. */
  readonly came: (topic: string) => string[];
  /** Readings messages that came, in order. */
  readonly readings: () => Readings[];
  /** From now on this decides whether a publish is acknowledged; "hang" leaves it unanswered. */
  readonly answer: (rule: Rule) => void;
  /** Cuts all connections; the broker goes on listening. */
  readonly cut: () => void;
  readonly publish: (topic: string, payload: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The uid this broker gives a device. */
export const uidFor = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address and a port.
  return (server.address() as AddressInfo).port;
}

/** Accepts connections on a free port; `cut` breaks all that are open. */
async function sockets(handle: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    handle(socket);
  });
  const port = await listening(server);
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
  return { port, cut, shut };
}

/** A broker on a free port that answers every birth, as the portal does. */
export async function testBroker(serial: string): Promise<TestBroker> {
  const came: { topic: string; payload: string }[] = [];
  let rule: Rule = accept;
  const publish = (topic: string, payload: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      const packet = {
        cmd: "publish",
        topic,
        payload: JSON.stringify(payload),
        qos: 1,
        retain: false,
        dup: false,
      } as const;
      broker.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  const broker = await Aedes.createBroker({
    authorizePublish: (_client, packet, done) => {
      came.push({ topic: packet.topic, payload: packet.payload.toString() });
      if (rule(packet) === "hang") return;
      done(null);
      if (packet.topic !== GATEWAY_TOPICS.birth(serial)) return;
      const birth = birthMessage.parse(JSON.parse(packet.payload.toString()));
      const devices = birth.devices.map((device, index) => ({
        serial: device.serial,
        device_uid: uidFor(index),
      }));
      void publish(GATEWAY_TOPICS.result(serial), {
        kind: "birth",
        seq: birth.seq,
        gateway_uid: uidFor(99),
        devices,
      });
    },
  });
  const { port, cut, shut } = await sockets((socket) => broker.handle(socket));
  const cameOn = (topic: string): string[] =>
    came.filter((m) => m.topic === topic).map(({ payload }) => payload);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    came: cameOn,
    readings: () =>
      cameOn(GATEWAY_TOPICS.readings(serial)).map((text) => readingsMessage.parse(JSON.parse(text))),
    answer: (next) => {
      rule = next;
    },
    cut,
    publish,
    close: async () => {
      cut();
      await new Promise<void>((resolve) => {
        broker.close(() => resolve());
      });
      await shut();
    },
  };
}

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface TestApi {
  readonly url: string;
  readonly asked: Asked[];
  /** From now on this decides status and body of an answer. */
  readonly answer: (rule: (asked: Asked) => { status: number; body: unknown }) => void;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString();
  return text === "" ? null : JSON.parse(text);
}

/** An HTTP server on a free port that records what it is asked and answers by a rule. */
export async function testApi(first: (asked: Asked) => { status: number; body: unknown }): Promise<TestApi> {
  let rule = first;
  const asked: Asked[] = [];
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const one = { path: request.url ?? "", authorization: request.headers.authorization, body };
    asked.push(one);
    const answer = rule(one);
    response
      .writeHead(answer.status, { "content-type": "application/json" })
      .end(JSON.stringify(answer.body));
  };
  const server = createHttpServer((request, response) => void answered(request, response));
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: (next) => {
      rule = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
