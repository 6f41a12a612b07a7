// Versions on their way from the maker to gateways that restart with them, over real sockets.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { birthMessage, commandAck, GATEWAY_TOPICS } from "@heliograph/contract";
import { afterEach, expect, test, vi } from "vitest";
import { testBroker, uidFor, WITHIN_MS } from "../../testing/broker-kit.ts";
import { plantOf } from "../../testing/fleet-kit.ts";
import { startGateway } from "../gateway.ts";
import { plantModel } from "../plant-model.ts";
import type { GatewayState } from "../state.ts";
import { faultOfFile, type FirmwareCommand } from "./install.ts";
import { releaseFile, RELEASES } from "./maker.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const RELEASE = { version: "2.5.0", bytes: 20_000 };

/** Gives the bytes out at /file; counts how often. */
async function fileServer(content: Uint8Array) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === "/file") response.end(content);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A listening TCP server has an address and a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

function commandFor(
  file: ReturnType<typeof releaseFile>,
  rest: Partial<FirmwareCommand> = {},
): FirmwareCommand {
  return {
    v: 1,
    command_uid: uidFor(1),
    device_uid: null,
    expires_at: Date.now() + 60_000,
    revert_after_s: null,
    revert_to: null,
    name: "firmware",
    version: RELEASE.version,
    url: "/file",
    size_bytes: file.content.length,
    sha256: file.sha256,
    signature: file.signature,
    type: "OTA",
    ...rest,
  };
}

test("a gateway takes a file that is whole and its maker's, and says why it takes no other", async () => {
  const file = releaseFile(RELEASE);
  const { url } = await fileServer(file.content);
  const fault = (rest: Partial<FirmwareCommand>) => faultOfFile(commandFor(file, rest), url);
  expect(await fault({})).toBeNull();
  expect(await fault({ url: `${url}/file` })).toBeNull();
  const size = file.content.length;
  for (const size_bytes of [size - 1, size + 1]) {
    expect(await fault({ size_bytes })).toBe("The file has another size");
  }
  expect(await fault({ sha256: "0".repeat(64) })).toBe("The file has another checksum");
  const stranger = generateKeyPairSync("ed25519").privateKey;
  const signature = sign(null, file.content, stranger).toString("base64url");
  expect(await fault({ signature })).toBe("The file is not signed by this gateway's maker");
  expect(await fault({ signature: "" })).toBe("The file is not signed by this gateway's maker");
  expect(await fault({ url: "/gone" })).toBe("The file could not be fetched");
  expect(await fault({ url: "http://127.0.0.1:9/file" })).toBe("The file could not be fetched");
});

test("a release is always the same file, one for each way of getting into a gateway", () => {
  for (const release of RELEASES) {
    const file = releaseFile(release);
    expect(file.content).toHaveLength(release.bytes);
    expect(createHash("sha256").update(file.content).digest("hex")).toBe(releaseFile(release).sha256);
  }
  expect(RELEASES.map(({ bytes }) => bytes > 3_500_000)).toEqual([false, true]);
});

async function running(key: string, file: ReturnType<typeof releaseFile>) {
  const plant = plantOf(key);
  const gateway = plant.gateways[0] ?? { serial: "", name: "", firmware: "", capacityWp: 0 };
  const broker = await testBroker(gateway.serial);
  ends.push(broker.close);
  const files = await fileServer(file.content);
  const state: GatewayState = {
    gateway_uid: uidFor(99),
    credential: "x",
    sequence: 1,
    history_sequence: 1,
    live_to_ms: null,
    owed: [],
    hourly_before_ms: 0,
  };
  const started = startGateway({
    model: plantModel(plant),
    index: 0,
    gateway,
    state,
    base: files.url,
    mqttUrl: broker.url,
    intervalS: 1,
    say: () => {},
    changed: () => {},
    ordered: () => {},
  });
  ends.unshift(started.stop);
  const { serial } = gateway;
  const births = () =>
    broker
      .came(GATEWAY_TOPICS.birth(serial))
      .map((text) => birthMessage.parse(JSON.parse(text)).firmware_version);
  const acks = () =>
    broker.came(GATEWAY_TOPICS.ack(serial)).map((text) => {
      const { status, text: why } = commandAck.parse(JSON.parse(text));
      return [status, why];
    });
  const command = (given: FirmwareCommand) => broker.publish(GATEWAY_TOPICS.command(serial), given);
  await vi.waitFor(() => expect(started.devices().length).toBeGreaterThan(0), WITHIN_MS);
  return { started, state, births, acks, command, files, broker };
}

test("a gateway answers, restarts and names the version in its next birth; what comes twice is fetched once", async () => {
  const file = releaseFile(RELEASE);
  const { started, births, acks, command, files, broker } = await running("linhkien-donganh", file);
  await Promise.all([command(commandFor(file)), command(commandFor(file))]);
  await vi.waitFor(() => expect(births()).toEqual(["2.4.1", "2.5.0"]), WITHIN_MS);
  expect(acks()).toEqual([["done", "Restarting"]]);
  expect(files.asked()).toBe(1);
  expect(started.isOff()).toBe(false);
  const before = broker.readings().length;
  await vi.waitFor(() => expect(broker.readings().length).toBeGreaterThan(before), WITHIN_MS);
  await command(commandFor(file));
  await vi.waitFor(() => expect(acks()).toHaveLength(2), WITHIN_MS);
  expect(files.asked()).toBe(1);
});

test("a gateway with a bad file says so and goes on with the version that it has", async () => {
  const file = releaseFile(RELEASE);
  const { started, births, acks, command } = await running("linhkien-donganh", file);
  await command(commandFor(file, { sha256: "0".repeat(64) }));
  await vi.waitFor(() => expect(acks()).toEqual([["failed", "The file has another checksum"]]), WITHIN_MS);
  expect([started.isOff(), births()]).toEqual([false, ["2.4.1"]]);
});

test("the one that hangs answers and does not come back", async () => {
  const file = releaseFile(RELEASE);
  const { started, state, births, acks, command } = await running("kho-catlai", file);
  await command(commandFor(file));
  await vi.waitFor(() => expect(started.isOff()).toBe(true), WITHIN_MS);
  expect([acks(), births(), state.firmware]).toEqual([[["done", "Restarting"]], ["2.4.1"], "2.4.1"]);
});
