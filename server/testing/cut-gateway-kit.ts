// A gateway over a bare socket, so that a test can cut it wherever it likes.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { GATEWAY_TOPICS } from "@heliograph/contract";
import mqttPacket from "mqtt-packet";

/** What it signs in with. */
interface Credentials {
  readonly serial: string;
  readonly credential: string;
}

/** A gateway as our protocol page advises: a will on its state topic, its two topics subscribed, a birth in flight. */
export async function gatewayWithWill(
  port: number,
  { serial, credential }: Credentials,
  id: number,
): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  // A cut is what this is about.
  socket.on("error", () => {});
  await once(socket, "connect");
  const send = (packet: mqttPacket.Packet) => socket.write(mqttPacket.generate(packet));
  send({
    cmd: "connect",
    clientId: `${serial}.${id}`,
    username: serial,
    password: Buffer.from(credential),
    clean: true,
    keepalive: 30,
    protocolId: "MQTT",
    protocolVersion: 4,
    will: {
      topic: GATEWAY_TOPICS.state(serial),
      payload: Buffer.from(JSON.stringify({ online: false })),
      qos: 1,
      retain: false,
    },
  });
  await once(socket, "data");
  send({
    cmd: "subscribe",
    messageId: 1,
    subscriptions: [
      { topic: GATEWAY_TOPICS.result(serial), qos: 1 },
      { topic: GATEWAY_TOPICS.command(serial), qos: 1 },
    ],
  });
  await once(socket, "data");
  send({
    cmd: "publish",
    topic: GATEWAY_TOPICS.birth(serial),
    payload: JSON.stringify({ v: 1, seq: 0, sent_at: Date.now(), interval_s: 60, devices: [] }),
    qos: 1,
    messageId: 2,
    dup: false,
    retain: false,
  });
  return socket;
}

/** Cuts the connection, by RST or by FIN, and resolves when it is closed, in order or not. */
export function cutOff(socket: Socket, by: "RST" | "FIN"): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  if (by === "RST") socket.resetAndDestroy();
  else socket.end();
  return closed;
}

/** Sends a packet of 2 MB, eight times what is allowed, and resolves when the connection is closed for it. */
export function sendHugePacket(socket: Socket, serial: string): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(
    mqttPacket.generate({
      cmd: "publish",
      topic: GATEWAY_TOPICS.readings(serial),
      payload: Buffer.alloc(2 * 1024 * 1024, 0x20),
      qos: 1,
      messageId: 3,
      dup: false,
      retain: false,
    }),
  );
  return closed;
}
