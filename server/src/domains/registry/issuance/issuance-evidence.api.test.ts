import {
  addDays,
  commandIssuance,
  daysBetween,
  listIssuances,
  type IssuanceListItem,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import {
  boundPoint,
  generationAccounts,
  lastMonth,
  meterDays,
  meteredMonth,
  registeredPlant,
  risingQuarters,
} from "../../../../testing/registry/issuance-kit.ts";
import { company, issuerOf, memberOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

test("R9, ISS-017: declared energy is booked as declared, and one issuer alone does not approve it", async () => {
  const { db, plant, begin, act, api, declare } = await issuanceDesk();
  const month = lastMonth();
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  await meterDays(db, plant, Object.fromEntries(days.map((day, i) => [day, i === 4 ? null : 3_000_000])));
  const { record_uid } = await begin(month);
  const wrong = await declare(record_uid, { "2020-01-01": 5 });
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    422,
    "ISS-018",
    "Line 1 of the file is not a day of the period and its kWh, once.",
  ]);
  expect((await declare(record_uid, { [days[4] ?? ""]: 2_500_500 })).status).toBe(200);
  expect((await act(record_uid, "submit")).status).toBe(200);
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 2_500_500 }]);
  const alone = await act(record_uid, "approve", {}, "issuer");
  expect([alone.status, alone.body.code, alone.body.message]).toEqual([
    422,
    "ISS-017",
    "Declared energy needs the approval of two issuers.",
  ]);
  expect((await act(record_uid, "approve_declared", {}, "issuer")).body).toMatchObject({
    needs_second_person: true,
  });
  expect(await db.selectFrom("certificate_batch").select("batch_id").execute()).toEqual([]);
  const other = await issuerOf(db);
  const row = await db.selectFrom("issuance").select("version").executeTakeFirstOrThrow();
  const done = await api(commandIssuance, {
    token: other.token,
    query: {},
    body: recordCommandOf({ record_uid, ...row }, "approve_declared"),
  });
  expect(done.body).toMatchObject({ status: "approved", needs_second_person: false });
});

test("R4, ISS-013: readings that equal another meter's may be submitted and are approved once an issuer accepts it", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const twin = await registeredPlant(db);
  for (const one of [plant, twin]) await risingQuarters(db, one, month.from_day);
  const first = await begin(month);
  await meteredMonth(db, twin, 3_000_000);
  const { record_uid } = await begin(month, twin, (await memberOf(db, twin)).token);
  expect(first.record_uid).not.toBe(record_uid);
  // The second to be looked at, whichever: here the first one's draft, submitted after the twin was seen.
  expect((await act(first.record_uid, "submit")).status).toBe(200);
  await act(first.record_uid, "take", {}, "issuer");
  const refused = await act(first.record_uid, "approve", {}, "issuer");
  expect([refused.body.code, refused.body.message]).toEqual([
    "ISS-013",
    "These readings equal those of another meter.",
  ]);
  const accept = { code: "ISS-013", reason: "Checked on site: two meters in series." };
  expect((await act(first.record_uid, "accept_check", accept, "issuer")).status).toBe(200);
  expect((await act(first.record_uid, "approve", {}, "issuer")).status).toBe(200);
});

test("R4, ISS-013: a meter of a plant that was never registered is found, whatever its counter, its serial and the project it stands in", async () => {
  const { db, plant, begin, act, read, issuer } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  // Replayed in another project, an hour later, as export instead of production; the day's energy is the same.
  const replay = await scene(db);
  const wh = Array.from({ length: 48 }, (_, i) => 40_000 + i * 900.25);
  const total = wh.reduce((sum, one) => sum + one, 0);
  const quarters = (project_id: number, device_id: number, register: string, later_ms: number) =>
    db
      .insertInto("energy_quarter")
      .values(
        wh.map((rise, i) => ({
          project_id,
          device_id,
          bin_utc: new Date(Date.parse(`${month.from_day}T00:00:00Z`) + i * 900_000 + later_ms),
          [`${register}_wh`]: rise,
        })),
      )
      .execute();
  await quarters(plant.project_id, plant.device_id, "production", 0);
  await quarters(replay.project_id, replay.device_id, "export", 3_600_000);
  await meterDays(db, plant, { [month.from_day]: total });
  const values = { export_wh: total, n: 288, covered_s: 43_200, expected_s: 43_200, closing: "{}" };
  const { project_id, device_id } = replay;
  await db
    .insertInto("energy_day")
    .values({ project_id, device_id, day: month.from_day, ...values })
    .execute();
  const { record_uid } = await begin(month);
  expect((await act(record_uid, "submit")).status).toBe(200);
  const { checks } = await read(record_uid, issuer.token, {});
  expect(checks.find(({ code }: { code: string }) => code === "ISS-013")).toMatchObject({
    outcome: "decide",
    params: { dates: month.from_day },
  });
  await act(record_uid, "take", {}, "issuer");
  expect((await act(record_uid, "approve", {}, "issuer")).body.code).toBe("ISS-013");
});

test("R4: a copy that is read into the portal after the request was submitted is found before it is approved", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const wh = Array.from({ length: 48 }, (_, i) => 40_000 + i * 900.25);
  const total = wh.reduce((sum, one) => sum + one, 0);
  const read = async ({ project_id, device_id }: { project_id: number; device_id: number }) => {
    const at = (i: number) => new Date(Date.parse(`${month.from_day}T00:00:00Z`) + i * 900_000);
    await db
      .insertInto("energy_quarter")
      .values(wh.map((production_wh, i) => ({ project_id, device_id, bin_utc: at(i), production_wh })))
      .execute();
    await meterDays(db, { project_id, device_id }, { [month.from_day]: total });
  };
  await read(plant);
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  await act(record_uid, "take", {}, "issuer");
  await read(await scene(db));
  expect((await act(record_uid, "approve", {}, "issuer")).body.code).toBe("ISS-013");
  // The refusal is no dead end: the check is there to be accepted.
  const accept = { code: "ISS-013", reason: "Both meters measure one busbar." };
  expect((await act(record_uid, "accept_check", accept, "issuer")).status).toBe(200);
  expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
});

test("R32: carry goes from month to month of a year and into the next batch, and what each batch is made of is whole", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_010_000);
  const half = addDays(month.from_day, 14);
  const first = await begin({ from_day: month.from_day, to_day: half });
  const second = await begin({ from_day: addDays(half, 1), to_day: month.to_day });
  for (const { record_uid } of [first, second]) {
    expect((await act(record_uid, "submit")).status).toBe(200);
    expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  }
  const counted = daysBetween(month.from_day, month.to_day).length * 3_010_000;
  const batches = await db
    .selectFrom("certificate_batch")
    .select(["code", "quantity"])
    .orderBy("batch_id")
    .execute();
  expect(batches.map(({ quantity }) => quantity)).toEqual([45, Math.floor(counted / 1e6) - 45]);
  expect(batches.map(({ code }) => code.slice(-4))).toEqual(["0001", "0002"]);
  expect(await generationAccounts(db)).toMatchObject([
    { metered_wh: counted, carry_wh: counted % 1_000_000 },
  ]);
});

test("a shorter period makes a second draft of the rest, and each says what it would make", async () => {
  const { db, plant, begin, act, read, api, trader, of } = await issuanceDesk();
  const month = lastMonth();
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  await meterDays(db, plant, Object.fromEntries(days.map((day, i) => [day, i === 20 ? null : 3_000_000])));
  const { record_uid } = await begin(month);
  const { shorter } = await read(record_uid);
  expect(shorter).toMatchObject({
    to_day: days[19],
    quantity: 60,
    rest_from_day: days[21],
    rest_quantity: (days.length - 22) * 3,
  });
  const { to_day, rest_from_day } = shorter ?? {};
  expect((await act(record_uid, "set_period", { to_day, rest_from_day })).status).toBe(200);
  const { body } = await api(listIssuances, { token: trader.token, query: of });
  expect(
    body.items.map(({ from_day, to_day: end, quantity }: IssuanceListItem) => [from_day, end, quantity]),
  ).toEqual([
    [days[21], month.to_day, (days.length - 22) * 3],
    [month.from_day, days[19], 60],
  ]);
  expect(body.ready).toMatchObject({ drafts: 2, quantity: 60 + (days.length - 22) * 3 });
  expect(body.counts).toMatchObject({ all: 2, draft: 2, in_progress: 0 });
});

test("GEN-404, GEN-403: another account, an issuer of another registry and a draft's issuer find nothing; a viewer changes nothing", async () => {
  const { db, plant, begin, api, read, act, issuer, of } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  const other = await company(db, "Another");
  const stranger = await memberOf(db, other);
  const viewer = await memberOf(db, plant, "viewer");
  const tigr = await issuerOf(db, "TIGR");
  expect(await read(record_uid, stranger.token, { account: other.account })).toMatchObject({
    code: "GEN-404",
  });
  expect(await read(record_uid, stranger.token)).toMatchObject({ code: "GEN-404" });
  expect(await read(record_uid, issuer.token, {})).toMatchObject({ code: "GEN-404" });
  expect(await read(record_uid, viewer.token)).toMatchObject({
    status: "draft",
    actions: [],
    project_uid: null,
  });
  const body = recordCommandOf({ record_uid, version: 1 }, "submit");
  expect((await api(commandIssuance, { token: viewer.token, query: of, body })).body.code).toBe("GEN-403");
  await act(record_uid, "submit");
  expect(await read(record_uid, issuer.token, {})).toMatchObject({
    status: "pending",
    actions: ["take", "refer", "approve", "approve_declared", "reject"],
  });
  expect(await read(record_uid, tigr.token, {})).toMatchObject({ code: "GEN-404" });
  expect((await api(listIssuances, { token: tigr.token, query: {} })).body.items).toEqual([]);
  expect((await api(listIssuances, { token: issuer.token, query: {} })).body).toMatchObject({
    total_items: 1,
    waiting: 1,
  });
});

test("R14: what a demonstration plant makes begins with DEMO-", async () => {
  const { db, plant, begin, act } = await issuanceDesk({ demonstration: true });
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  const batch = await db
    .selectFrom("certificate_batch")
    .select(["code", "demonstration"])
    .executeTakeFirstOrThrow();
  expect([batch.code.startsWith("DEMO-IREC-VN-"), batch.demonstration]).toEqual([true, true]);
});

/** What a plant with every kind of point counts in a month under the registry. */
async function countedUnder(registry: "IREC" | "GEC") {
  const country = registry === "GEC" ? "CN" : "VN";
  const { db, plant, begin, read } = await issuanceDesk({ registry, country });
  const month = await meteredMonth(db, plant, 3_000_000);
  await meteredMonth(db, await boundPoint(db, plant, "check"), 2_990_000);
  await meteredMonth(db, await boundPoint(db, plant, "inverter"), 3_050_000);
  const grid = await boundPoint(db, plant, "export");
  // The battery exported on the first day what it had taken from the grid in the night.
  await meteredMonth(db, grid, 1_200_000, "export");
  await meterDays(db, grid, { [month.from_day]: 4_000_000 }, "export");
  await meteredMonth(db, await boundPoint(db, plant, "supply"), 10_000, "import");
  const { balance, meters, checks } = await read((await begin(month)).record_uid);
  const failed = checks.filter(({ outcome }: { outcome: string }) => outcome === "failed");
  expect(failed).toEqual([]);
  return { wh: balance.counted_wh, days: daysBetween(month.from_day, month.to_day).length, meters };
}
test("R3: of a plant with main, check and export meter and inverters I-REC counts the main meter's production, GEC its export and no more than that", async () => {
  const irec = await countedUnder("IREC");
  expect(irec.wh).toBe(irec.days * 2_990_000);
  expect(irec.meters).toMatchObject([
    { role: "main", parts: ["counts"] },
    { role: "supply", parts: ["taken_off"] },
  ]);
  const gec = await countedUnder("GEC");
  expect(gec.wh).toBe((gec.days - 1) * 1_190_000 + 2_990_000);
  expect(gec.meters).toMatchObject([
    { role: "export", parts: ["counts"] },
    { role: "main", parts: ["limits"] },
    { role: "supply", parts: ["taken_off"] },
  ]);
});

test("a day on which the meter of export said nothing has no energy under GEC, whatever was generated", async () => {
  const { db, plant, begin, read } = await issuanceDesk({ registry: "GEC", country: "CN" });
  const month = await meteredMonth(db, plant, 3_000_000);
  const grid = await boundPoint(db, plant, "export");
  await meteredMonth(db, grid, 1_200_000, "export");
  await db
    .updateTable("energy_day")
    .set({ export_wh: null })
    .where("device_id", "=", grid.device_id)
    .where("day", "=", month.from_day)
    .execute();
  const { record_uid } = await begin(month);
  const { days, checks } = await read(record_uid);
  expect(days[0]).toMatchObject({ wh: null, meter_wh: 3_000_000, exported_wh: null, source: "none" });
  expect(days[1]).toMatchObject({ wh: 1_200_000, meter_wh: 3_000_000, exported_wh: 1_200_000 });
  expect(checks.find(({ code }: { code: string }) => code === "ISS-008")).toMatchObject({
    outcome: "failed",
  });
});
