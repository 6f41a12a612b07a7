// One server per data folder: a second one would share the first one's database and double its simulated fleet.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** As long as a server takes to stop, and a little more. */
const PATIENCE_MS = 12_000;

/**
 * Claims the data folder for this process; a claim whose process is gone is taken over, one whose process may be about
 * to end is waited for. Returns the function that gives the claim back, or the process id of the server that keeps it.
 */
export async function claim({
  folder,
  program,
  say,
  patienceMs = PATIENCE_MS,
}: {
  folder: string;
  /** Part of the command line by which a process is known to be a server. */
  program: string;
  say: (line: string) => void;
  patienceMs?: number;
}): Promise<(() => Promise<void>) | number> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "server.pid");
  const until = Date.now() + patienceMs;
  for (let reported = false; ; reported = true) {
    const holder = Number(await readFile(file, "utf8").catch(() => "0"));
    if (!(holder > 0) || holder === process.pid || !(await runs(holder, program))) break;
    if (Date.now() > until) return holder;
    if (!reported) say(`Waiting for another Heliograph (process ${holder}) on this data folder to end`);
    await delay(200);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

/** True when the process lives and, where the system tells, runs the program: process ids are used again. */
async function runs(pid: number, program: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (process.platform !== "linux") return true;
  return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes(program);
}
