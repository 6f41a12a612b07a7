import { listIssuances } from "@heliograph/contract";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { boundInverter, meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { proposeDrafts } from "./issuance.jobs.ts";

test("ORD-007: a request for a device that is suspended is not submitted, and says why the device is", async () => {
  const { db, plant, begin, act, read } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_020_000));
  const { device } = await read(record_uid);
  const reason = "The meter's seal is broken";
  await db
    .updateTable("registered_device")
    .set({ suspended_at: new Date(), suspended_because: reason })
    .execute();
  const message = `Certificates of ${device.name} are blocked: ${reason}.`;
  expect(await act(record_uid, "submit")).toMatchObject({
    status: 422,
    body: {
      code: "ORD-007",
      message,
      errors: [{ code: "ORD-007", message, params: { device: device.name, reason } }],
    },
  });
  expect(await read(record_uid)).toMatchObject({ status: "draft" });
});

test("R10, ORD-007: a gateway's birth that states another rating stops what is not issued yet until an issuer has looked", async () => {
  const { db, plant, begin, act, read, api, trader, of } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_020_000));
  const drafts = async () => (await api(listIssuances, { token: trader.token, query: of })).body;
  expect((await drafts()).ready.drafts).toBe(1);
  await db
    .updateTable("device")
    .set({ ac_nominal_w: 777_000 })
    .where("device_id", "=", plant.device_id)
    .execute();
  const reason = "Kind, rating or serial of the device was changed";
  const page = await read(record_uid);
  expect(page.suspended_because).toBe(reason);
  // The readings are there: what stops it is that nobody has looked.
  expect(page.days.every(({ wh }: { wh: number | null }) => wh === 3_020_000)).toBe(true);
  const sent = await act(record_uid, "submit");
  expect([sent.status, sent.body.code, sent.body.errors[0].params.reason]).toEqual([422, "ORD-007", reason]);
  const listed = await drafts();
  expect([listed.ready.drafts, listed.items[0].failed]).toEqual([0, ["ORD-007"]]);
});

test("R10: no draft is proposed while nobody has looked at a changed meter, and the month is made up afterwards", async () => {
  const { db, plant } = await issuanceDesk();
  await meteredMonth(db, plant, 3_020_000);
  await db
    .updateTable("device")
    .set({ serial: "Another" })
    .where("device_id", "=", plant.device_id)
    .execute();
  expect(await proposeDrafts(db, Date.now())).toBe(0);
  await db.updateTable("unit_binding").set({ suspended_at: null, suspended_because: null }).execute();
  // Months without a draft are tried again after some hours.
  await db
    .updateTable("statement_run")
    .set({ tried_at: new Date(0) })
    .execute();
  expect(await proposeDrafts(db, Date.now())).toBe(1);
});

test("R10: an inverter behind the meter that counts may be changed: the meter's energy is issued", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_020_000));
  const { device_id } = await boundInverter(db, plant);
  await db.updateTable("device").set({ ac_nominal_w: 1 }).where("device_id", "=", device_id).execute();
  expect((await act(record_uid, "submit")).status).toBe(200);
});
