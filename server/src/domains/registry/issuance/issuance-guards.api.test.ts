// Each guard of a request, over the calls: what it says on the page, and that a submission is refused by its code.
import { addDays, localDay } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import {
  boundInverter,
  lastMonth,
  meterDays,
  meteredMonth,
} from "../../../../testing/registry/issuance-kit.ts";

type Desk = Awaited<ReturnType<typeof issuanceDesk>>;

/** The messages of the code that the submission of the period is refused by. */
async function refusedBy(desk: Desk, code: string, period: object): Promise<string[]> {
  const { record_uid } = await desk.begin(period);
  const sent = await desk.act(record_uid, "submit");
  expect(sent.status).toBe(422);
  const errors: { code: string; message: string }[] = sent.body.errors;
  return errors.filter((one) => one.code === code).map(({ message }) => message);
}

test("ISS-001, ISS-002, ISS-004, ISS-005: a period is over, of one year, after the registration and before its deadline", async () => {
  const desk = await issuanceDesk();
  const { from_day } = await meteredMonth(desk.db, desk.plant, 3_000_000);
  const today = localDay("Asia/Ho_Chi_Minh", Date.now());
  expect(await refusedBy(desk, "ISS-001", { from_day, to_day: today })).toEqual([
    "The period must be whole days, start before end and end before today (Asia/Ho_Chi_Minh).",
  ]);
  const years = await refusedBy(desk, "ISS-002", { from_day: "2024-12-01", to_day: "2025-01-31" });
  expect(years.join()).toContain("The period must lie in one calendar year.");
  expect(await refusedBy(desk, "ISS-004", { from_day: "2023-12-01", to_day: "2023-12-31" })).toEqual([
    "Generation before the registration date 2024-01-01 cannot be certified.",
  ]);
  const late = await refusedBy(desk, "ISS-005", { from_day: "2024-02-01", to_day: "2024-02-29" });
  expect(late.join()).toMatch(/^The deadline for .* was 2025-05-31\.$/);
});

test("ISS-010, ISS-014: less than a certificate is none, and days that are not settled are named", async () => {
  const desk = await issuanceDesk();
  const month = await meteredMonth(desk.db, desk.plant, 1000);
  expect((await refusedBy(desk, "ISS-010", month)).join()).toMatch(
    /^At least 1 MWh is needed; the balance including carry-over is .* kWh\.$/,
  );
  const open = await issuanceDesk();
  const { from_day, to_day } = lastMonth();
  await meterDays(open.db, open.plant, { [from_day]: 3_000_000 });
  const unsettled = await refusedBy(open, "ISS-014", { from_day, to_day: addDays(from_day, 1) });
  expect(unsettled.join()).toMatch(/days? (is|are) not settled: /);
  expect(to_day > from_day).toBe(true);
});

test("ISS-009: a meter and inverters that differ by more than 10 % need evidence", async () => {
  const desk = await issuanceDesk();
  const month = await meteredMonth(desk.db, desk.plant, 3_000_000);
  await meteredMonth(desk.db, await boundInverter(desk.db, desk.plant), 3_600_000);
  expect((await refusedBy(desk, "ISS-009", month)).join()).toMatch(/^Meter and inverter differ by \d+/);
});

test("ISS-007: wind may give its rating day and night, a solar plant only while the sun is up", async () => {
  const wind = await issuanceDesk({ fuel: ["ES200", "TC210"] });
  const month = await meteredMonth(wind.db, wind.plant, 20_000_000);
  const { record_uid } = await wind.begin(month);
  expect((await wind.act(record_uid, "submit")).status).toBe(200);
  const { days } = await wind.read(record_uid);
  expect(new Set(days.map(({ maximum_wh }: { maximum_wh: number }) => maximum_wh))).toEqual(
    new Set([24_000_000]),
  );
  const solar = await issuanceDesk();
  const sunny = await meteredMonth(solar.db, solar.plant, 20_000_000);
  expect((await refusedBy(solar, "ISS-007", sunny)).join()).toMatch(
    /^\d+\.000 MWh is above the physical maximum of \d+\.\d+ MWh for this period\.$/,
  );
});

test("R9, ISS-007: a gateway's birth that states a greater rating does not raise the maximum, also once an issuer has let the binding count again", async () => {
  const { db, plant, begin, act, read } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 20_000_000));
  const maxima = async () =>
    (await read(record_uid)).days.map(({ maximum_wh }: { maximum_wh: number }) => maximum_wh);
  const before = await maxima();
  await sql`update device set ac_nominal_w = 90000000, dc_capacity_wp = 99000000 where device_id = ${plant.device_id}`.execute(
    db,
  );
  await sql`update project set capacity_wp = 99000000 where project_id = ${plant.project_id}`.execute(db);
  await sql`update gateway set capacity_wp = 99000000 where gateway_id = ${plant.gateway_id}`.execute(db);
  await sql`update unit_binding set suspended_at = null, suspended_because = null`.execute(db);
  expect(await maxima()).toEqual(before);
  const sent = await act(record_uid, "submit");
  expect([sent.status, sent.body.code]).toEqual([422, "ISS-007"]);
});

test("ISS-011: nothing is certified after a registration has ended", async () => {
  const desk = await issuanceDesk();
  const month = await meteredMonth(desk.db, desk.plant, 3_000_000);
  const until = addDays(month.from_day, 10);
  await sql`update registered_device set valid = daterange(lower(valid), ${until}::date)`.execute(desk.db);
  expect(await refusedBy(desk, "ISS-011", month)).toEqual([
    `Registration of this device ended on ${addDays(until, -1)}.`,
  ]);
});

test("ISS-012, ISS-016: GEC takes no self-consumed electricity, and I-REC none of China after 2024", async () => {
  const gec = await issuanceDesk({ registry: "GEC", country: "CN" });
  expect(await refusedBy(gec, "ISS-012", await meteredMonth(gec.db, gec.plant, 3_000_000))).toEqual([
    "Self-consumed electricity cannot be certified under GEC.",
  ]);
  const irec = await issuanceDesk({ country: "CN" });
  expect(await refusedBy(irec, "ISS-016", await meteredMonth(irec.db, irec.plant, 3_000_000))).toEqual([
    "I-REC covers production in China only up to 2024-12-31.",
  ]);
});
