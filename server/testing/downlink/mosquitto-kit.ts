// A real Mosquitto of the test's own, where it is installed.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { expect, onTestFinished } from "vitest";
import { freePort } from "../../src/platform/postgres/embedded-postgres.ts";

export const mosquittoInstalled =
  spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v mosquitto"]).status === 0;
if (!mosquittoInstalled) {
  process.stdout.write("mosquitto is not installed: the external broker is not tried\n");
}

/** A Mosquitto of the test's own that lets everybody in, as an operator's broker behind its own access rules. */
export async function mosquitto(): Promise<string> {
  const port = await freePort(25_000 + (process.pid % 5000));
  const folder = mkdtempSync(join(tmpdir(), "heliograph-mosquitto-"));
  writeFileSync(join(folder, "broker.conf"), `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
  const child = spawn(
    "sh",
    ["-c", 'PATH=$PATH:/usr/sbin exec mosquitto -c "$0"', join(folder, "broker.conf")],
    { stdio: "ignore" },
  );
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const url = `mqtt://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        mqtt
          .connectAsync(url, { reconnectPeriod: 0 }, false)
          .then((client) => client.endAsync().then(() => true)),
      { timeout: 10_000 },
    )
    .toBe(true);
  return url;
}
