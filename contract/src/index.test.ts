import { globSync } from "node:fs";
import { expect, test } from "vitest";
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
