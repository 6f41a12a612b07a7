import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anyPort, dataFolder, portalOf, serverProcess } from "../testing/main-kit.ts";

test("faults of the configuration end it before anything starts, all of them listed", async () => {
  const data = await dataFolder();
  const { child, printed } = serverProcess({ PORT: "x", DEMO: "perhaps", DATA_DIR: join(data, "inside") }, [
    "--fast",
  ]);
  await once(child, "close");
  expect(child.exitCode).toBe(2);
  expect(printed.text).toContain("PORT is");
  expect(printed.text).toContain("DEMO is");
  expect(printed.text).toContain("--fast");
  await expect(readFile(join(data, "inside", "postgres-password"))).rejects.toThrow("ENOENT");
});

test("it starts from an empty folder, moves off ports in use, serves, and ends in order on SIGTERM", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port: wanted } = taken.address() as AddressInfo; // a TCP server that listens has one
  const data = await dataFolder();
  const ports = {
    PG_PORT: String(await anyPort()),
    MQTT_PORT: String(await anyPort()),
    PORT: String(wanted),
  };
  const running = serverProcess({ ...ports, DATA_DIR: data, DEMO: "accounts" });
  const { child, printed } = running;
  const address = await portalOf(running);
  expect(printed.text).toContain(`Port ${wanted} is in use`);
  expect(printed.text).toMatch(/owner@demo\.example .* password sunlight/);
  expect(address).not.toContain(`:${wanted} `);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const body = JSON.stringify({ username: "owner@demo.example", password: "sunlight" });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${address}/api/v1/login`, { method: "POST", body, headers });
  expect(await login.json()).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
  });
  child.kill("SIGTERM");
  child.kill("SIGTERM"); // npm and the terminal may both pass a signal on: that is one wish
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  await expect(readFile(join(data, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
  await expect(readFile(join(data, "server.pid"))).rejects.toThrow("ENOENT");
}, 60_000);

test("a database that cannot be reached is said in one line, and the exit code says that it may be tried again", async () => {
  const nowhere = `postgres://someone:hunter2@127.0.0.1:${await anyPort()}/nothing`;
  const { child, printed } = serverProcess({ DATABASE_URL: nowhere, DATA_DIR: await dataFolder() });
  await once(child, "close");
  expect(child.exitCode).toBe(75);
  expect(printed.text).toContain("Heliograph did not start: connect ECONNREFUSED");
  expect(printed.text).not.toContain("hunter2");
});
