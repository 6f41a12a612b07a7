// What an owner adds to a project by and by: photos, papers, names of devices, a question to support. The portal's API takes it, as from anybody.
import { listFiles, listTickets, openTicket, uploadFile } from "@heliograph/contract";
import { documentsOf } from "./files/documents.ts";
import { photosInThread } from "./files/draw.ts";
import type { Plant } from "./fleet/plant.ts";
import { nameThings } from "./name-things.ts";
import type { PortalCall } from "./portal.ts";
import { scheduleDemo } from "./schedules.ts";
import type { ProjectState } from "./state.ts";

/** What owners have asked support, by the plant's key. */
const QUESTIONS: Readonly<Record<string, { subject: string; body: string }>> = {
  "planta-chanarcillo": {
    subject: "One string of INV-03 carries no current",
    body: "Tracker 4 shows one string at 0 A since the storm. The fuses are whole. Can it be the connector at the module?",
  },
  "cold-storage-almond": {
    subject: "INV-03 stops with over-temperature",
    body: "It stopped again this week and came back by itself on the second day. The filters were cleaned in spring.",
  },
};

/**
 * Adds photos and papers to a project, says what its things are called, and asks support where its owner has something to ask: once, and not again where it is
 * there already.
 */
export async function furnish(call: PortalCall, plant: Plant, project: ProjectState): Promise<void> {
  if (project.furnished) return;
  const { project_uid } = project;
  const { items } = await call(listFiles, { query: { project_uid } });
  const there = new Set(items.map(({ name }) => name));
  // The newest stands in front: the wide photo comes last.
  for (const { name, bytes } of [...(await photosInThread(plant)), ...documentsOf(plant)].toReversed()) {
    if (there.has(name)) continue;
    await call(uploadFile, { query: { project_uid, name }, body: new File([Uint8Array.from(bytes)], name) });
  }
  await nameThings(call, plant.key, project_uid);
  const question = QUESTIONS[plant.key];
  if (question !== undefined) {
    const { total_items } = await call(listTickets, { query: { project_uid, page: 1, items_page: 1 } });
    if (total_items === 0) await call(openTicket, { body: { project_uid, ...question } });
  }
  await scheduleDemo(call, plant, project_uid, Date.now());
  project.furnished = true;
}
