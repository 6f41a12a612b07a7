import { setTimeout as delay } from "node:timers/promises";
import { login } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutOff, gatewayWithWill, sendHugePacket } from "../../server/testing/cut-gateway-kit.ts";
import { startFleet, type Fleet } from "./evidence.ts";
import { mayMount, newInstallation, type Installation } from "./server-under-test.ts";
import { FAULTS, say, seconds } from "./trials.ts";

/** One installation for all: what goes wrong in one test must not be there any more in the next. */
const ownDisk = mayMount();
let installation: Installation;
let fleet: Fleet;
let server: number;
beforeAll(async () => {
  installation = await newInstallation({ ownDisk });
  await installation.start();
  fleet = await startFleet(installation);
  server = installation.serverPid();
});
afterAll(() => installation.end());

/** ms until the check holds, which is made every 50 ms; throws after `withinMs`. */
async function until(check: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const since = Date.now();
  while (!(await check())) {
    if (Date.now() - since > withinMs) throw new Error(`It did not come true within ${withinMs} ms`);
    await delay(50);
  }
  return Date.now() - since;
}

/** Resolves when no gateway had a message acknowledged for two seconds. */
async function nobodyGetsOn(): Promise<void> {
  let before: number[] = [];
  let since = Date.now();
  await until(() => {
    const now = fleet.senders.map((sender) => sender.acknowledged.size);
    if (now.some((count, at) => count !== before[at])) since = Date.now();
    before = now;
    return Date.now() - since >= 2000;
  }, 60_000);
}

test(`gateways with a will, subscriptions and a birth in flight are cut ${FAULTS.cuts} times by RST and by FIN beside a huge packet, and the server serves on`, async () => {
  const port = Number(new URL(installation.mqttUrl).port);
  for (let round = 0; round < FAULTS.cuts; round += 1) {
    await cutOff(await gatewayWithWill(port, fleet.idle, round), round % 2 === 0 ? "RST" : "FIN");
  }
  await sendHugePacket(await gatewayWithWill(port, fleet.idle, FAULTS.cuts), fleet.idle.serial);
  await fleet.goesOn();
  expect(await installation.isReady()).toBe(true);
  expect(installation.serverPid()).toBe(server);
  say(`gateways cut ${FAULTS.cuts} times and one packet of 2 MB: the server serves on`);
});

/** What a call that needs the database answers: its status, and the ms it took. */
async function signIn(): Promise<{ status: number; ms: number }> {
  const since = Date.now();
  const reply = await fetch(`${installation.httpUrl}/api/v1/${login.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "nobody@test.example", password: "nothing at all" }),
  });
  return { status: reply.status, ms: Date.now() - since };
}

test("while the database is frozen calls answer 503 within 5 s and the server says that it is not ready; afterwards all goes on by itself", async () => {
  await fleet.goesOn();
  installation.freezeDatabase();
  try {
    const { status, ms } = await signIn();
    expect(status).toBe(503);
    expect(ms).toBeLessThan(5000);
    await until(async () => !(await installation.isReady()), 5000);
    say(`database frozen: a call answers 503 after ${seconds(ms)}`);
  } finally {
    installation.thawDatabase();
  }
  const backMs = await until(installation.isReady, 15_000);
  await fleet.goesOn();
  say(`database thawed: ready after ${seconds(backMs)}`);
  if (FAULTS.isQuiet) expect(backMs).toBeLessThan(5000);
  expect(installation.serverPid()).toBe(server);
});

// Where this process may mount no disk of its own there is none to fill.
test.skipIf(!ownDisk)(
  "while the disk is full nothing is acknowledged that is not stored, the server stays, and with room again all goes on by itself",
  async () => {
    await fleet.goesOn();
    installation.fillDisk();
    try {
      await nobodyGetsOn();
      // What needs no room is answered as ever, and what does in words that say so.
      const { status, ms } = await signIn();
      expect([401, 429, 503, 507]).toContain(status);
      expect(ms).toBeLessThan(5000);
      expect((await fetch(`${installation.httpUrl}/healthz`)).status).toBe(200);
    } finally {
      installation.emptyDisk();
    }
    const since = Date.now();
    await fleet.goesOn();
    say(
      `disk full: nothing acknowledged; with room again every gateway got on after ${seconds(Date.now() - since)}`,
    );
    expect(installation.serverPid()).toBe(server);
  },
);

test("after all of it every acknowledged reading is there with its values, and none twice", async () => {
  await fleet.finish();
  expect(installation.serverPid()).toBe(server);
});
