// The embedded MQTT broker (3.1.1). A message is acknowledged after the commit of what it brings: aedes acknowledges
// when `authorizePublish` calls back, so that is where messages are taken. Its `publish` event comes too late.
import { createServer, type Server, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import { GATEWAY_LIMITS, GATEWAY_TOPICS, isClientIdOf } from "@heliograph/contract";
import type { Pools } from "../../../platform/db.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import {
  GATEWAY_CHANGED,
  gatewayByCredential,
  noteRefusedSignIn,
  noteSignIn,
  signInGuard,
  type SignInGuard,
} from "../../fleet/index.ts";
import { downTopic, upTopic } from "./broker-access.ts";
import { handDown, publishJson } from "./broker-lines.mqtt.ts";
import { takeMessage } from "./broker-messages.mqtt.ts";
import { openSessions, type BrokerSession, type Sessions } from "./broker-sessions.ts";
import { connectionSource } from "./connection-source.mqtt.ts";
import { answering, contain, hearErrors } from "./broker-guards.mqtt.ts";
import { frameGuard } from "./frame-guard.ts";
import { clearConnected } from "../ingest/gateway.sql.ts";
import type { Ingest } from "../ingest/ingest.jobs.ts";

interface Broker {
  readonly port: number;
  /** Ends all connections; what was not acknowledged will be sent again. */
  readonly stop: () => Promise<void>;
}

interface Parts {
  /** The first free port from this one on is taken; 0: any. */
  readonly port: number;
  readonly host: string;
  readonly pools: Pools;
  readonly ingest: Ingest;
  /** Hears of gateways whose connections must end. */
  readonly listener: Listener;
  /** Proxies that must say by the PROXY protocol whom they stand for: addresses or networks. */
  readonly proxies?: readonly string[];
  readonly log?: Logger;
}

/** A message beyond GATEWAY_LIMITS.messageBytes is read and refused; a packet beyond this ends the connection. */
const PACKET_BYTES = 1024 * 1024;
/** Below the usual limit of 65,536 open files, with room for the database and HTTP. */
const CONNECTIONS = 20_000;
/** A connection that does not say who it is, or does not read what it is sent, is closed. */
const CONNECT_MS = 10_000;
const DRAIN_MS = 5000;

/** Return codes of CONNACK, MQTT 3.1.1 table 3.1. */
const REFUSED = { identifier: 2, unavailable: 3, credential: 4, notAllowed: 5 } as const;

/** Starts the broker. Gateways that a killed broker left as connected are no longer. */
export async function startBroker(parts: Parts): Promise<Broker> {
  const sessions = openSessions<Client>();
  await clearConnected(parts.pools.db);
  const guards = { guard: signInGuard(), ids: signInGuard() };
  const addresses = new WeakMap<object, string>();
  const answer = answering(parts.log);
  const received = async (client: Client | null, packet: PublishPacket): Promise<void> => {
    const session = client === null ? undefined : sessions.of(client);
    // The will of a connection that has ended: that it has ended is known already.
    if (session === undefined) throw new Error("not connected");
    const reply = (result: object) =>
      publishJson(aedes, GATEWAY_TOPICS.result(session.gateway.serial), result);
    await take(parts, session, packet, reply);
  };
  const aedes = await Aedes.createBroker({
    // A reader that stalls must not hold up the others: deliveries are not counted, each is cut off by itself.
    concurrency: 0,
    connectTimeout: CONNECT_MS,
    drainTimeout: DRAIN_MS,
    // What is kept for absent clients would be lost with the process, so no session outlives its connection.
    preConnect: (_client, packet, done) => {
      packet.clean = true;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      const shown = {
        client,
        address: addresses.get(client.conn) ?? "",
        serial: username ?? "",
        credential: password?.toString() ?? "",
      };
      answer(
        () => admit(parts, { sessions, ...guards }, shown),
        (error, refused) =>
          done(refusedAs(error === null ? refused : REFUSED.unavailable), error === null && refused === null),
      );
    },
    authorizePublish: (client, packet, done) =>
      answer(
        () => received(client, packet),
        (error) => done(error),
      ),
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.of(client);
      const allowed = session !== undefined && downTopic(session.gateway.serial, subscription.topic) !== null;
      if (session !== undefined && !allowed) {
        void forbidden(parts, session, `subscribe to ${subscription.topic}`);
      }
      done(null, allowed ? subscription : null);
    },
  });
  hearErrors(aedes, parts.log);
  await endChanged(parts, sessions);
  const handover = await handDown(parts, aedes, sessions);
  const server = socketServer(parts, (socket, address) => {
    addresses.set(socket, address);
    accept(parts, sessions, { aedes, socket });
  });
  const port = await listen(server, parts);
  return { port, stop: () => handover.stop().then(() => stop(aedes, server)) };
}

/** A server that hands over each connection with the address it comes from. */
function socketServer(
  { proxies = [], log }: Parts,
  accepted: (socket: Socket, address: string) => void,
): Server {
  const sourceOf = connectionSource(proxies);
  const server = createServer((socket) => {
    contain(socket, log);
    sourceOf(socket, (address) => accepted(socket, address));
  });
  server.maxConnections = CONNECTIONS;
  return server;
}

function accept(
  { ingest }: Parts,
  sessions: Sessions<Client>,
  { aedes, socket }: { aedes: Aedes; socket: Socket },
): void {
  socket.setNoDelay(true);
  const client = aedes.handle(socket);
  // Aedes reads by "readable"; beside it "data" only watches what is read.
  const guard = frameGuard(PACKET_BYTES);
  socket.on("data", (chunk) => {
    if (!guard(chunk)) socket.destroy();
  });
  socket.once("close", () => {
    const session = sessions.remove(client);
    if (session === undefined) return;
    ingest.connection(session.gateway, false);
    ingest.hearsCommands(session.gateway, sessions.hears(session.gateway.gateway_id, "command"));
  });
}

interface Shown {
  readonly client: Client;
  readonly address: string;
  readonly serial: string;
  readonly credential: string;
}

/** Null when the connection may stand and is now a session; otherwise the return code that refuses it. */
async function admit(
  { pools, ingest, log }: Parts,
  { sessions, guard, ids }: { sessions: Sessions<Client>; guard: SignInGuard; ids: SignInGuard },
  { client, address, serial, credential }: Shown,
): Promise<number | null> {
  const noteTry = (reason: "credential" | "client_id" | "connections") =>
    noteRefusedSignIn(pools.db, serial, { by: "mqtt", address, reason });
  if (!isClientIdOf(serial, client.id)) {
    // Noting it costs the database as much as a sign-in, so it is counted like one.
    if (ids.mayTry(address, serial)) noteTry("client_id");
    return REFUSED.identifier;
  }
  if (!guard.mayTry(address, serial)) return REFUSED.notAllowed;
  const gateway = await gatewayByCredential(pools.db, serial, credential).catch((error: unknown) => {
    guard.unjudged(address, serial);
    throw error;
  });
  if (gateway === null) {
    if (guard.failed(address, serial)) {
      log?.warn({ address, serial }, "too many sign-ins of gateways have failed");
    }
    noteTry("credential");
    return REFUSED.credential;
  }
  guard.succeeded(address, serial);
  // One with the same id is about to be closed in favour of this one.
  const others = sessions.ofGateway(gateway.gateway_id).filter((one) => one.id !== client.id);
  if (others.length >= GATEWAY_LIMITS.connectionsPerGateway) {
    noteTry("connections");
    return REFUSED.notAllowed;
  }
  // Its socket may have closed while the database was asked.
  if (client.conn.destroyed) return REFUSED.unavailable;
  sessions.add(client, {
    gateway,
    credential,
    sequence: { last: null, quietUntil: 0 },
    subscribed: new Set(),
  });
  ingest.connection(gateway, true);
  noteSignIn(pools.db, gateway, { by: "mqtt", address });
  return null;
}

function refusedAs(returnCode: number | null | undefined): AuthenticateError | null {
  if (returnCode === null || returnCode === undefined) return null;
  // Aedes declares the codes as an enum that no program can import; it reads the number.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment, typescript/no-unnecessary-type-assertion -- see above
  return Object.assign(new Error("connection refused"), { returnCode }) as AuthenticateError;
}

/** Resolves when the packet may be acknowledged; rejects when the connection must be closed instead. */
async function take(
  parts: Parts,
  session: BrokerSession,
  packet: PublishPacket,
  reply: (result: object) => Promise<void>,
): Promise<void> {
  packet.retain = false; // nothing is kept for those who come later
  const topic = upTopic(session.gateway.serial, packet.topic);
  if (topic === null) {
    await forbidden(parts, session, `publish to ${packet.topic}`);
    throw new Error("not allowed");
  }
  await takeMessage(parts, session, { topic, payload: packet.payload, reply });
}

/** Records what a gateway tried; that the record cannot be written now changes nothing for it. */
async function forbidden({ ingest, log }: Parts, { gateway }: BrokerSession, what: string): Promise<void> {
  const detail = `may not ${what}`
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "?");
  await ingest.unreadable(gateway, "topic.forbidden", detail).catch((error: unknown) => {
    log?.warn({ err: error, gateway_id: gateway.gateway_id }, "a refusal could not be recorded");
  });
}

/** Ends connections of gateways that were removed or got another credential, also if that was announced unheard. */
async function endChanged(
  { listener, ingest, pools, log }: Parts,
  sessions: Sessions<Client>,
): Promise<void> {
  const hear = (payload: string) => {
    const gateway_id = Number(payload);
    ingest.forget(gateway_id);
    for (const client of sessions.ofGateway(gateway_id)) client.close();
  };
  const missed = async () => {
    for (const [client, { gateway, credential }] of sessions.all()) {
      const still = await gatewayByCredential(pools.db, gateway.serial, credential);
      if (still === null) client.close();
    }
  };
  await listener.on(GATEWAY_CHANGED, {
    hear,
    missed: () => {
      missed().catch((error: unknown) => log?.warn({ err: error }, "gateways could not be checked"));
    },
  });
}

async function listen(server: Server, { host, port: wanted }: Parts): Promise<number> {
  for (let port = wanted; ; port += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host, port }, () => {
          server.off("error", reject);
          resolve();
        });
      });
      // A socket that fails before it is accepted concerns nobody else.
      server.on("error", () => {});
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : port;
    } catch (error) {
      const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!inUse || port >= Math.min(wanted + 19, 65_535)) throw error;
    }
  }
}

async function stop(aedes: Aedes, server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await new Promise<void>((resolve) => aedes.close(resolve));
  await closed;
}
