// From when on a group counts, and what its devices may not have of their own for that time (GRP-005).
import { addDays, localDay, nextMonthStart, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PDF } from "../../../../testing/file-kit.ts";
import { callsOf, soundDraft } from "../../../../testing/registry/device-calls.ts";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth, registeredPlant } from "../../../../testing/registry/issuance-kit.ts";

/** A group of two plants that was submitted in the month before the last and is still in review; the first plant's meter counted all of last month. */
async function inReview() {
  const desk = await issuanceDesk();
  const { db, api, plant, trader, issuer, of } = desk;
  const other = await registeredPlant(db, { own: plant });
  const { create, save, upload, act } = callsOf({ api, mine: of, trader, pdf: PDF });
  const { record_uid } = await create({ type: "grouped" });
  const { fields } = soundDraft("", "");
  const members = [plant.device_uid, other.device_uid];
  await save(record_uid, { fields: { ...fields, project_uid: "" }, meters: [], members });
  await upload(record_uid, "registration_form");
  await upload(record_uid, "owner_declaration");
  const sent = await act(record_uid, "submit", trader, of);
  expect(sent.body).toMatchObject({ status: "pending" });
  const month = await meteredMonth(db, plant, 3_020_000);
  // Time goes by: the issuer has not come to it for a month.
  const submitted: Day = addDays(month.from_day, -3);
  await sql`update device_application set registration_date = ${submitted} where record_uid = ${record_uid}`.execute(
    db,
  );
  const approve = () => act(record_uid, "approve", issuer);
  return { ...desk, other, month, approve };
}

const REFUSED = (code: string) => ({
  code: "GRP-005",
  message: `${code} has certificates of its own for this period.`,
  params: { device: code },
});

test("a group counts from the month after it was first submitted, however long its review takes", async () => {
  const { db, plant, month, approve } = await inReview();
  expect((await approve()).body.status).toBe("approved");
  const { rows } = await sql<{ code: string; from: string }>`
    select r.code, lower(u.valid)::text as from from device_unit u join registered_device r using (registered_device_id)
    where u.unit_id = ${plant.unit_id} order by lower(u.valid)`.execute(db);
  expect(rows.map(({ code, from }) => [code === plant.code, from])).toEqual([
    [true, "2020-01-01"],
    [false, month.from_day],
  ]);
});

test("GRP-005: a device with a request of its own for days on which it would be in the group belongs to none, until that is withdrawn", async () => {
  const { plant, month, approve, begin, act } = await inReview();
  const { record_uid } = await begin(month);
  expect((await act(record_uid, "submit")).body.status).toBe("pending");
  const refused = await approve();
  expect([refused.status, refused.body.errors]).toEqual([422, [REFUSED(plant.code)]]);
  expect((await act(record_uid, "withdraw")).body.status).toBe("withdrawn");
  expect((await approve()).body.status).toBe("approved");
});

test("GRP-005: neither does one with certificates of its own for them", async () => {
  const { plant, month, approve, begin, act } = await inReview();
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  expect((await act(record_uid, "approve", {}, "issuer")).body.status).toBe("approved");
  expect((await approve()).body.errors).toEqual([REFUSED(plant.code)]);
});

test("what a device has of its own for the time before the group begins does not matter", async () => {
  const { db, month, approve, begin, act } = await inReview();
  const { record_uid } = await begin(month);
  await act(record_uid, "submit");
  const today = localDay("Asia/Ho_Chi_Minh", Date.now());
  await sql`update device_application set registration_date = ${today}`.execute(db);
  expect((await approve()).body.status).toBe("approved");
  const { rows } = await sql<{
    from: string;
  }>`select lower(valid)::text as from from device_group_member`.execute(db);
  expect(new Set(rows.map(({ from }) => from))).toEqual(new Set([nextMonthStart(today)]));
});
