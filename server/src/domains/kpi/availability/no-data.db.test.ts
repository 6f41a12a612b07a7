import { expect, test } from "vitest";
import { send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { addDevice, NOON } from "../../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { refreshKeyFigures, refreshSummaries } from "../index.ts";
import { availabilitiesOf, type DeviceAvailability } from "./availability-day.ts";

const DAY = "2026-02-03";
const SIX = Date.parse(`${DAY}T06:00:00+07:00`);
const POWER = 20_000;
const truth = (minutes: number) => 7_000_000 + Math.floor((minutes * POWER) / 60);

/** A day from six to six; between ten and twelve the readings are what `noon` makes of them. */
const day = (
  noon: (minutes: number) => Parameters<typeof reading>[1],
  after: (minutes: number) => number = truth,
) =>
  Array.from({ length: 145 }, (_, index) => {
    const minutes = 5 * index;
    const said =
      minutes > 240 && minutes <= 360
        ? noon(minutes)
        : { production: minutes <= 240 ? truth(minutes) : after(minutes), power: POWER };
    return reading(SIX + minutes * 60_000, said);
  });

const TWO_HOURS = (POWER * 120) / 60;

/** What each device of the project was on the day, as it is known at noon of the next. */
async function availabilityAtNoon(
  db: Db,
  { project_id }: { project_id: number },
): Promise<DeviceAvailability[]> {
  await db.transaction().execute((tx) => refreshSummaries(tx, [project_id], NOON));
  await refreshKeyFigures(db, NOON);
  const { devices } = await db
    .selectFrom("project_kpi_day")
    .select("devices")
    .where("day", "=", DAY)
    .executeTakeFirstOrThrow();
  return devices as unknown as DeviceAvailability[]; // written as such
}

test("zeros in every register, and glitches without power, are communication in each availability figure; a standstill is an outage", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const sound = await scene(db);
  const working = worker(pools);
  const other = (serial: string) =>
    addDevice(db, sound, { asset_type: "solar_inverter", serial, ac_nominal_w: 50_000 });
  const [zeros, glitches, still] = [await other("ZEROS"), await other("GLITCHES"), await other("STILL")];
  await send(
    pools,
    sound,
    day((minutes) => ({ production: truth(minutes), power: POWER })),
  );
  await send(
    pools,
    zeros,
    day(() => ({ production: 0, power: 0 })),
  );
  await send(
    pools,
    glitches,
    day((minutes) => ({ production: Math.floor(truth(minutes) / 5), power: 0 })),
  );
  await send(
    pools,
    still,
    day(
      () => ({ production: truth(240), power: 0 }),
      (minutes) => truth(minutes) - TWO_HOURS,
    ),
  );
  await working.idle();
  const devices = await availabilityAtNoon(db, sound);
  const of = ({ device_id }: { device_id: number }) => devices.filter((one) => one.device_id === device_id);
  for (const broken of [zeros, glitches]) {
    const [one] = of(broken);
    expect(one?.silence).toEqual({ communication: 8, outage: 0, partial: 0, pending: 0 });
    expect(availabilitiesOf(of(broken))).toMatchObject({ technical: 1, reported: 1, energy: 1 });
    expect(one?.lost_wh).toBe(0);
  }
  expect(of(still)[0]?.silence).toEqual({ communication: 0, outage: 0, partial: 0, pending: 0 });
  const [stood] = of(still);
  expect((stood?.rated ?? 0) - (stood?.up ?? 0)).toBe(8);
  expect(availabilitiesOf(of(sound)).technical).toBe(1);
});

test("while the counter has not come back it is not known which, and not an outage", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const sound = await scene(db);
  const working = worker(pools);
  const broken = await addDevice(db, sound, {
    asset_type: "solar_inverter",
    serial: "B",
    ac_nominal_w: 50_000,
  });
  await send(
    pools,
    sound,
    day((minutes) => ({ production: truth(minutes), power: POWER })),
  );
  await send(
    pools,
    broken,
    day(() => ({ production: 0, power: 0 })).filter(({ at }) => at <= SIX + 300 * 60_000),
  );
  await working.idle();
  const devices = await availabilityAtNoon(db, sound);
  const one = devices.find(({ device_id }) => device_id === broken.device_id);
  expect(one?.silence.outage).toBe(0);
  expect(one?.silence.pending).toBeGreaterThan(4);
  expect(one?.up).toBe(one?.rated);
});
