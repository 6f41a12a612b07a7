import { once } from "node:events";
import { connect as openSocket, createServer } from "node:net";
import mqtt from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { gatewayServer, newGateway, gatewayLogin } from "../../../../testing/gateway-kit.ts";
import { SIGN_IN_LIMITS } from "../../fleet/gateways/sign-in-guard.ts";

/** A proxy on loopback that names `address` for every connection, as a TLS proxy in front of the broker does. */
async function proxyFor(port: number, address: string): Promise<string> {
  const server = createServer((client) => {
    const broker = openSocket({ host: "127.0.0.1", port });
    broker.write(`PROXY TCP4 ${address} 127.0.0.1 40000 1883\r\n`);
    client.pipe(broker).pipe(client);
    for (const socket of [client, broker]) socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  return `mqtt://127.0.0.1:${at.port}`;
}

/** Null when the broker lets the gateway in, otherwise the code it refuses with. */
async function refusal(url: string, options: mqtt.IClientOptions): Promise<number | string | null> {
  try {
    const client = await mqtt.connectAsync(url, options);
    await client.endAsync(true);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? Number(error.code) : String(error);
  }
}

test("behind a trusted proxy, one address that guesses locks out nobody at another", async () => {
  const { db, broker } = await gatewayServer(["127.0.0.0/8"]);
  const gateway = await newGateway(db);
  const bad = await proxyFor(broker.port, "203.0.113.66");
  const good = await proxyFor(broker.port, "203.0.113.7");
  const wrong = { ...gatewayLogin(gateway), password: "wrong" };
  for (let n = 0; n < SIGN_IN_LIMITS.ofGateway; n += 1) expect(await refusal(bad, wrong)).toBe(4);
  expect(await refusal(bad, gatewayLogin(gateway))).toBe(5);
  expect(await refusal(good, gatewayLogin(gateway))).toBeNull();
});

test("a trusted proxy that sends no header is not served, and others need none", async () => {
  const { db, broker, mqttUrl } = await gatewayServer(["127.0.0.1"]);
  const socket = openSocket({ host: "127.0.0.1", port: broker.port });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(Buffer.from([0x10, 0x10, 0x00, 0x04]));
  await closed;
  const other = await gatewayServer(["192.0.2.1"]);
  const gateway = await newGateway(other.db);
  expect(await refusal(other.mqttUrl, gatewayLogin(gateway))).toBeNull();
  expect(mqttUrl).not.toBe(other.mqttUrl);
  expect(await db.selectFrom("gateway").select("gateway_id").execute()).toEqual([]);
});
