import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallStatus } from "./call-life.ts";
import { askAfterMs, callFinding, callStep, moveByFinding, type CallFinding } from "./call-steps.ts";

const NUMBER = "RC-2026-000001-ABCDEF";
const HASH = "ab".repeat(32);

const heard = (method: "PUT" | "GET", status: number, said: unknown) =>
  callFinding({
    method,
    transaction: NUMBER,
    body_sha256: HASH,
    status,
    text: typeof said === "string" ? said : JSON.stringify(said),
  });

test("only a well-formed answer about this transaction and this body decides anything", () => {
  const whole = { transaction: NUMBER, state: "done", body_sha256: HASH, reference: "EV-77" };
  expect(heard("PUT", 201, whole)).toEqual({ kind: "done", reference: "EV-77" });
  const refused = { transaction: NUMBER, state: "refused", body_sha256: HASH, reason: " Suspended " };
  expect(heard("GET", 200, refused)).toEqual({ kind: "refused", reason: "Suspended" });
  const unclear: [number, unknown][] = [
    [200, "<h1>Welcome</h1>"],
    [404, "Not Found"],
    [500, whole],
    [302, whole],
    [200, { ...whole, transaction: "RC-2026-000002-ABCDEF" }],
    [200, { ...whole, body_sha256: "cd".repeat(32) }],
    [200, { ...whole, body_sha256: undefined }],
    [200, { ...whole, reference: undefined }],
    [200, { ...whole, reference: "x".repeat(81) }],
    [200, { ...whole, reference: "a\u0000b" }],
    [200, { ...whole, state: "pending" }],
    [409, refused],
    [200, { transaction: NUMBER, state: "unknown" }],
    [404, { transaction: "another", state: "unknown" }],
  ];
  for (const [status, said] of unclear) expect(heard("GET", status, said).kind).toBe("unclear");
});

test("that a number is not known is heard from a question alone, never from the sending", () => {
  const said = { transaction: NUMBER, state: "unknown" };
  expect(heard("GET", 404, said)).toEqual({ kind: "not_known" });
  expect(heard("PUT", 404, said).kind).toBe("unclear");
});

/** What happens to one request: it arrives or not, its answer comes or not, and the process may die right after sending. */
interface Fate {
  readonly arrives: boolean;
  readonly isHeard: boolean;
  readonly dies: boolean;
}
const fate = fc.record({ arrives: fc.boolean(), isHeard: fc.boolean(), dies: fc.boolean() });
const decision = fc.constantFrom<"done" | "refused" | "pending">("done", "refused", "pending");

/** The other registry, and a call that goes by the rules while everything happens to it that can. */
function live(fates: readonly Fate[], decided: "done" | "refused" | "pending") {
  let status = "prepared" as CallStatus;
  let kept: "done" | "refused" | "pending" | null = null;
  const moves: string[] = [];
  let executed = 0;
  let mayPut = true;
  const queue = [...fates];
  const exchange = (method: "PUT" | "GET", { arrives, isHeard }: Fate): CallFinding => {
    if (method === "PUT") {
      // Never from unknown without having heard that the number is not known there.
      expect(mayPut).toBe(true);
      mayPut = false;
    }
    if (!arrives) return { kind: "unclear", why: "connection" };
    if (method === "PUT" && kept === null) {
      kept = decided;
      if (decided === "done") executed += 1;
    }
    if (!isHeard) return { kind: "unclear", why: "timeout" };
    if (kept === null) return { kind: "not_known" };
    if (kept === "done") return { kind: "done", reference: "EV-1" };
    return kept === "refused" ? { kind: "refused", reason: "No" } : { kind: "unclear", why: "pending" };
  };
  const move = (to: CallStatus, by: string) => {
    moves.push(by);
    status = to;
  };
  const send = () => {
    move("sent", "send");
    const next = queue.shift();
    if (next === undefined) return;
    const finding = exchange("PUT", next);
    if (next.dies) return;
    settle(moveByFinding("sent", finding));
  };
  const settle = (by: ReturnType<typeof moveByFinding>) => {
    if (by === "answer") move("acknowledged", by);
    if (by === "decline") move("refused", by);
    if (by === "lose") move("unknown", by);
  };
  while (queue.length > 0 && callStep(status) !== "nothing") {
    const step = callStep(status);
    if (step === "send") send();
    else {
      if (step === "lose") move("unknown", "lose");
      const next = queue.shift();
      if (next === undefined) break;
      const finding = exchange("GET", next);
      if (next.dies) continue;
      const by = moveByFinding("unknown", finding);
      if (by === "send") {
        mayPut = true;
        send();
      } else settle(by);
    }
  }
  return { status, executed, moves };
}

test("R21: whatever is lost, heard or dies, in any order: done there at most once, acknowledged at most once and only when it is done, never sent again before a question", () => {
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 30 }), decision, (fates, decided) => {
      const { status, executed, moves } = live(fates, decided);
      expect(executed).toBeLessThanOrEqual(1);
      expect(moves.filter((move) => move === "answer").length).toBeLessThanOrEqual(1);
      if (status === "acknowledged") expect(executed).toBe(1);
      if (status === "refused") expect(executed).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test("once everything arrives and is heard, a call ends with what the other registry decided", () => {
  const good = { arrives: true, isHeard: true, dies: false };
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 10 }), fc.constantFrom("done", "refused"), (fates, decided) => {
      const { status } = live([...fates, good, good, good, good], decided);
      expect(status).toBe(decided === "done" ? "acknowledged" : "refused");
    }),
  );
});

test("it is asked again after a minute, later and later, each hour at last and for ever", () => {
  expect([0, 1, 4, 5, 1000].map((asked) => askAfterMs(asked) / 60_000)).toEqual([1, 2, 30, 60, 60]);
});
