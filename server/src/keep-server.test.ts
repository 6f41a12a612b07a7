import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const KEEPER = new URL("../../scripts/keep-server.mjs", import.meta.url);

/** The keeper with a server whose runs do one after the other what `runs` says; what was printed and the exit code. */
async function kept(runs: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-keep-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, "server.mjs");
  await writeFile(
    program,
    `import { readFileSync, writeFileSync } from "node:fs";
    const at = ${JSON.stringify(join(folder, "run"))};
    let run = 0;
    try { run = Number(readFileSync(at, "utf8")); } catch {}
    writeFileSync(at, String(run + 1));
    console.log("run " + run);
    const ready = (then) => process.send("ready", then);
    const runs = [${runs.map((run) => `() => { ${run} }`).join(",")}];
    runs[run]();`,
  );
  const keeper = join(folder, "keeper.mjs");
  await writeFile(
    keeper,
    `import { keepServer } from ${JSON.stringify(KEEPER.href)};
    keepServer(process.execPath, [${JSON.stringify(program)}], process.env);`,
  );
  const child = spawn(process.execPath, [keeper], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = await once(child, "close");
  return { code, lines: text.trim().split("\n") };
}

test("a server that served and died is started again, each time later, and one that ends in order is not", async () => {
  const { code, lines } = await kept([
    "ready(() => process.exit(1))",
    "ready(() => process.kill(process.pid, 'SIGKILL'))",
    "ready(() => process.exit(0))",
  ]);
  expect(lines).toEqual([
    "run 0",
    "The server died (exit 1) and is started again in 0.5 s",
    "run 1",
    "The server died (SIGKILL) and is started again in 1 s",
    "run 2",
  ]);
  expect(code).toBe(0);
});

test("one that cannot start is not tried again, unless it says that this may help", async () => {
  expect(await kept(["process.exit(2)"])).toEqual({ code: 2, lines: ["run 0"] });
  const { code, lines } = await kept(["process.exit(75)", "process.exit(1)"]);
  expect(code).toBe(1);
  expect(lines).toEqual(["run 0", "The server died (exit 75) and is started again in 0.5 s", "run 1"]);
});
