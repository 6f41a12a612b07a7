// The viewer who asks for reports, on a thread of its own: what it reads must not hold up the one who is measured.
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is started with. */
export interface ReportLoad {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Reports that are asked for at once. */
  readonly reports: number;
}

const { address, headers, reports } = workerData as ReportLoad; // as benchFairness starts it
const quit = new AbortController();
let made = 0;
parentPort?.once("message", () => quit.abort());

/** Reads the report to its end without looking at it; answers the seconds to wait when it is refused for now, else 0. */
function read(): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (reply) => {
      const { statusCode = 0 } = reply;
      if (statusCode !== 200 && statusCode !== 429) reject(new Error(`A report answered ${statusCode}`));
      reply.resume();
      reply.once("end", () => resolve(statusCode === 429 ? Number(reply.headers["retry-after"]) : 0));
    }).once("error", reject);
  });
}

async function ask(): Promise<void> {
  while (!quit.signal.aborted) {
    const wait_s = await read();
    if (wait_s === 0) made += 1;
    else await delay(wait_s * 1000 * (1 + Math.random() / 4));
  }
}

await Promise.all(Array.from({ length: reports }, ask));
parentPort?.postMessage(made, []);
