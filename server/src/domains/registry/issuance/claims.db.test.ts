import { expect, test } from "vitest";
import { registeredPlant } from "../../../../testing/registry/issuance-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { claimUnits } from "./claims.sql.ts";
import { insertIssuance } from "./issuance.sql.ts";
import { issuedDevices } from "./registered-devices.sql.ts";

/** A unit, and what claims days of it in a zone for a request of its own. True: it was claimed. */
async function claimed() {
  const db = await freshDb();
  const plant = await registeredPlant(db);
  const [device] = await issuedDevices(db, plant);
  if (device === undefined) throw new Error("The plant has a device");
  let number = 0;
  const tried = (timezone: string, from_day: string, to_day: string) =>
    db.transaction().execute(async (tx) => {
      number += 1;
      const row = await insertIssuance(tx, device, {
        from_day,
        to_day,
        number: `IS-${number}`,
        created_by: null,
      });
      return claimUnits(tx, row, { units: [plant.unit_id], timezone, from_day, to_day });
    });
  return { db, tried };
}

test("R2: days of two zones that share one hour collide, and those that only touch do not", async () => {
  const { db, tried } = await claimed();
  expect(await tried("Asia/Ho_Chi_Minh", "2025-10-01", "2025-10-31")).toBe(true);
  // 1 November begins an hour earlier in Singapore than it does in Viet Nam.
  expect(await tried("Asia/Singapore", "2025-11-01", "2025-11-30")).toBe(false);
  expect(await tried("Asia/Ho_Chi_Minh", "2025-11-01", "2025-11-30")).toBe(true);
  expect(await tried("Asia/Singapore", "2025-09-01", "2025-09-30")).toBe(true);
  const states = await db.selectFrom("generation_claim").select("state").execute();
  expect(states).toHaveLength(3);
});

test("R2, S2: of twelve requests at once for the same instants, whatever their zone, one has the unit", async () => {
  const { db, tried } = await claimed();
  const zones = ["Asia/Ho_Chi_Minh", "Asia/Singapore", "Asia/Kolkata"];
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => tried(zones[i % 3] ?? "", `2025-10-0${1 + (i % 4)}`, "2025-10-31")),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await db.selectFrom("generation_claim").select("state").execute()).toHaveLength(1);
});

test("R2, S2: devices of three registries and accounts that one meter stands for have each of its instants once", async () => {
  const db = await freshDb();
  const plants = [
    await registeredPlant(db),
    await registeredPlant(db, { registry: "TIGR", country: "SG", timezone: "Asia/Singapore" }),
    await registeredPlant(db, { registry: "GEC", country: "CN", timezone: "Asia/Shanghai" }),
  ];
  const unit_id = plants[0]?.unit_id ?? 0;
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, i) => i).map((i) =>
      db.transaction().execute(async (tx) => {
        const plant = plants[i % 3];
        const [device] = await issuedDevices(tx, plant ?? {});
        if (device === undefined) throw new Error("Each plant has a device");
        const period = { from_day: `2025-10-0${1 + (i % 4)}`, to_day: "2025-10-31" };
        const row = await insertIssuance(tx, device, { ...period, number: `IS-${i}`, created_by: null });
        return claimUnits(tx, row, { units: [unit_id], timezone: device.timezone, ...period });
      }),
    ),
  );
  expect(new Set(plants.map(({ business_account_id }) => business_account_id)).size).toBe(3);
  expect(tried.filter(Boolean)).toHaveLength(1);
  expect(await db.selectFrom("generation_claim").select("state").execute()).toEqual([{ state: "held" }]);
});
