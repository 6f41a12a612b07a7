import { ackResult, commandMessage, gatewayReadings } from "@heliograph/contract";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import {
  gatewayServer,
  newGateway,
  parseBirth,
  parseEvents,
  parseReadings,
} from "../../../../testing/gateway-kit.ts";
import { give } from "../../../../testing/downlink/downlink-kit.ts";
import { server } from "../../../platform/http.ts";
import { listen, webServer } from "../../../platform/web-server.ts";
import { doorkeeperGateway } from "../../fleet/index.ts";
import { doorkeeperSession } from "../../identity/index.ts";
import { gatewayMessageRoutes, holdCommands, messagesOf } from "../index.ts";

const PAGE = readFileSync(new URL("../../../../../docs/gateway-protocol.md", import.meta.url), "utf8");
const [REPORTING = "", COMMANDING = ""] = PAGE.split(/^## Commands$/m);
const blocksOf = (part: string) =>
  [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? "");

const installed =
  spawnSync("sh", ["-c", "command -v mosquitto_pub mosquitto_sub mosquitto_rr curl bash"]).status === 0;
if (!installed) {
  process.stdout.write(
    "mosquitto-clients or curl is not installed: the lines of docs/gateway-protocol.md are not run\n",
  );
}

/** Runs the script and returns what it prints; throws with its words when a command fails. */
function shell(script: string): Promise<string> {
  // Without --norc a Bash whose input is a socket, as Node gives it, may take itself for a remote login and read what
  // the account has set up for those.
  const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script]);
  let words = "";
  child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      code === 0 ? resolve(words) : reject(new Error(`ended with ${code}: ${words}`)),
    );
  });
}

/** Starts the block of the second terminal until `end`, or the test, ends it; `lines` grows as it prints. */
function secondTerminal(variables: string, block: string): { lines: string[]; end: () => void } {
  const child = spawn("bash", ["--norc", "-c", `${variables}\nexec ${block.replace(/^#.*\n/, "")}`]);
  const end = () => void child.kill();
  onTestFinished(end);
  const lines: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => lines.push(...chunk.toString().split("\n").filter(Boolean)));
  return { lines, end };
}

/** A running server with a gateway that has no devices yet, and the page's first block with its values filled in. */
async function pageServer(variables: string) {
  const at = await gatewayServer();
  const gateway = await newGateway(at.db);
  await at.db.deleteFrom("device").where("gateway_id", "=", gateway.gateway_id).execute();
  const app = await webServer({});
  const doorkeeper = { session: doorkeeperSession(at.db), gateway: doorkeeperGateway(at.db) };
  gatewayMessageRoutes(server(app, doorkeeper), at.ingest);
  const port = await listen(app, "127.0.0.1", 22_000 + (process.pid % 20_000));
  onTestFinished(() => app.close());
  const values = {
    PORT: port,
    MQTT_PORT: at.broker.port,
    SERIAL: gateway.serial,
    CREDENTIAL: gateway.credential,
  };
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`),
    variables,
  );
  return { db: at.db, gateway, filled };
}

test.skipIf(!installed)(
  "every line of the protocol's page does what the page says, run as written with the real Mosquitto client and curl",
  async () => {
    const [variables = "", birth = "", results = "", ...steps] = blocksOf(REPORTING);
    const { db, gateway, filled } = await pageServer(variables);
    const born = parseBirth(JSON.parse(await shell(`${filled}\n${birth}`)));
    expect(born.devices).toMatchObject([{ serial: "INV-1" }]);
    const { lines: told } = secondTerminal(filled, results);
    // That a gateway is connected is written down so late that the subscription stands by then.
    const connected = () =>
      db
        .selectFrom("gateway")
        .select("connected")
        .where("gateway_id", "=", gateway.gateway_id)
        .executeTakeFirst();
    await expect.poll(connected).toEqual({ connected: true });
    const printed: string[] = [];
    for (const step of steps) {
      printed.push(await shell(`${filled}\nDEVICE=${born.devices[0]?.device_uid}\n${step}`));
    }

    await expect.poll(() => told).toHaveLength(1);
    expect(parseReadings(JSON.parse(told[0] ?? ""))).toMatchObject({
      stored: 1,
      refused: [{ index: 0, reason: "reading.out_of_range" }],
    });
    const http = printed
      .join("")
      .replaceAll("}{", "}\n{")
      .split("\n")
      .map((text): unknown => JSON.parse(text));
    expect(http).toHaveLength(3);
    expect(http.slice(0, 2).map((one) => parseReadings(one))).toMatchObject([
      { stored: 1, duplicate: 0 },
      { stored: 0, duplicate: 1 },
    ]);
    expect(parseEvents(http[2])).toMatchObject({ stored: 1 });
    const stored = await db
      .selectFrom("reading")
      .select(["ac_power_w", "ac_power_factor", "source", "interval_s"])
      .orderBy("ts")
      .execute();
    const values = stored.map((one) => [one.ac_power_w ?? one.ac_power_factor, one.source, one.interval_s]);
    expect(values).toEqual([
      [38_000, 1, 300],
      [41_000, 0, 60],
      [0.98, 0, 60],
      [41_250, 0, 60],
    ]);
    expect(await db.selectFrom("gateway_event").select(["code", "severity"]).execute()).toEqual([
      { code: "F12", severity: "error" },
    ]);
  },
);

test.skipIf(!installed)(
  "a command reaches the page's lines over MQTT and over HTTP, and is answered and gone back from as the page says",
  async () => {
    const [variables = "", birth = ""] = blocksOf(REPORTING);
    const [hearing = "", done = "", reverted = "", ask = "", refuse = "", ...rest] = blocksOf(COMMANDING);
    expect(rest).toEqual([]);
    const { db, gateway, filled } = await pageServer(variables);
    await shell(`${filled}\n${birth}`);
    const fate = async (uid: string) => (await db.transaction().execute((tx) => messagesOf(tx, [uid])))[0];
    const answering = (block: string, uid: string) =>
      shell(`${filled}\n${block.replace(/^COMMAND=.*$/m, `COMMAND=${uid}`)}`);
    const { lines: told, end } = secondTerminal(filled, hearing);
    const [uid = ""] = await give(db, gateway);
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1);
    const [topic, ...text] = (told[0] ?? "").split(" ");
    expect(topic).toBe(`hg/v1/${gateway.serial}/command`);
    expect(commandMessage.parse(JSON.parse(text.join(" ")))).toMatchObject({ command_uid: uid });
    const { gateway_id } = gateway;
    await db.transaction().execute((tx) => holdCommands(tx, [{ gateway_id, uids: [uid] }]));
    const hold = `hg/v1/${gateway.serial}/hold ${JSON.stringify({ v: 1, held: [uid] })}`;
    await expect.poll(() => told, { timeout: 10_000 }).toContain(hold);
    await answering(done, uid);
    await answering(reverted, uid);
    expect(await fate(uid)).toMatchObject({
      ack_status: "done",
      ack_in_force_w: 40_000,
      reverted_at: expect.any(Date) as Date,
    });

    end();
    const hears = () =>
      db
        .selectFrom("gateway")
        .select("hears_commands")
        .where("gateway_id", "=", gateway_id)
        .executeTakeFirst();
    await expect.poll(hears, { timeout: 10_000 }).toEqual({ hears_commands: false });
    const [polled = ""] = await give(db, gateway);
    const answer = gatewayReadings.answer.parse(JSON.parse(await shell(`${filled}\n${ask}`)));
    expect(answer).toMatchObject({ stored: 1, commands: [{ command_uid: polled }], held: [uid] });
    const counted = ackResult.parse(JSON.parse(await answering(refuse, polled)));
    expect(counted).toMatchObject({ command_uid: polled, counted: true });
    expect(await fate(polled)).toMatchObject({ sent_by: "http", ack_status: "refused" });
  },
);
