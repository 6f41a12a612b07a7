// Draws photos beside the gateways: a picture takes a fraction of a second, and readings do not wait for it.
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import type { Plant } from "../fleet/plant.ts";
import { photosOf, type DemoFile } from "./photos.ts";

const drawnFiles = z.array(z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }));

/** The photos of a plant, photosInThread by a thread of their own. */
export async function photosInThread(plant: Plant): Promise<DemoFile[]> {
  const painter = new Worker(new URL(import.meta.url), { workerData: { plant } });
  const [files]: unknown[] = await once(painter, "message");
  return drawnFiles.parse(files);
}

// In the thread: what it was given is the plant of `photosInThread`.
if (
  !isMainThread &&
  parentPort !== null &&
  typeof workerData === "object" &&
  workerData !== null &&
  "plant" in workerData
) {
  parentPort.postMessage(photosOf(workerData.plant as Plant), []);
}
