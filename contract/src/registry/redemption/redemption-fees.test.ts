import fc from "fast-check";
import { expect, test } from "vitest";
import type { LotChannel } from "../ledger.ts";
import { feeCents, feeGroupOf, redemptionFees, type RedemptionRate } from "./redemption-fees.ts";

/** The schedule of C122 and C123. */
const RATES: RedemptionRate[] = (
  [
    [1, "RF-EX-IREC-HYD", "REDEEM_EXCHANGE", "hydro", "EUR", 0],
    [2, "RF-EX-IREC-OTH", "REDEEM_EXCHANGE", "other", "EUR", 800],
    [3, "RF-SELF-IREC-HYD", "SELF_REDEEM", "hydro", "USD", 0],
    [4, "RF-SELF-IREC-OTH", "SELF_REDEEM", "other", "USD", 4000],
  ] as const
).map(([fee_rule_id, code, fee_type, fuel_group, currency, rate]) => ({
  fee_rule_id,
  code,
  fee_type,
  fuel_group,
  currency,
  rate,
  registry: "IREC",
  is_configured: true,
}));

const [SOLAR, WIND, HYDRO] = ["ES100", "ES200", "ES300"] as const;
const feesOf = (fuel: string, lots: [LotChannel, number][]) =>
  redemptionFees(
    { registry: "IREC", fuel },
    lots.map(([channel, quantity]) => ({ channel, quantity })),
    RATES,
  ).map(
    ({ code, currency, quantity, total_cents }) =>
      `${code} ${quantity} ${currency} ${(total_cents / 100).toFixed(2)}`,
  );

test("C122, C123: the fee vectors hold exactly", () => {
  expect(feesOf(SOLAR, [["exchange", 1]])).toEqual(["RF-EX-IREC-OTH 1 EUR 0.08"]);
  expect(feesOf(WIND, [["exchange", 12_345]])).toEqual(["RF-EX-IREC-OTH 12345 EUR 987.60"]);
  expect(feesOf(SOLAR, [["issued", 333]])).toEqual(["RF-SELF-IREC-OTH 333 USD 133.20"]);
  expect(
    feesOf(HYDRO, [
      ["exchange", 500],
      ["issued", 77],
    ]),
  ).toEqual(["RF-EX-IREC-HYD 500 EUR 0.00", "RF-SELF-IREC-HYD 77 USD 0.00"]);
  expect(
    feesOf(SOLAR, [
      ["exchange", 60],
      ["issued", 40],
    ]),
  ).toEqual(["RF-EX-IREC-OTH 60 EUR 4.80", "RF-SELF-IREC-OTH 40 USD 16.00"]);
  // Off exchange, by import and by transfer it costs what the exchange costs.
  expect(
    feesOf(SOLAR, [
      ["off_exchange", 1],
      ["import", 1],
      ["transfer", 1],
    ]),
  ).toEqual(["RF-EX-IREC-OTH 3 EUR 0.24"]);
});

/** The total cut into ranges. */
const parts = (total: number) =>
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }).map((widths) => {
    const cut: number[] = [];
    let left = total;
    for (const width of widths) {
      if (width < left) {
        cut.push(width);
        left -= width;
      }
    }
    return [...cut, left];
  });

test("R38: 60 and 40 in many ranges cost what they cost in two, rounded once", () => {
  fc.assert(
    fc.property(parts(60), parts(40), (bought, issued) => {
      const lots = [
        ...bought.map((count): [LotChannel, number] => ["exchange", count]),
        ...issued.map((count): [LotChannel, number] => ["issued", count]),
      ];
      expect(feesOf(SOLAR, lots)).toEqual(["RF-EX-IREC-OTH 60 EUR 4.80", "RF-SELF-IREC-OTH 40 USD 16.00"]);
    }),
  );
});

test("a fee is the nearest cent, half a cent up, also beyond what floating numbers hold exactly", () => {
  expect([feeCents(1, 49), feeCents(1, 50), feeCents(1, 149), feeCents(1, 150)]).toEqual([0, 1, 1, 2]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 100_000_000 }),
      (mwh, rate) => {
        // A hundredth of a cent is the smallest part.
        const hundredths = BigInt(mwh) * BigInt(rate);
        const cents = hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
        expect(BigInt(feeCents(mwh, rate))).toBe(BigInt(Number(cents)));
      },
    ),
  );
});

test("hydropower is what the codes of hydropower say, and a fuel without a rate is refused", () => {
  expect(["ES300", "ES310", "ES100", "ES200", "ES820"].map(feeGroupOf)).toEqual([
    "hydro",
    "hydro",
    "other",
    "other",
    "other",
  ]);
  expect(() =>
    redemptionFees({ registry: "TIGR", fuel: SOLAR }, [{ channel: "issued", quantity: 1 }], RATES),
  ).toThrow(RangeError);
});
