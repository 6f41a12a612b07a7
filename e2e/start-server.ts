// Starts the real server on free ports with an empty fleet, for the journeys; stops it when they are done.
import { spawn } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../server/src/platform/postgres/embedded-postgres.ts";

/** Ends what hangs; beside a busy neighbour a start takes a minute. */
const READY_WITHIN_MS = 180_000;

/** Returns the function that stops the server; the journeys find it by HELIOGRAPH_URL, HELIOGRAPH_MQTT, HELIOGRAPH_DATA, HELIOGRAPH_HOOK_PORT and HELIOGRAPH_TOLD_PORT. */
export default async function startServer(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-e2e-"));
  // Started by root, the database runs as nobody: it lies in this folder only if it may be entered.
  chmodSync(folder, 0o755);
  const port = await freePort(18_100);
  const mqttPort = await freePort(11_900);
  const hookPort = await freePort(19_300);
  const toldPort = await freePort(19_400);
  const server = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: new URL("..", import.meta.url),
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      PG_PORT: String(await freePort(54_700)),
      DATA_DIR: join(folder, "data"),
      DEMO: "accounts",
      HOTLINE: "1900 1234",
      SUPPORT_EMAIL: "help@heliograph.example",
      PAYMENT_ACCOUNTS: "EUR|Bank of the Delta|Heliograph Ltd|DE89 3704 0044 0532 0130 00|COBADEFFXXX",
      LOG_LEVEL: "warn",
      // Where journeys are called by webhooks, and where one is pushed to and called of an alarm.
      OUTBOUND_ALLOW: `127.0.0.1:${hookPort},127.0.0.1:${toldPort}`,
      // That an alarm is over is told soon.
      ALARM_ENDED_AFTER_S: "1",
      // What happens to records is mailed soon, and not gathered for an hour.
      RECORD_NOTICES_EVERY_S: "1",
      // A gateway that does not come back is given up soon.
      FIRMWARE_SILENT_S: "12",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = createWriteStream(join(folder, "server.log"));
  server.stdout.pipe(log);
  server.stderr.pipe(log);
  const url = `http://127.0.0.1:${port}`;
  await ready(`${url}/readyz`, () => server.exitCode).catch((error: unknown) => {
    server.kill("SIGKILL");
    throw error;
  });
  process.env["HELIOGRAPH_URL"] = url;
  process.env["HELIOGRAPH_DATA"] = join(folder, "data");
  process.env["HELIOGRAPH_HOOK_PORT"] = String(hookPort);
  process.env["HELIOGRAPH_TOLD_PORT"] = String(toldPort);
  process.env["HELIOGRAPH_MQTT"] = `mqtt://127.0.0.1:${mqttPort}`;
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function ready(url: string, exitCode: () => number | null): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (exitCode() !== null) throw new Error(`The server ended with ${exitCode()} while starting`);
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s`);
}
