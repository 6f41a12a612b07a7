import { inflateSync } from "node:zlib";
import {
  FILE_LIMITS,
  listFiles,
  listTickets,
  openTicket,
  uploadFile,
  type Endpoint,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { plantOf } from "../../testing/fleet-kit.ts";
import { fleet } from "../fleet/fleet.ts";
import { furnish } from "../furnish.ts";
import type { PortalCall } from "../portal.ts";
import { documentsOf } from "./documents.ts";
import { photosOf } from "./photos.ts";
import { HEIGHT, WIDTH } from "./landscape.ts";

const swh = fleet.filter(({ type }) => type === "swh");
const some = [plantOf("detmay-binhan"), plantOf("dmt-hoathang"), ...swh.slice(0, 1)];
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

test("a photo is a PNG of its size, the same each time, of another plant another, and has many colours", () => {
  const seen = new Set<string>();
  for (const plant of some) {
    for (const { name, bytes } of photosOf(plant)) {
      const head = Buffer.from(bytes);
      expect(head.subarray(1, 4).toString(), name).toBe("PNG");
      expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
      const length = head.readUInt32BE(33);
      const raw = inflateSync(head.subarray(41, 41 + length));
      expect(raw).toHaveLength((WIDTH * 3 + 1) * HEIGHT);
      expect(new Set(raw.subarray(0, 300_000)).size).toBeGreaterThan(20);
      seen.add(text(bytes));
    }
  }
  expect(seen.size).toBe(2 * some.length);
  const [plant] = some;
  expect(plant && photosOf(plant)).toEqual(plant && photosOf(plant));
});

test("papers of each plant that is set up: PDFs whose table points at their objects, and its devices", () => {
  for (const plant of fleet) {
    const papers = documentsOf(plant);
    expect(papers.length > 0).toBe(plant.gateways.length > 0);
    for (const { name, bytes } of papers) {
      expect(bytes.length).toBeLessThan(FILE_LIMITS.bytes);
      if (!name.endsWith(".pdf")) continue;
      const pdf = text(bytes);
      expect(pdf.startsWith("%PDF-")).toBe(true);
      const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
      expect(pdf.slice(table, table + 4)).toBe("xref");
      const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) => Number(at));
      expect(offsets.length).toBe(7);
      for (const [index, at] of offsets.entries()) {
        expect(pdf.slice(at, at + 8).startsWith(`${index + 1} 0 obj`)).toBe(true);
      }
      expect(pdf).not.toContain("(undefined");
    }
  }
});

const state = () => ({
  project_uid: "1",
  members_set: true,
  agreement_set: true,
  furnished: false,
  orders: [],
  gateways: {},
});

test("a project is furnished once: what is there is not added again, and support is asked once", async () => {
  const plant = plantOf("planta-chanarcillo");
  const files: string[] = [];
  let tickets = 0;
  const call = (async (endpoint: Endpoint, args: { query?: { name?: string } }) => {
    if (endpoint === listFiles) return { items: files.map((name) => ({ name })) };
    if (endpoint === uploadFile) files.push(args.query?.name ?? "");
    if (endpoint === listTickets) return { items: [], total_items: tickets };
    if (endpoint === openTicket) tickets += 1;
    return {};
  }) as unknown as PortalCall; // answers what furnishing asks for
  const project = state();
  await furnish(call, plant, project);
  expect(project.furnished).toBe(true);
  expect(files).toHaveLength(5);
  expect(tickets).toBe(1);
  await furnish(call, plant, project);
  await furnish(call, plant, state());
  expect(files).toHaveLength(5);
  expect(tickets).toBe(1);
});
