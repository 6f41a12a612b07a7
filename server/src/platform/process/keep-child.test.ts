import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { claim } from "./claim.ts";
import { keepChild } from "./keep-child.ts";

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "heliograph-child-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function programThat(does: string): Promise<URL> {
  const file = join(await folder(), "program.ts");
  await writeFile(file, does);
  return pathToFileURL(file);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

const log = pino({ level: "silent" });
const env = { PATH: process.env["PATH"] };
const WITHIN = { timeout: 10_000 };

test("what the program prints is heard line by line, and stopping ends it", async () => {
  const program = await programThat(
    `console.log("pid " + process.pid); console.error("two"); setInterval(() => {}, 1000);`,
  );
  const heard: string[] = [];
  const child = keepChild({ name: "it", program, env, log, hear: (line) => heard.push(line) });
  await vi.waitFor(() => expect(heard).toHaveLength(2), WITHIN);
  expect(heard.toSorted()).toEqual([expect.stringMatching(/^pid \d+$/), "two"]);
  await child.stop();
  const pid = Number(heard.find((line) => line.startsWith("pid"))?.slice(4));
  expect(isGone(pid)).toBe(true);
});

test("a program that ends is started again", async () => {
  const heard: string[] = [];
  const program = await programThat(`console.log("begun");`);
  const child = keepChild({ name: "it", program, env, log, hear: (line) => heard.push(line) });
  onTestFinished(() => child.stop());
  await vi.waitFor(() => expect(heard).toEqual(["begun", "begun"]), WITHIN);
});

test("a program that ignores the wish to end is ended", async () => {
  const heard: string[] = [];
  const program = await programThat(
    `process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => {}, 1000);`,
  );
  const child = keepChild({ name: "it", program, env, log, hear: (line) => heard.push(line) });
  await vi.waitFor(() => expect(heard).toHaveLength(1), WITHIN);
  await child.stop();
  expect(isGone(Number(heard[0]))).toBe(true);
});

test("the program ends when its keeper is killed with kill -9, even if it does not care", async () => {
  const stubborn = await programThat(
    `process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => {}, 1000);`,
  );
  const keeper = await programThat(`
    import { keepChild } from ${JSON.stringify(new URL("keep-child.ts", import.meta.url).href)};
    const log = { error: () => {} };
    keepChild({ name: "it", program: new URL(${JSON.stringify(stubborn.href)}), env: process.env, log, hear: console.log });`);
  const parent = spawn(process.execPath, [keeper.pathname], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [line] = (await once(parent.stdout, "data")) as [Buffer]; // a stream emits one chunk
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(isGone(Number(line))).toBe(true), WITHIN);
});

test("a data folder is one server's at a time, and free again when that is gone", async () => {
  const data = await folder();
  const program = await programThat(`console.log("up"); setInterval(() => {}, 1000);`);
  const other = spawn(process.execPath, [program.pathname], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other.stdout, "data");
  await writeFile(join(data, "server.pid"), String(other.pid));
  const said: string[] = [];
  const want = { folder: data, program: program.pathname, say: (line: string) => said.push(line) };
  expect(await claim({ ...want, patienceMs: 100 })).toBe(other.pid);
  expect(said.join()).toContain(String(other.pid));
  const waiting = claim(want);
  other.kill("SIGKILL");
  const release = await waiting;
  expect(release).toBeTypeOf("function");
  expect(await readFile(join(data, "server.pid"), "utf8")).toBe(String(process.pid));
});

test("a claim of a process id that another program has by now does not count", async () => {
  const data = await folder();
  await writeFile(join(data, "server.pid"), "1");
  expect(await claim({ folder: data, program: "no-such-program.ts", say: () => {} })).toBeTypeOf("function");
});
