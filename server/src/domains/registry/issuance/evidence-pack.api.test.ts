import { createHash } from "node:crypto";
import { downloadEvidencePack } from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meterDays, meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { KPI_VERSION } from "../../kpi/index.ts";

/** What the key figures and the energy ledger say of a day of the plant. */
async function keyFigures(
  db: Db,
  plant: { project_id: number; device_id: number; gateway_id: number },
  day: string,
): Promise<void> {
  const { project_id, device_id, gateway_id } = plant;
  await db
    .insertInto("project_kpi_day")
    .values({
      project_id,
      day: day,
      version: KPI_VERSION,
      outdated: false,
      insolation_wh_m2: 5120,
      expected_wh: 3_100_000,
      devices: JSON.stringify([
        {
          device_id,
          gateway_id,
          weight: 1,
          rated: 40,
          up: 38,
          pending: 0,
          measured: 40,
          measured_up: 38,
          silence: {},
          energy_wh: 1,
          lost_wh: 0,
        },
      ]),
    })
    .execute();
  await db
    .insertInto("ledger_event")
    .values({
      project_id,
      device_id,
      kind: "glitch",
      quantity: "production",
      at: new Date(`${day}T05:00:00Z`),
    })
    .execute();
}

test("an issuer downloads the evidence as it was submitted: each day with what is counted, availability, insolation, expected energy and what the ledger noted, and its hash is on the page", async () => {
  const { db, plant, begin, act, read, api, issuer, declare } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  await keyFigures(db, plant, month.from_day);
  const { record_uid } = await begin(month);
  await declare(record_uid, { [month.from_day]: 1 });
  await act(record_uid, "submit");
  // What is read later changes nothing of what was submitted.
  await meterDays(db, plant, { [month.from_day]: 9_000_000 });
  const pack = (format: string) =>
    api(downloadEvidencePack, { token: issuer.token, query: { record_uid, format } });
  const json = await pack("json");
  const page = await read(record_uid, issuer.token, {});
  expect(createHash("sha256").update(json.bytes).digest("hex")).toBe(page.pack_sha256);
  const said = JSON.parse(Buffer.from(json.bytes).toString());
  expect(said).toMatchObject({
    request: page.number,
    device: plant.code,
    statement: { version: String(page.statement.version), sha256: page.statement.hash },
    documents: [{ name: "meter.csv", days: [month.from_day] }],
  });
  expect(said.days).toHaveLength(page.days.length);
  expect(said.days[0]).toEqual({
    day: month.from_day,
    counted_wh: "3000000",
    meter_wh: "3000000",
    inverter_wh: "",
    exported_wh: "",
    supply_wh: "",
    maximum_wh: expect.stringMatching(/^\d+$/),
    source: "meter",
    class: "A",
    complete_permille: "1000",
    availability_permille: "950",
    insolation_wh_m2: "5120",
    expected_wh: "3100000",
    flags: ["glitch"],
  });
  const table = Buffer.from((await pack("csv")).bytes).toString();
  expect(table).toContain(`pack_sha256,${page.pack_sha256}`);
  expect(table.split("\r\n")[1]).toContain(`${month.from_day},3000000,3000000`);
});

test("the evidence of a draft follows its readings, and is there for its own account alone", async () => {
  const { db, plant, begin, read, api, trader, issuer, of } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  expect((await read(record_uid)).pack_sha256).toBeNull();
  await meterDays(db, plant, { [month.from_day]: 4_000_000 });
  const asked = (token: string, query: object) =>
    api(downloadEvidencePack, { token, query: { ...query, record_uid } });
  const own = await asked(trader.token, of);
  expect(JSON.parse(Buffer.from(own.bytes).toString()).days[0].counted_wh).toBe("4000000");
  expect((await asked(issuer.token, {})).status).toBe(404);
  const stranger = await company(db, "Another");
  const other = await memberOf(db, stranger);
  expect((await asked(other.token, { account: stranger.account })).status).toBe(404);
});
