import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import {
  addGateway,
  binsizeExport,
  createProject,
  downloadFile,
  gatewayReadings,
  liveEvents,
  login,
  sessionIn,
  projectList,
  uploadFile,
  type Answer,
  type Endpoint,
} from "@heliograph/contract";
import mqtt from "mqtt";
import { expect, test } from "vitest";
import { anyPort, brokerOf, dataFolder, portalOf, serverProcess } from "../testing/main-kit.ts";

interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Begins a call whose connection the test cuts; it errs when that happens, which is what this is about. */
function begin(portal: string, e: Endpoint, { query, headers, body }: Call = {}): ClientRequest {
  const url = `${portal}/api/v1/${e.path}?${new URLSearchParams(query).toString()}`;
  const call = request(url, { method: e.method, headers: { ...headers }, agent: false });
  call.on("error", () => {});
  if (body === undefined) call.end();
  else call.write(body);
  return call;
}

/** Cuts the call's connection, by RST and by FIN in turn, and waits until it is closed. */
async function cut(call: ClientRequest, round: number): Promise<void> {
  const socket = call.socket ?? (await once(call, "socket"))[0];
  const open = socket as Socket; // that of a request over TCP
  if (open.connecting) await once(open, "connect");
  const closed = open.destroyed ? undefined : once(open, "close").catch(() => {});
  if (round % 2 === 0) open.resetAndDestroy();
  else open.destroy();
  await closed;
}

/** The first piece of the answer's body; the rest stays unread. */
async function firstPiece(call: ClientRequest): Promise<void> {
  const [reply] = (await once(call, "response")) as [IncomingMessage]; // what the event is called with
  reply.on("error", () => {});
  await once(reply, "data");
}

/** What the leaving is tried on. */
interface Place {
  readonly running: ReturnType<typeof serverProcess>;
  readonly portal: string;
  readonly mqttUrl: string;
  /** Of the owner. */
  readonly headers: Readonly<Record<string, string>>;
  readonly project_uid: string;
  readonly gateway: { readonly serial: string; readonly credential: string };
  readonly file_uid: string;
}

const TEXT = Buffer.alloc(4 * 1024 * 1024, "a line of text\n");
const ROOF = {
  name: "Roof",
  address: "1 Street",
  latitude: 10,
  longitude: 106,
  project_type: "pv",
  timezone: "Asia/Ho_Chi_Minh",
  capacity_wp: 1000,
};

/** A server that logs errors alone, with a project, a gateway and a file of 4 MB. */
async function place(): Promise<Place> {
  const running = serverProcess({
    PORT: String(await anyPort()),
    PG_PORT: String(await anyPort()),
    MQTT_PORT: String(await anyPort()),
    DATA_DIR: await dataFolder(),
    DEMO: "accounts",
    LOG_LEVEL: "error",
  });
  const portal = await portalOf(running);
  const ask = async <E extends Endpoint>(e: E, call: Call): Promise<Answer<E>> => {
    const begun = begin(portal, e, call);
    begun.end();
    const [reply] = (await once(begun, "response")) as [IncomingMessage]; // what the event is called with
    return e.answer.parse(JSON.parse(Buffer.concat(await reply.toArray()).toString())) as Answer<E>; // by its own schema
  };
  const post = <E extends Endpoint>(e: E, body: object, more: Readonly<Record<string, string>> = {}) =>
    ask(e, { body: JSON.stringify(body), headers: { "content-type": "application/json", ...more } });
  const { access_token } = sessionIn(
    await post(login, { username: "owner@demo.example", password: "sunlight" }),
  );
  const headers = { authorization: `Bearer ${access_token}` };
  const { project_uid } = await post(createProject, ROOF, headers);
  const gateway = await post(addGateway, { project_uid, serial: "LEAVES-1" }, headers);
  const query = { project_uid, name: "note.txt" };
  const asFile = { ...headers, "content-type": "application/octet-stream" };
  const { file_uid } = await ask(uploadFile, { query, headers: asFile, body: TEXT });
  return {
    running,
    portal,
    mqttUrl: await brokerOf(running),
    headers,
    project_uid,
    gateway,
    file_uid,
  };
}

const length = (bytes: number) => ({ "content-length": String(bytes) });

/** Calls that are cut before they are answered, and in the middle of their bodies. */
async function leaveCalls({ portal, headers, gateway }: Place, round: number): Promise<void> {
  const json = { ...headers, "content-type": "application/json" };
  await cut(begin(portal, projectList, { headers: { ...json, ...length(2) }, body: "{}" }), round);
  await cut(begin(portal, projectList, { headers: { ...json, ...length(90) }, body: "{" }), round);
  const authorization = `Basic ${Buffer.from(`${gateway.serial}:${gateway.credential}`).toString("base64")}`;
  const sends = { ...json, authorization, ...length(500) };
  await cut(begin(portal, gatewayReadings, { headers: sends, body: "{" }), round);
  const silent = connect(Number(new URL(portal).port), "127.0.0.1");
  await once(silent, "connect");
  silent.resetAndDestroy();
}

/** A stream that is open, one that opens, an export, a download and an upload. */
async function leaveLongAnswers(at: Place, round: number): Promise<void> {
  const { portal, headers, project_uid, file_uid } = at;
  const stream = begin(portal, liveEvents, { query: { project_uid }, headers });
  await firstPiece(stream);
  await cut(stream, round);
  await cut(begin(portal, liveEvents, { query: { project_uid }, headers }), round);
  const days = { from_date: "2026-01-01", to_date: "2026-01-31", view: "devices" };
  await cut(begin(portal, binsizeExport, { query: { project_uid, ...days }, headers }), round);
  const download = begin(portal, downloadFile, { query: { file_uid }, headers });
  await firstPiece(download);
  await cut(download, round);
  const upload = begin(portal, uploadFile, {
    query: { project_uid, name: "note.txt" },
    headers: {
      ...headers,
      "content-type": "application/octet-stream",
      ...length(TEXT.length),
    },
    body: TEXT.subarray(0, 100_000),
  });
  await cut(upload, round);
}

async function leaveBroker({ mqttUrl, gateway }: Place): Promise<void> {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: gateway.serial,
    username: gateway.serial,
    password: gateway.credential,
    reconnectPeriod: 0,
  });
  client.on("error", () => {});
  client.stream.destroy();
}

const ROUNDS = 20;

test("callers that leave in the middle of whatever they do write no error into the log, and the server serves on", async () => {
  const at = await place();
  for (let round = 0; round < ROUNDS; round += 1) {
    await leaveCalls(at, round);
    await leaveLongAnswers(at, round);
    await leaveBroker(at);
  }
  const { portal, headers, file_uid, running } = at;
  const again = await fetch(`${portal}/api/v1/${downloadFile.path}?file_uid=${file_uid}`, { headers });
  expect((await again.arrayBuffer()).byteLength).toBe(TEXT.length);
  expect((await fetch(`${portal}/readyz`)).status).toBe(200);
  expect(running.printed.log).toBe("");
}, 90_000);
