import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth } from "../../../../testing/registry/issuance-kit.ts";

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
