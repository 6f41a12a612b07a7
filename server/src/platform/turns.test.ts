import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { turns } from "./turns.ts";

test("long work lets what is ready run between its steps, and short work does not wait", async () => {
  const ran: string[] = [];
  const turn = turns();
  setImmediate(() => ran.push("other"));
  await turn();
  ran.push("short");
  for (const end = performance.now() + 20; performance.now() < end;);
  await turn();
  ran.push("long");
  expect(ran).toEqual(["short", "other", "long"]);
});
