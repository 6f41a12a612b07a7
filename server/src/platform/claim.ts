// One server per data folder: a second one would share the first one's database and double its simulated fleet.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Claims the data folder for this process; a claim whose process is gone is taken over. Returns the function that
 * gives it back, or the process id of the server that holds it.
 */
export async function claim(folder: string, program: string): Promise<(() => Promise<void>) | number> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "server.pid");
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (holder > 0 && holder !== process.pid && (await runs(holder, program))) return holder;
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
