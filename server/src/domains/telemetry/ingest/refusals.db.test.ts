// What was refused is counted by day, device and reason, whatever is kept of it.
import { expect, test } from "vitest";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { storeReadings } from "./readings.sql.ts";
import type { RefusalRecord } from "./reading-rows.ts";
import { REFUSED_KEPT } from "./refusals.sql.ts";

async function place() {
  const pools = await freshPools();
  const at = await scene(pools.db);
  const { project_id, gateway_id, device_uid } = at;
  const refused = (rest: Partial<RefusalRecord> = {}): RefusalRecord => ({
    project_id,
    gateway_id,
    device_uid,
    reason: "reading.out_of_range",
    detail: "ac_power_w is 1e12",
    ...rest,
  });
  const refuse = (all: readonly RefusalRecord[], lane: 0 | 1 = 0) =>
    storeReadings(pools.pool, { lane, rows: [], refused: all });
  const counted = () =>
    pools.db
      .selectFrom("refused_day")
      .select(["device_id", "day", "reason", "count", "example"])
      .orderBy("day")
      .orderBy("device_id")
      .orderBy("reason")
      .execute();
  return { ...pools, ...at, refused, refuse, counted };
}

test("a refusal counts for the day of its reading on the project's calendar, by device and reason", async () => {
  const { refused, refuse, counted, device_id } = await place();
  // Midnight of the 2nd in Ho Chi Minh City ends the last interval of the 1st.
  const midnight = Date.parse("2026-03-02T00:00:00+07:00");
  await refuse([
    refused({ t: midnight }),
    refused({ t: midnight + 1000, detail: "first of the day" }),
    refused({ t: midnight + 300_000, detail: "last of the day" }),
    refused({ t: midnight + 1000, reason: "reading.empty", detail: "" }),
    refused({ t: midnight + 1000, device_uid: "no such device" }),
  ]);
  await refuse([refused({ t: midnight + 7_200_000, detail: "later" })], 1);
  const of = { device_id, reason: "reading.out_of_range" };
  expect(await counted()).toEqual(
    [
      { ...of, day: "2026-03-01", count: 1, example: "ac_power_w is 1e12" },
      { ...of, device_id: 0, day: "2026-03-02", count: 1, example: "ac_power_w is 1e12" },
      { device_id, day: "2026-03-02", reason: "reading.empty", count: 1, example: "" },
      { ...of, day: "2026-03-02", count: 3, example: "later" },
    ].toSorted(
      (a, b) => a.day.localeCompare(b.day) || a.device_id - b.device_id || a.reason.localeCompare(b.reason),
    ),
  );
});

test("all refusals of a flood are counted, in one row, while only the newest are kept by themselves", async () => {
  const { db, refused, refuse, counted } = await place();
  const t = Date.parse("2026-03-02T05:00:00Z");
  const flood = Array.from({ length: 1000 }, (_, index) =>
    refused({ t, ...(index < 50 ? {} : { countOnly: true }) }),
  );
  for (let round = 0; round < 12; round += 1) await refuse(flood);
  expect((await counted()).map(({ count }) => count)).toEqual([12_000]);
  expect(await db.selectFrom("refused_reading").select("reason").execute()).toHaveLength(REFUSED_KEPT);
});

test("writers that refuse the same at once lose none and wait for each other in one order", async () => {
  const { refused, refuse, counted } = await place();
  const t = Date.parse("2026-03-02T05:00:00Z");
  const reasons = ["reading.empty", "reading.too_old", "reading.out_of_range", "device.unknown"] as const;
  const days = [0, 1, 2, 3].map((day) => t + day * 86_400_000);
  const all = days.flatMap((at) => reasons.map((reason) => refused({ t: at, reason })));
  await Promise.all(
    Array.from({ length: 24 }, (_, round) =>
      refuse(round % 2 === 0 ? all : all.toReversed(), round % 2 === 0 ? 0 : 1),
    ),
  );
  expect((await counted()).map(({ count }) => count)).toEqual(all.map(() => 24));
});
