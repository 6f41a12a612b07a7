// The server as a process of its own, for tests of what only a whole process does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The server as a process of its own, and all it has printed so far; `log` is what it wrote to standard error. */
export function serverProcess(env: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...flags], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { text: "", log: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    printed.text += chunk.toString();
    printed.log += chunk.toString();
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  return { child, printed };
}

/** Where the server is reached, once it says that it runs: another process may have taken a port that was asked for. */
async function addressOf(printed: { readonly text: string }, name: string): Promise<string> {
  await vi.waitFor(
    () => {
      if (!printed.text.includes("Ctrl-C")) throw new Error(printed.text);
    },
    { timeout: 40_000 },
  );
  const [, address] = new RegExp(`${name} +(\\w+://\\S+)`).exec(printed.text) ?? [];
  if (address === undefined) throw new Error(printed.text);
  return address;
}

/** The address of the portal, once the server says that it runs. */
export const portalOf = ({ printed }: ReturnType<typeof serverProcess>): Promise<string> =>
  addressOf(printed, "Portal");

/** The address of the broker, once the server says that it runs. */
export const brokerOf = ({ printed }: ReturnType<typeof serverProcess>): Promise<string> =>
  addressOf(printed, "Gateways");

/** An empty folder for the server's data, which is removed when the test ends. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-main-"));
  await chmod(folder, 0o755); // as root PostgreSQL runs as another account
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A port that nobody listens on. */
export async function anyPort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo; // a TCP server that listens has one
  probe.close();
  return port;
}
