// Groups of devices.
import {
  changeGroup,
  getRegisteredDevice,
  listDeviceProjects,
  listRegisteredDevices,
  localDay,
  nextMonthStart,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../testing/registry/device-calls.ts";
import {
  deviceApi,
  deviceUidOf,
  meterOn,
  onDevice,
  registeredCode,
} from "../../../../testing/registry/device-kit.ts";

/** Three devices of 0.94 MW, and an application for a group of the first two. */
async function group() {
  const kit = await deviceApi();
  const { db, plant, create, save, upload } = kit;
  const codes = [];
  for (let i = 0; i < 3; i += 1) codes.push(await registeredCode(kit, (await meterOn(db, plant)).device_uid));
  expect(codes).toEqual(["D000001", "D000002", "D000003"]);
  const uids = [];
  for (const code of codes) uids.push(await deviceUidOf(kit, code));
  const { record_uid } = await create({ type: "grouped" });
  const fields = {
    ...soundDraft("", "").fields,
    project_uid: "",
    device_english_name: "Rice roofs",
    device_local_name: "Các mái nhà",
  };
  const members = (all: string[]) => save(record_uid, { fields, meters: [], members: all });
  await upload(record_uid, "registration_form");
  await upload(record_uid, "owner_declaration");
  return { kit, uids, record_uid, members };
}

test("a group is registered from the next month on, its members' units count for it from then, and no longer for themselves (R1)", async () => {
  const { kit, uids, record_uid, members } = await group();
  const { act, trader, issuer, mine, db, api, get } = kit;
  const submit = () => act(record_uid, "submit", trader, { account: mine.account });
  await members(uids.slice(0, 1));
  expect((await submit()).body).toMatchObject({
    code: "GRP-001",
    message: "A group needs at least 2 devices.",
  });
  await db
    .updateTable("registered_device")
    .set({ province: "Tây Ninh" })
    .where("code", "=", "D000002")
    .execute();
  await members(uids.slice(0, 2));
  expect((await submit()).body).toMatchObject({
    code: "GRP-002",
    message: "All devices in a group must share province.",
  });
  await db.updateTable("registered_device").set({ province: "Cần Thơ" }).execute();
  await db
    .updateTable("registered_device")
    .set({ capacity_w: 1_000_001 })
    .where("code", "=", "D000002")
    .execute();
  expect((await submit()).body).toMatchObject({
    code: "GRP-003",
    message: "A device of a group may have 1 MW at most, and the group 5 MWp.",
  });
  await db.updateTable("registered_device").set({ capacity_w: 940_000 }).execute();
  expect((await submit()).body.status).toBe("pending");
  expect((await act(record_uid, "approve", issuer)).body).toMatchObject({ device_code: "D000004" });

  const from = nextMonthStart(localDay("Asia/Ho_Chi_Minh", Date.now()));
  const { rows } = await sql<{ code: string; whole: boolean }>`
    select r.code, upper(u.valid) = ${from}::date as whole from device_unit u join registered_device r using (registered_device_id)
    order by r.code, lower(u.valid)`.execute(db);
  expect(rows).toEqual([
    { code: "D000001", whole: true },
    { code: "D000002", whole: true },
    { code: "D000003", whole: false },
    { code: "D000004", whole: false },
    { code: "D000004", whole: false },
  ]);
  const device_uid = (await get(record_uid)).device?.device_uid ?? "";
  const query = { account: mine.account, device_uid };
  const { body } = await api(getRegisteredDevice, { token: trader.token, query });
  const sum = { capacity_w: 1_880_000, members: 2 };
  expect(body).toMatchObject({ device_type: "grouped", ...sum, actions: ["change_members"] });
  expect(body.timeline).toMatchObject([{ action: "register", role: "issuer" }]);
  expect(body.group_members.map(({ code, until }: { code: string; until: null }) => [code, until])).toEqual([
    ["D000001", null],
    ["D000002", null],
  ]);
  const groups = await api(listRegisteredDevices, {
    token: trader.token,
    query: { account: mine.account, type: "grouped" },
  });
  expect(groups.body.items).toMatchObject([{ device_unique_id: "D000004", members: 2 }]);
});

test("members change from a future month on, and the history of whose units they were is kept", async () => {
  const { kit, uids, record_uid, members } = await group();
  const { act, trader, issuer, mine, db, api, get } = kit;
  await members(uids.slice(0, 2));
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "approve", issuer);
  const device_uid = (await get(record_uid)).device?.device_uid ?? "";
  const from = nextMonthStart(localDay("Asia/Ho_Chi_Minh", Date.now()));
  const change = async (asked: object, token = trader.token) =>
    api(changeGroup, {
      token,
      query: { account: mine.account },
      body: { ...(await onDevice(db, device_uid)), from, ...asked },
    });
  expect((await change({ from: localDay("UTC", Date.now()), add: [uids[2]] })).body).toMatchObject({
    code: "GRP-006",
    message: "Members change with the beginning of a future month.",
  });
  expect((await change({ remove: [uids[0]] })).body.code).toBe("GRP-001");
  expect((await change({ add: [uids[2]] }, kit.viewer.token)).status).toBe(403);
  const later = nextMonthStart(from);
  expect((await change({ from: later, add: [uids[2]], remove: [uids[0]] })).status).toBe(200);
  const units = await sql<{ code: string; from: string; until: string }>`
    select r.code, lower(u.valid)::text as from, upper(u.valid)::text as until from device_unit u join registered_device r using (registered_device_id)
      join generating_unit g using (unit_id)
    where u.unit_id in (select unit_id from device_unit join registered_device d using (registered_device_id) where d.code = 'D000001')
    order by lower(u.valid)`.execute(db);
  expect(units.rows.map((one) => [one.code, one.from])).toEqual([
    ["D000001", localDay("Asia/Ho_Chi_Minh", Date.now())],
    ["D000004", from],
    ["D000001", later],
  ]);
});

test("GRP-004: a device of another group belongs to no new one", async () => {
  const { kit, uids, record_uid, members } = await group();
  const { act, create, save, upload, trader, issuer, mine, get } = kit;
  await members(uids.slice(0, 2));
  await act(record_uid, "submit", trader, { account: mine.account });
  await act(record_uid, "approve", issuer);
  const second = await create({ type: "grouped" });
  const { fields } = (await get(record_uid)).draft;
  await save(second.record_uid, { fields, meters: [], members: uids.slice(1) });
  await upload(second.record_uid, "registration_form");
  await upload(second.record_uid, "owner_declaration");
  const refused = await act(second.record_uid, "submit", trader, { account: mine.account });
  expect(refused.body).toMatchObject({ code: "GRP-004", message: "D000002 already belongs to D000004." });
});

test("projects that can be chosen are those that the person has a role on", async () => {
  const { api, trader, manager, mine, plant } = await deviceApi();
  const names = async (token: string) =>
    (await api(listDeviceProjects, { token, query: { account: mine.account } })).body.items;
  expect(await names(trader.token)).toMatchObject([{ project_uid: plant.project_uid, is_owner: true }]);
  expect(await names(manager.token)).toEqual([]);
});
