// docs/life-cycles.md says what the contract does, and every life cycle can be walked to its ends.
import * as contract from "@heliograph/contract";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lifeCyclesPage } from "../server/src/life-cycles.ts";

const lives = contract.lifeCyclesIn(contract);
/** States in which whoever must act does so on other records, each with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "redemption approved": "its invoices are paid, which completes it",
  "redemption partial_paid": "the rest of its invoices is paid, which completes it",
};

test("the page of life cycles is what the contract's tables make", () => {
  const page = readFileSync(new URL("life-cycles.md", import.meta.url), "utf8");
  expect(page, "npm run life-cycles").toBe(lifeCyclesPage(lives));
});

test("every state of every record can be reached, and where somebody must act, the one who must also may", () => {
  const faults: string[] = [];
  for (const { entity, states, state, actions } of lives) {
    const reached = new Set(states.slice(0, 1));
    for (let size = 0; size !== reached.size;) {
      size = reached.size;
      for (const { from, to } of Object.values(actions)) {
        if (to !== "same" && from.some((one) => reached.has(one))) reached.add(to);
      }
    }
    faults.push(
      ...states.filter((one) => !reached.has(one)).map((one) => `${entity}: nothing leads to ${one}`),
    );
    for (const one of states) {
      const next = state[one]?.next;
      if (next === undefined) continue;
      const open = Object.entries(actions).filter(([, { from }]) => from.includes(one));
      const isOpen = open.some(([, { by }]) => by.includes(next.by));
      if (!isOpen && ELSEWHERE[`${entity} ${one}`] === undefined) {
        faults.push(`${entity}: ${next.by} must act in ${one} and may do nothing`);
      }
      const { otherwise } = next;
      if (otherwise === undefined) continue;
      if (!open.some(([name, { by }]) => name === otherwise && by.includes("system"))) {
        faults.push(`${entity}: the system may not ${otherwise} in ${one}`);
      }
      if (next.within === undefined) faults.push(`${entity}: ${one} ends by ${otherwise}, but never`);
    }
  }
  expect(faults).toEqual([]);
});

test("R23, R28: whatever two persons must ask for, both ask for with a fresh proof of who they are", () => {
  const without = lives.flatMap(({ entity, actions }) =>
    Object.entries(actions).flatMap(([name, { people, confirmed }]) =>
      people === 2 && confirmed !== true ? [`${entity}: ${name}`] : [],
    ),
  );
  expect(without).toEqual([]);
});
