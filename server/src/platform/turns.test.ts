import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { turns } from "./turns.ts";

test("a call takes several turns of the process, so long work holds each up for a few milliseconds at most", async () => {
  let served = 0;
  const turn = turns();
  for (let step = 0; step < 5; step += 1) {
    setImmediate(() => (served += 1));
    for (const end = performance.now() + 3; performance.now() < end;);
    await turn();
    expect(served).toBe(step + 1);
  }
});

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
