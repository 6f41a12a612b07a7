import { addDays } from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth } from "../../../../testing/registry/issuance-kit.ts";

test("R32: a request that was drafted before the one before it was issued says what was carried in when it was minted, and its sum holds", async () => {
  const { db, plant, read, begin, act } = await issuanceDesk();
  const { from_day, to_day } = await meteredMonth(db, plant, 1_300_000);
  const middle = addDays(from_day, 13);
  const first = await begin({ from_day, to_day: middle });
  const second = await begin({ from_day: addDays(middle, 1), to_day });
  for (const { record_uid } of [first, second]) await act(record_uid, "submit");
  for (const { record_uid } of [first, second]) {
    expect((await act(record_uid, "approve", {}, "issuer")).body.status).toBe("approved");
  }
  const [one, two] = [(await read(first.record_uid)).balance, (await read(second.record_uid)).balance];
  expect(one.carry_out_wh).toBeGreaterThan(0);
  expect(two.carry_wh).toBe(one.carry_out_wh);
  for (const { carry_wh, debt_wh, counted_wh, quantity, carry_out_wh } of [one, two]) {
    expect(carry_wh - debt_wh + counted_wh).toBe(quantity * 1_000_000 + carry_out_wh);
    expect(carry_out_wh).toBeGreaterThanOrEqual(0);
    expect(carry_out_wh).toBeLessThan(1_000_000);
  }
});
