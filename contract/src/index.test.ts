import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import * as contract from "./index.ts";
import { endpointsIn } from "./kernel/endpoint.ts";

const folder = new URL(".", import.meta.url).pathname;
const files = globSync("*/**/*.ts", { cwd: folder }).filter((file) => !/(\.test|\/index)\.ts$/.test(file));

test.each(files)("what %s exports is part of the contract, its calls under its domain", async (file) => {
  const [domain = ""] = file.split("/");
  const module = (await import(new URL(file, import.meta.url).href)) as Record<string, unknown>; // what its file exports, whatever it is
  const missing = Object.keys(module).filter((name) => !(name in contract));
  expect(missing, `${domain}/index.ts leaves out`).toEqual([]);
  const served = contract.apiByDomain[domain] ?? [];
  for (const endpoint of endpointsIn(module)) expect(served).toContain(endpoint);
});

test("no call is stated twice", () => {
  expect(new Set(contract.api).size).toBe(contract.api.length);
  expect(new Set(contract.api.map(({ name }) => name)).size).toBe(contract.api.length);
});

/** The paths of the objects in a JSON schema that take fields which they do not name. */
function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const within = Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}.${key}`));
  const open =
    "properties" in schema && !("additionalProperties" in schema && schema.additionalProperties === false);
  return open && !path.endsWith(".properties") ? [path, ...within] : within;
}

test("no object in the body of a PUT takes fields that it does not name", () => {
  const puts = contract.api.filter(({ method }) => method === "PUT");
  const open = puts.flatMap(({ name, body }) =>
    openObjects(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }), name),
  );
  expect(open).toEqual([]);
  expect(puts.length).toBeGreaterThan(3);
});
