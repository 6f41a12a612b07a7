import * as contract from "@heliograph/contract";
import type { RecordLife, RecordRole } from "@heliograph/contract";
import { expect, test } from "vitest";
import { TOLD } from "../../../../testing/notices/told-table.ts";
import { registrySources } from "../../registry/index.ts";
import { settlementSources } from "../../settlement/index.ts";
import { whoIsTold, type ToldSide } from "./who-is-told.ts";
import { BEGINNINGS, eventName, kindName, RECORD_WORDS } from "./words/record-words.ts";

const kinds = [...registrySources, ...settlementSources].map(({ kind }) => kind);
const lives = contract.lifeCyclesIn(contract);

/** Sides as the table writes them. */
const written = (told: readonly ToldSide[]): string =>
  told
    .map(({ side, party, aloud, turn }) => {
      const how = turn.length > 0 ? " turn" : aloud.length > 0 ? " aloud" : "";
      const short = aloud.map((role) => (role === "account_manager" ? "AM" : "TR")).join(", ");
      return `${party ?? side}${how}${side === "account" && aloud.length > 0 ? ` (${short})` : ""}`;
    })
    .join(" · ");

/** Every transition of a life cycle, with each role that may take it; how it begins is one too. */
const transitions = ({ states, begins, actions }: RecordLife) => [
  ...begins.map((role) => ({ from: null, to: states[0] ?? "", action: "create", role })),
  ...Object.entries(actions).flatMap(([action, { from, to, by }]) =>
    from.flatMap((state) =>
      by.map((role) => ({ from: state, to: to === "same" ? state : to, action, role })),
    ),
  ),
];

const entities = (all: readonly { entity: string }[]) => all.map(({ entity }) => entity).toSorted();

test("every kind of record of the contract is one that people are told of", () => {
  expect(entities(kinds.map(({ life }) => life))).toEqual(entities(lives));
  expect(Object.keys(TOLD).toSorted()).toEqual(entities(lives));
});

test.each(kinds.map((kind) => [kind.life.entity, kind] as const))(
  "of each transition of %s those are told whom the table names, aloud or quietly",
  (entity, kind) => {
    const told = new Map<string, RecordRole[]>();
    for (const { role, ...happened } of transitions(kind.life)) {
      const { from, to, action } = happened;
      const line = `${from ?? "–"} → ${to}: ${action}|${written(whoIsTold(kind, { ...happened, role }))}`;
      told.set(line, [...(told.get(line) ?? []), role]);
    }
    const table = [...told].map(([line, roles]) => {
      const [what, whom] = line.split("|");
      return [`${what} by ${roles.join(", ")}`, whom];
    });
    expect(Object.fromEntries(table)).toEqual(TOLD[entity]);
  },
);

test("whoever must act next is told aloud, unless whoever acted could do that too; nobody is told aloud of what the own role did", () => {
  for (const kind of kinds) {
    for (const happened of transitions(kind.life)) {
      const told = whoIsTold(kind, happened);
      const next = kind.life.state[happened.to]?.next;
      const isQuiet = kind.life.actions[happened.action]?.quiet === true;
      const turns = told.flatMap(({ turn }) => turn);
      if (next !== undefined && !isQuiet && next.by !== happened.role) {
        const couldToo = next.by === "trader" && happened.role === "account_manager";
        expect([happened, turns.includes(next.by)]).toEqual([happened, next.of !== undefined || !couldToo]);
      }
      if (kind.partyColumns === undefined) {
        expect(told.flatMap(({ aloud }) => aloud)).not.toContain(happened.role);
      }
      for (const { aloud, turn } of told) expect(aloud).toEqual(expect.arrayContaining([...turn]));
    }
  }
});

test("accounts are told of every transition, but of states that operators alone see; issuers of nothing that is not theirs; viewers of nothing aloud", () => {
  for (const kind of kinds) {
    for (const happened of transitions(kind.life)) {
      const told = whoIsTold(kind, happened);
      const accounts = told.filter(({ side }) => side === "account").length;
      const isForOperators = kind.operatorsAlone?.some((state: string) => state === happened.to) === true;
      expect(accounts).toBe(isForOperators ? 0 : kind.partyColumns === undefined ? 1 : 2);
      const issuers = told.some(({ side }) => side === "issuer");
      if (kind.hasIssuer === false || isForOperators) expect(issuers).toBe(false);
      expect(told.flatMap(({ aloud }) => aloud)).not.toContain("viewer");
    }
  }
});

test("what an account manager must do after a trader is told to the account manager, and to no trader", () => {
  const life = contract.recordLife({
    entity: "large_order",
    noun: "Large order",
    begins: ["trader"],
    state: { asked: { label: "Asked", next: { by: "account_manager" } }, confirmed: { label: "Confirmed" } },
    actions: {
      confirm: { from: ["asked"], to: "confirmed", by: ["account_manager"], done: "Confirmed" },
    },
  });
  const kind = { life, hidden: [] };
  const begun = { from: null, to: "asked", action: "create", role: "trader" } as const;
  expect(whoIsTold(kind, begun)).toEqual([
    { side: "account", aloud: ["account_manager"], turn: ["account_manager"] },
  ]);
  const confirmed = { from: "asked", to: "confirmed", action: "confirm", role: "account_manager" } as const;
  expect(whoIsTold(kind, confirmed)).toEqual([{ side: "account", aloud: [], turn: [] }]);
});

test("where a record needs somebody first, its state's own turn is told of once that is done", () => {
  const kind = kinds.find(({ life }) => life.entity === "redemption") ?? expect.fail("no redemptions");
  const sent = { from: null, to: "in_progress", action: "create", role: "trader", needsFirst: true } as const;
  expect(written(whoIsTold(kind, sent))).toBe("account turn (AM)");
  const confirmed = {
    from: "in_progress",
    to: "in_progress",
    action: "countersign",
    role: "account_manager",
  } as const;
  expect(written(whoIsTold(kind, confirmed))).toBe("account · issuer turn");
});

test("what is said of every transition has its words in Vietnamese and Chinese, and in English those of the life cycle", () => {
  const english = new Set<string>(Object.values(BEGINNINGS));
  for (const life of lives) {
    expect(kindName("en", life.entity)).toBe(life.noun);
    for (const language of ["vi", "zh"] as const) {
      expect([life.noun, RECORD_WORDS[language].kinds[life.noun]]).toEqual([life.noun, expect.any(String)]);
    }
    for (const [action, { done }] of Object.entries(life.actions)) {
      english.add(done);
      expect(eventName("en", { entity: life.entity, action })).toBe(done);
    }
  }
  for (const language of ["vi", "zh"] as const) {
    const { events } = RECORD_WORDS[language];
    expect(Object.keys(events).toSorted()).toEqual([...english].toSorted());
  }
});
