// Days of the plant's clock, from the readings of its meter to the statement (rule R37).
import { addDays, startOfDay, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { registeredPlant } from "../../../../testing/registry/issuance-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";
import { madeStatement } from "./made-statement.sql.ts";
import { issuedDevices } from "../issuance/registered-devices.sql.ts";

const QUARTER_MS = 900_000;

/**
 * The statement of the days of a wind plant in the zone, whose meter told its counter each quarter of an hour from the first of them to the
 * third day after the last: 1,000 Wh more each time, but what `rises` says of instants.
 */
async function statementIn(
  timezone: string,
  days: readonly Day[],
  rises: ReadonlyMap<number, number> = new Map(),
) {
  const pools = await freshPools();
  const { db } = pools;
  const [from_day, to_day] = [days[0] ?? "", days.at(-1) ?? ""];
  await sql`select ensure_reading_partitions(${addDays(from_day, -40)}::date, ${addDays(to_day, 40)}::date)`.execute(
    db,
  );
  const plant = await registeredPlant(db, { timezone, country: "VN", fuel: ["ES200", "TC210"] });
  let counter = 1_000_000;
  const told = [];
  const [begins, ends] = [startOfDay(timezone, from_day), startOfDay(timezone, addDays(to_day, 3))];
  for (let at = begins; at <= ends; at += QUARTER_MS) {
    counter += rises.get(at) ?? 1000;
    told.push(reading(at, { production: counter, interval: 900 }));
  }
  const working = worker(pools);
  await send(pools, plant, told);
  await working.idle();
  const [device] = await issuedDevices(db, plant);
  if (device === undefined) throw new Error("The plant has a device");
  return madeStatement(db, device, { from_day, to_day }, { declared: new Map(), now_ms: ends });
}

test("R37: a reading that is stamped midnight ends the day before, and with it the year", async () => {
  const timezone = "Asia/Ho_Chi_Minh";
  const midnight = startOfDay(timezone, "2026-01-01");
  // 7,000 Wh between 23:45 and 00:00.
  const rises = new Map([[midnight, 7000]]);
  const { days } = await statementIn(timezone, ["2025-12-31", "2026-01-01"], rises);
  expect(days.map(({ day, wh, evidence, is_settled }) => [day, wh, evidence, is_settled])).toEqual([
    ["2025-12-31", 102_000, "A", true],
    ["2026-01-01", 96_000, "A", true],
  ]);
});

test.each([
  ["2026-03-29", 23],
  ["2025-10-26", 25],
] as const)(
  "R37: on %s a plant in Berlin has a day of %i hours, and its neighbours have theirs",
  async (day, hours) => {
    const { days, wh } = await statementIn("Europe/Berlin", [addDays(day, -1), day, addDays(day, 1)]);
    expect(days.map((one) => one.wh)).toEqual([96_000, hours * 4000, 96_000]);
    expect(days.map(({ complete_permille }) => complete_permille)).toEqual([1000, 1000, 1000]);
    // What may have been generated follows the clock too: 1 MW for all hours of the day.
    expect(days.map(({ maximum_wh }) => maximum_wh)).toEqual([24e6, hours * 1e6, 24e6]);
    expect(wh).toBe(192_000 + hours * 4000);
  },
);
