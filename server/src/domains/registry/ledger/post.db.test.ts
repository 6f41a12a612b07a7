import { expect, test } from "vitest";
import {
  available,
  heldRanges,
  move,
  outcome,
  posted,
  QUANTITY,
  redemption,
  reserved,
  retired,
  smallLedger,
  storedHoldings,
  storedLots,
  transfer,
} from "../../../../testing/registry/ledger-db-kit.ts";
import {
  lotOf,
  newBatch,
  plainJournal,
  posting,
  randomFrom,
  randomPosting,
} from "../../../../testing/registry/ledger-kit.ts";

test("R25: 100 certificates split at 25 are 25 and 75; reserved and released again they are the row they were", async () => {
  const { db, a } = await smallLedger();
  const before = await storedHoldings(db);
  await posted(db, redemption("R-1", a, [1, 26]));
  expect(await heldRanges(db)).toEqual([`1–25 ${a} redemption_pending`, `26–100 ${a} available`]);
  const back = move(reserved(a, "R-1"), available(a), 1, 26);
  await posted(db, posting({ type: "release", key: "back", moves: [back] }));
  expect(await storedHoldings(db)).toEqual(before);
});

test("a label that a user gives to some certificates keeps them apart from the rest, also after they were reserved", async () => {
  const { db, a } = await smallLedger();
  const labelled = { ...move(available(a), available(a), 1, 26), lot: lotOf("issued", "For the hotel") };
  await posted(db, posting({ type: "split", key: "split", moves: [labelled] }));
  const before = await heldRanges(db);
  expect(before).toEqual([`1–25 ${a} available`, `26–100 ${a} available`]);
  // Both lots at once: two legs.
  await posted(db, redemption("R-1", a));
  expect(
    await db.selectFrom("journal_leg").select("first").where("to_sub", "=", "redemption_pending").execute(),
  ).toEqual([{ first: 1 }, { first: 26 }]);
  await posted(db, posting({ type: "release", key: "b", moves: [move(reserved(a, "R-1"), available(a))] }));
  expect(await heldRanges(db)).toEqual(before);
});

test("two redemptions of the same certificates at once: one succeeds", async () => {
  const { db, a } = await smallLedger();
  const tried = await Promise.all(
    Array.from({ length: 8 }, (_, i) => outcome(db, redemption(`R-${i}`, a, [1 + i, 61 + i]))),
  );
  expect(tried.toSorted()).toEqual([...Array.from({ length: 7 }, () => "moved"), "taken"]);
  expect((await heldRanges(db)).filter((line) => line.includes("redemption_pending"))).toHaveLength(1);
});

test("twenty redemptions of 30 out of 100 at once: three succeed and 10 are left", async () => {
  const { db, a } = await smallLedger();
  const tried = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const first = 1 + 30 * (i % 4);
      return outcome(db, redemption(`R-${i}`, a, [first, first + 30]));
    }),
  );
  expect(tried.filter((one) => one === "taken")).toHaveLength(3);
  expect((await heldRanges(db)).at(-1)).toBe(`91–100 ${a} available`);
});

test("I9, I10, R19: what is redeemed stays so, and a redemption is completed once", async () => {
  const { db, a } = await smallLedger();
  await posted(db, redemption("R-1", a));
  const half = posting({
    type: "retire",
    key: "retire",
    reference: "R-1",
    moves: [move(reserved(a, "R-1"), retired("R-1"), 1, 51)],
  });
  await posted(db, half);
  const rest = { ...half, key: "again", moves: [move(reserved(a, "R-1"), retired("R-1"), 51)] };
  expect(await outcome(db, rest)).toBe("twice");
  const back = { ...move(retired("R-1"), available(a), 1, 51), lot: lotOf("issued") };
  for (const type of ["release", "import", "reversal", "transfer"] as const) {
    expect(await outcome(db, posting({ type, key: "back", moves: [back] }))).toBe("not_allowed");
  }
});

test("I14, R20: the same request does nothing a second time and answers as the first; the key of another is refused", async () => {
  const { db, a, b } = await smallLedger();
  const one = transfer("once", a, b);
  const both = await Promise.all([posted(db, one), posted(db, one)]);
  expect(both.filter(({ is_new }) => is_new)).toHaveLength(1);
  expect(both[0]?.entry_uid).toBe(both[1]?.entry_uid);
  expect(await outcome(db, transfer("once", b, a))).toBe("key_reused");
  // The system's key is no person's.
  expect(await outcome(db, { ...transfer("once", b, a), actor_id: 7 })).toBe("taken");
});

test("certificates are moved by who holds them, whole, and once an entry", async () => {
  const { db, a, b, c } = await smallLedger();
  expect(await outcome(db, transfer("1", b, c))).toBe("moved");
  expect(await outcome(db, transfer("2", a, b, [90, 200]))).toBe("moved");
  expect(await outcome(db, transfer("3", a, a))).toBe("not_allowed");
  const there = move(available(a), available(b));
  const twice = [there, move(available(b), available(c))];
  expect(await outcome(db, posting({ type: "transfer", key: "4", moves: twice }))).toBe("not_allowed");
  expect(await outcome(db, posting({ type: "transfer", key: "5" }))).toBe("not_allowed");
  expect(
    await outcome(db, posting({ type: "transfer", key: "6", moves: [{ ...there, batch_id: 99 }] })),
  ).toBe("not_allowed");
  expect(await heldRanges(db)).toEqual([`1–100 ${a} available`]);
});

test("a transfer is taken back once, and its certificates are the lot that they were", async () => {
  const { db, a, b } = await smallLedger();
  const before = await storedHoldings(db);
  const { entry_uid } = await posted(db, transfer("there", a, b, [11, 31]));
  const back = (key: string, range: readonly [number, number]) => {
    const one = { ...move(available(b), available(a), ...range), lot: lotOf("issued") };
    return posting({ type: "reversal", key, reverses: entry_uid, moves: [one] });
  };
  expect(await outcome(db, back("part", [11, 21]))).toBe("not_allowed");
  expect(await outcome(db, back("all", [11, 31]))).toBe("taken");
  expect(await storedHoldings(db)).toEqual(before);
  await posted(db, transfer("again", a, b, [11, 31]));
  expect(await outcome(db, back("second", [11, 31]))).toBe("twice");
});

test(
  "R15, R17: thousands of random postings lead where the rules say, range by range",
  { timeout: 180_000 },
  async () => {
    const { db, accounts, a } = await smallLedger();
    const random = randomFrom(20_261_123);
    const plain = plainJournal();
    plain.take(posting({ type: "issue", key: "issue", batches: [newBatch(1, a, QUANTITY)] }));
    for (const number of [2, 3, 4, 5]) {
      const one = posting({ type: "issue", key: `issue ${number}`, batches: [newBatch(number, a, 400)] });
      plain.take(one);
      await posted(db, one);
    }
    let taken = 0;
    for (let i = 0; i < 2500; i += 1) {
      const one = randomPosting(random, plain.holdings, { accounts, key: String(i), lots: plain.lots });
      if (one === null) continue;
      plain.take(one);
      await posted(db, one);
      taken += 1;
    }
    expect(taken).toBeGreaterThan(1000);
    expect(await storedLots(db)).toEqual(plain.lots);
    expect(await storedHoldings(db)).toEqual(plain.holdings);
  },
);
