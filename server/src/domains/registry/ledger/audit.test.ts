import type { LotChannel } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  newBatch,
  plainJournal,
  posting,
  randomFrom,
  randomPosting,
  type PlainJournal,
} from "../../../../testing/registry/ledger-kit.ts";
import { ledgerAudit, certificateTotals } from "./audit.ts";
import {
  isSamePlace,
  type Batch,
  type CertificatePlace,
  type Leg,
  type Lot,
  type PostedEntry,
} from "./journal.ts";

const ACCOUNTS = [1, 2, 3, 4];
const QUANTITY = 120;
const BATCHES = 3;
const batches = new Map<number, Batch>(
  Array.from({ length: BATCHES }, (_, i) => [
    i + 1,
    { batch_id: i + 1, registry: "IREC", quantity: QUANTITY },
  ]),
);

/** A journal of three batches and that many random postings. */
function journalOf(seed: number, count: number): PlainJournal {
  const random = randomFrom(seed);
  const journal = plainJournal();
  for (let i = 1; i <= BATCHES; i += 1) {
    const batch = newBatch(i, 1, QUANTITY);
    journal.take(posting({ type: "issue", key: `issue ${i}`, batches: [batch] }));
  }
  for (let i = 0; i < count; i += 1) {
    const one = randomPosting(random, journal.holdings, {
      accounts: ACCOUNTS,
      key: String(i),
      lots: journal.lots,
    });
    if (one !== null) journal.take(one);
  }
  return journal;
}

function audited(entries: readonly PostedEntry[], lots: PlainJournal["lots"], of = batches) {
  const audit = ledgerAudit({ batches: of, lots });
  for (const entry of entries) audit.take(entry);
  return audit;
}

const invariants = (entries: readonly PostedEntry[], lots: PlainJournal["lots"], of = batches) =>
  new Set(
    audited(entries, lots, of)
      .faults()
      .map(({ invariant }) => invariant),
  );

test("I1, I2, I3, I8, I13: after thousands of random postings every certificate is in one place, none is lost, and replay gives the balances", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { entries, lots, holdings } = journalOf(seed, 400);
      const audit = audited(entries, lots);
      expect(audit.faults()).toEqual([]);
      expect([...audit.holdings]).toEqual([...holdings]);
      const totals = Object.values(certificateTotals(batches, audit.holdings).get("IREC") ?? {});
      expect(totals.reduce((sum, one) => sum + one, 0)).toBe(BATCHES * QUANTITY);
    }),
    { numRuns: 40 },
  );
});

test("R15, R16: holdings say of every single certificate what its legs did to it, and adjacent ones that are alike are one", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { entries, holdings } = journalOf(seed, 200);
      // One certificate at a time, without ranges.
      const places = new Map<string, CertificatePlace>();
      for (const { batch_id, first, until, to } of entries.flatMap(({ legs }) => legs)) {
        for (let serial = first; serial < until; serial += 1) places.set(`${batch_id} ${serial}`, to);
      }
      let count = 0;
      for (const [batch_id, pieces] of holdings) {
        pieces.forEach((piece, i) => {
          for (let serial = piece.first; serial < piece.until; serial += 1) {
            expect(piece.place).toEqual(places.get(`${batch_id} ${serial}`));
            count += 1;
          }
          const next = pieces[i + 1];
          expect(next === undefined || !isSamePlace(next.place, piece.place)).toBe(true);
        });
      }
      expect(count).toBe(places.size);
    }),
    { numRuns: 20 },
  );
});

const at = (
  account_id: number | null,
  sub_account: CertificatePlace["sub_account"],
  // The first account has what was issued, the others what came by a transfer.
  lot_id = account_id === null || account_id === 1 ? 1 : 2,
): CertificatePlace => ({
  account_id,
  sub_account,
  reference: sub_account === "available" ? null : "R-1",
  lot_id,
});
const lot = (lot_id: number, channel: LotChannel, unit_cost: string | null = null): Lot => ({
  lot_id,
  channel,
  unit_cost,
  currency: unit_cost === null ? null : "USD",
});
const LOTS: PlainJournal["lots"] = new Map(
  [lot(1, "issued"), lot(2, "transfer"), lot(3, "exchange", "1.5000"), lot(4, "issued")].map((one) => [
    one.lot_id,
    one,
  ]),
);
const leg = (from: CertificatePlace | null, to: CertificatePlace, range: Partial<Leg> = {}): Leg => ({
  batch_id: 1,
  first: 1,
  until: QUANTITY + 1,
  from,
  to,
  ...range,
});
let made = 0;
const entry = (
  type: PostedEntry["type"],
  legs: readonly Leg[],
  more: Partial<PostedEntry> = {},
): PostedEntry => {
  made += 1;
  return {
    entry_id: made,
    type,
    actor_id: 7,
    key: `k${made}`,
    at: 1,
    reference: null,
    reverses: null,
    legs,
    ...more,
  };
};
const one = new Map([[1, { batch_id: 1, registry: "IREC", quantity: QUANTITY } satisfies Batch]]);
const minted = () => entry("issue", [leg(null, at(1, "available"))]);
const moved = (from: CertificatePlace, to: CertificatePlace, type: PostedEntry["type"] = "transfer") =>
  entry(type, [leg(from, to)]);

test("I8: certificates that are taken from where they are not are found: another holder, another lot, again", () => {
  const given = moved(at(1, "available"), at(2, "available"));
  expect(invariants([minted(), given], LOTS, one)).toEqual(new Set());
  expect(invariants([minted(), given, moved(at(1, "available"), at(3, "available"))], LOTS, one)).toContain(
    "I8",
  );
  expect(invariants([minted(), moved(at(2, "available"), at(3, "available"))], LOTS, one)).toContain("I8");
  expect(invariants([minted(), moved(at(1, "available", 4), at(3, "available"))], LOTS, one)).toContain("I8");
  expect(invariants([minted(), minted()], LOTS, one)).toContain("I8");
});

test("I9, I10: what was redeemed or withdrawn does not come back", () => {
  for (const [reserve, done] of [
    ["request_redemption", "retire"],
    ["freeze", "withdraw"],
  ] as const) {
    const pending = at(1, reserve === "freeze" ? "frozen" : "redemption_pending");
    const ended = at(null, reserve === "freeze" ? "withdrawn" : "retired");
    const story = [
      minted(),
      moved(at(1, "available"), pending, reserve),
      entry(done, [leg(pending, ended)], { reference: "R-1" }),
    ];
    expect(invariants(story, LOTS, one)).toEqual(new Set());
    expect(invariants([...story, moved(ended, at(1, "available"), "release")], LOTS, one)).toContain("I9");
  }
});

test("R19: a redemption is completed once", () => {
  const half = { until: 61 };
  const rest = { first: 61 };
  const pending = at(1, "redemption_pending");
  const story = [
    minted(),
    moved(at(1, "available"), pending, "request_redemption"),
    entry("retire", [leg(pending, at(null, "retired"), half)], { reference: "R-1" }),
    entry("retire", [leg(pending, at(null, "retired"), rest)], { reference: "R-1" }),
  ];
  expect(invariants(story, LOTS, one)).toEqual(new Set(["R19"]));
});

test("I1, R15: a certificate that one entry moves twice is found", () => {
  const story = [
    minted(),
    entry("transfer", [
      leg(at(1, "available"), at(2, "available"), { until: 11 }),
      leg(at(2, "available"), at(3, "available"), { until: 11 }),
    ]),
  ];
  expect(invariants(story, LOTS, one)).toEqual(new Set(["I1"]));
});

test("I2, R16: serial numbers beyond the batch, and a batch of which a part is nowhere, are found", () => {
  expect(invariants([entry("issue", [leg(null, at(1, "available"), { until: 200 })])], LOTS, one)).toContain(
    "I2",
  );
  expect(invariants([entry("issue", [leg(null, at(1, "available"), { until: 100 })])], LOTS, one)).toEqual(
    new Set(["I2"]),
  );
});

test("R22: a move that no rule names is found, a trade with oneself too (I12)", () => {
  const sold = [
    minted(),
    moved(at(1, "available"), at(1, "on_sale"), "place_sale"),
    moved(at(1, "on_sale"), at(1, "in_settlement"), "match"),
  ];
  expect(invariants(sold, LOTS, one)).toEqual(new Set());
  expect(
    invariants([...sold, moved(at(1, "in_settlement"), at(1, "available"), "settle")], LOTS, one),
  ).toEqual(new Set(["I22"]));
  expect(
    invariants([minted(), moved(at(1, "available"), at(null, "retired"), "retire")], LOTS, one),
  ).toContain("I22");
});

test("I14: a key that is used twice by the same person for the same kind of entry is found", () => {
  const there = entry("transfer", [leg(at(1, "available"), at(2, "available"))], { key: "same" });
  const back = entry("transfer", [leg(at(2, "available"), at(1, "available", 2))], { key: "same" });
  expect(invariants([minted(), there, back], LOTS, one)).toEqual(new Set(["I14"]));
  expect(invariants([minted(), there, { ...back, actor_id: 8 }], LOTS, one)).toEqual(new Set());
});

test("I15: green certificates change their owner once", () => {
  const gec = new Map([[1, { batch_id: 1, registry: "GEC", quantity: QUANTITY } satisfies Batch]]);
  const bought = moved(at(1, "available"), at(2, "available", 2));
  expect(invariants([minted(), bought], LOTS, gec)).toEqual(new Set());
  expect(
    invariants([minted(), bought, moved(at(2, "available", 2), at(3, "available", 2))], LOTS, gec),
  ).toEqual(new Set(["I15"]));
});

test("R25: what is reserved and released keeps its lot, and a split changes its label alone", () => {
  const story = [minted(), moved(at(1, "available"), at(1, "on_sale", 2), "place_sale")];
  expect(invariants(story, LOTS, one)).toEqual(new Set(["R25"]));
  const split = (lot_id: number) => [
    minted(),
    moved(at(1, "available"), at(1, "available", lot_id), "split"),
  ];
  expect(invariants(split(4), LOTS, one)).toEqual(new Set());
  for (const other of [2, 3, 9]) expect(invariants(split(other), LOTS, one)).toEqual(new Set(["R25"]));
});

const sent = (lot_id: number) => [minted(), moved(at(1, "available"), at(2, "available", lot_id))];

test("R25: a lot has a channel of the kind of its entry", () => {
  expect(invariants(sent(2), LOTS, one)).toEqual(new Set());
  for (const other of [1, 3, 4]) expect(invariants(sent(other), LOTS, one)).toEqual(new Set(["R25"]));
});

test("I15: green certificates that were split, or taken back, are still sold once, whatever their lot says", () => {
  const gec = new Map([[1, { batch_id: 1, registry: "GEC", quantity: QUANTITY } satisfies Batch]]);
  const bought = moved(at(1, "available"), at(2, "available"));
  const story = [minted(), bought, moved(at(2, "available"), at(2, "available", 4), "split")];
  const again = moved(at(2, "available", 4), at(3, "available"));
  expect(invariants([...story, again], LOTS, gec)).toEqual(new Set(["R25", "I15"]));
  const back = entry("reversal", [leg(at(2, "available"), at(1, "available"))], {
    reverses: bought.entry_id,
  });
  const anew = moved(at(1, "available"), at(3, "available"));
  expect(invariants([minted(), bought, back, anew], LOTS, gec)).toEqual(new Set());
});

test("a transfer is taken back once, and exactly", () => {
  const there = entry("transfer", [leg(at(1, "available"), at(2, "available", 2))]);
  const back = (more: Partial<Leg> = {}) =>
    entry("reversal", [leg(at(2, "available", 2), at(1, "available"), more)], { reverses: there.entry_id });
  expect(invariants([minted(), there, back()], LOTS, one)).toEqual(new Set());
  expect(invariants([minted(), there, back({ until: 61 })], LOTS, one)).toEqual(new Set(["I1"]));
  expect(invariants([minted(), there, back(), back()], LOTS, one)).toContain("I1");
  const first = minted();
  const fromNowhere = entry("reversal", back().legs, { reverses: first.entry_id });
  expect(invariants([first, there, fromNowhere], LOTS, one)).toContain("I1");
});

test("R24: an entry that is earlier than one which it follows is found", () => {
  const late = { ...minted(), at: 10_000 };
  expect(invariants([late, moved(at(1, "available"), at(2, "available"))], LOTS, one)).toEqual(
    new Set(["R24"]),
  );
});
