import { getAlias, listGateways, setAlias, type Endpoint } from "@heliograph/contract";
import { expect, test } from "vitest";
import { nameThings } from "./name-things.ts";
import type { PortalCall } from "./portal.ts";

test("an owner's names are given once, by what things call themselves, and not over names that somebody has given", async () => {
  let aliases: Record<string, string> = {};
  const bodies: unknown[] = [];
  const call = (async (endpoint: Endpoint, args: { body?: unknown }) => {
    if (endpoint === getAlias) return aliases;
    if (endpoint === listGateways) {
      const devices = ["INV-01", "PM-01"].map((name) => ({ device_uid: `uid of ${name}`, name }));
      return { items: [{ gateway_uid: "g", name: "Gateway", devices }] };
    }
    if (endpoint === setAlias) bodies.push(args.body);
    return {};
  }) as unknown as PortalCall; // answers what naming asks for
  await nameThings(call, "cold-storage-almond", "p");
  const device = { gateway_uid: "g", device_uid: "uid of INV-01", device_alias: "North roof, bay 1" };
  const gateway = { gateway_uid: "g", gateway_alias: "Switch room" };
  expect(bodies).toEqual([{ gateway_list: [gateway], device_list: [device] }]);
  aliases = { g: "Mine" };
  await nameThings(call, "cold-storage-almond", "p");
  await nameThings(call, "a plant without names", "p");
  expect(bodies).toHaveLength(1);
});
