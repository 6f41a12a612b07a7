// Who may do what with applications and their documents, and how they are listed.
import {
  actOnDeviceApplication,
  createDeviceApplication,
  downloadDeviceDocument,
  getDeviceApplication,
  listDeviceApplications,
  removeDeviceDocument,
  saveDeviceApplication,
  uploadDeviceDocument,
  DEVICE_APPLICATION_ORDERS,
  DEVICE_ORDERS,
  DEVICE_TABS,
  listRegisteredDevices,
  type ListedDeviceApplication,
  type ListedRegisteredDevice,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { PDF, PNG } from "../../../../testing/file-kit.ts";
import {
  deviceApi,
  meterOn,
  readyApplication,
  registeredCode,
} from "../../../../testing/registry/device-kit.ts";
import { person } from "../../../../testing/registry/record-kit.ts";

type Kit = Awaited<ReturnType<typeof readyApplication>>;

async function approved(kit: Kit) {
  const { record_uid, act, trader, issuer, mine } = kit;
  expect((await act(record_uid, "submit", trader, { account: mine.account })).body).toMatchObject({
    status: "pending",
  });
  const done = await act(record_uid, "approve", issuer);
  expect(done.body).toMatchObject({ status: "approved" });
  return done.body.device_code as string;
}

test("documents are PDF, JPG or PNG by content and name, of at most 10 MB, and only a draft takes them in or out", async () => {
  const { record_uid, upload, act, api, get, trader, issuer, stranger, other, mine } =
    await readyApplication();
  expect((await upload(record_uid, "photos", "roof.png", PNG)).status).toBe(200);
  expect((await upload(record_uid, "photos", "roof.png", PDF)).body.code).toBe("file.type");
  expect((await upload(record_uid, "photos", "roof.txt", new TextEncoder().encode("hello"))).body.code).toBe(
    "file.type",
  );
  const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]);
  expect((await upload(record_uid, "photos", "large.pdf", large)).body.code).toBe("file.too_large");
  const [first] = (await get(record_uid)).documents;
  const document_uid = first?.document_uid ?? "";
  const download = (token: string, query: object) =>
    api(downloadDeviceDocument, { token, query: { document_uid, ...query } });
  const held = await download(trader.token, { account: mine.account });
  expect(Buffer.from(held.bytes).equals(Buffer.from(PDF))).toBe(true);
  expect((await download(issuer.token, {})).status).toBe(404);
  expect((await download(stranger.token, { account: other.account })).status).toBe(404);
  await act(record_uid, "submit", trader, { account: mine.account });
  expect((await download(issuer.token, {})).status).toBe(200);
  const remove = await api(removeDeviceDocument, {
    token: trader.token,
    query: { account: mine.account, document_uid },
  });
  expect([remove.status, remove.body.code]).toEqual([422, "GEN-422"]);
  expect((await upload(record_uid, "photos", "roof.png", PNG)).body.code).toBe("GEN-422");
});

test("every call refuses the wrong role, and to strangers the record does not exist", async () => {
  const kit = await readyApplication();
  const { record_uid, api, act, get, trader, viewer, stranger, issuer, operator, mine, other, db } = kit;
  const nobody = await person(db);
  const { version } = await get(record_uid);
  const body = { record_uid, action: "submit", expected_version: version, key: randomUUID() };
  const own = { account: mine.account };
  const foreign = { account: other.account };
  const document = { document_uid: (await get(record_uid)).documents[0]?.document_uid ?? "" };
  const upload = { ...own, record_uid, kind: "photos", name: "a.pdf" };
  const draft = { expected_version: version, draft: { fields: {} } };
  const calls = (query: object) =>
    [
      [getDeviceApplication, { query: { ...query, record_uid } }],
      [saveDeviceApplication, { query: { ...query, record_uid }, body: draft }],
      [actOnDeviceApplication, { query, body }],
      [uploadDeviceDocument, { query: { ...upload, ...query }, file: PDF }],
      [downloadDeviceDocument, { query: { ...query, ...document } }],
      [removeDeviceDocument, { query: { ...query, ...document } }],
    ] as const;
  for (const [who, query] of [
    [stranger, foreign],
    [stranger, own],
    [nobody, own],
    [nobody, {}],
    [issuer, {}],
    [operator, {}],
  ] as const) {
    for (const [call, asking] of calls(query)) {
      const asked: object = asking;
      const stripped = "account" in query ? asked : JSON.parse(JSON.stringify(asked));
      if (!("account" in query) && stripped.query !== undefined) delete stripped.query.account;
      const { status } = await api(call, {
        ...stripped,
        ...("file" in asked ? { file: PDF } : {}),
        token: who.token,
      });
      expect([call.name, status]).toEqual([call.name, 404]);
    }
  }
  for (const [call, asking] of calls(own)) {
    const { status } = await api(call, { ...(asking as object), token: viewer.token });
    const reads = call.method === "GET";
    expect([call.name, status]).toEqual([call.name, reads ? 200 : 403]);
  }
  const made = await api(createDeviceApplication, {
    token: viewer.token,
    query: own,
    body: { key: randomUUID() },
  });
  expect([made.status, made.body.code, made.body.message]).toEqual([
    403,
    "GEN-403",
    "Your role does not allow create.",
  ]);
  await act(record_uid, "submit", trader, { account: mine.account });
  const asTrader = await act(record_uid, "approve", trader, { account: mine.account });
  expect([asTrader.status, asTrader.body.code]).toEqual([403, "GEN-403"]);
  expect((await act(record_uid, "approve", operator)).status).toBe(403);
});

test("an issuer decides in the own registry and country, and on nothing that it has a part in", async () => {
  const { record_uid, act, api, trader, issuer, mine, plant, db } = await readyApplication();
  await act(record_uid, "submit", trader, { account: mine.account });
  const items = async (token: string, query: object = {}) =>
    (await api(listDeviceApplications, { token, query: { ...query } })).body;
  expect(await items(issuer.token)).toMatchObject({
    total_items: 1,
    waiting: 1,
    tab_counts: { pending: 1, all: 1 },
  });
  await db
    .updateTable("role_grant")
    .set({ country: "TH" })
    .where("account_id", "=", issuer.account_id)
    .execute();
  expect(await items(issuer.token)).toMatchObject({ total_items: 0, waiting: 0 });
  expect((await act(record_uid, "approve", issuer)).status).toBe(404);
  await db
    .updateTable("role_grant")
    .set({ country: "VN" })
    .where("account_id", "=", issuer.account_id)
    .execute();
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: issuer.account_id, role: "read_only" })
    .execute();
  const refused = await act(record_uid, "approve", issuer);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "AUTH-005",
    "You have a part in this record and cannot decide on it.",
  ]);
});

test("lists count each status, narrow by type, status and words, and turn pages", async () => {
  const kit = await readyApplication();
  const { create, save, api, trader, mine } = kit;
  await create({ type: "grouped" });
  const second = await create();
  await save(second.record_uid, { fields: { device_english_name: "Zebra roof" } } as never);
  const list = async (query: object = {}) =>
    (await api(listDeviceApplications, { token: trader.token, query: { account: mine.account, ...query } }))
      .body;
  const names = async (query: object) =>
    (await list(query)).items.map((one: { application_id: string }) => one.application_id.slice(-1));
  expect(await names({ type: "normal" })).toEqual(["3", "1"]);
  expect(await names({ search: "zebra" })).toEqual(["3"]);
  expect(await names({ order_by: "device_english_name", order_type: "asc", type: "normal" })).toEqual([
    "1",
    "3",
  ]);
  expect(await names({ page: 2, page_size: 1 })).toEqual(["2"]);
  await approved(kit);
  expect(await list({ status: "approved" })).toMatchObject({
    total_items: 1,
    tab_counts: { all: 3, draft: 2, pending: 0, to_resubmit: 0, approved: 1, declined: 0 },
    items: [{ device_unique_id: "D000001", capacity_w: 940_000, status: "approved" }],
  });
});

const typed = (text: string) => (text === "" ? null : text);

test("the list of applications is put in order by each of its columns", async () => {
  const kit = await readyApplication();
  const { create, save, act, api, trader, mine } = kit;
  await create({ type: "grouped" });
  const fields = {
    device_english_name: "Zebra roof",
    capacity: "12.5",
    province: "An Giang",
    location: "VN",
  };
  await save((await create()).record_uid, { fields } as never);
  await act(kit.record_uid, "submit", trader, { account: mine.account });
  const list = async (wanted: object): Promise<ListedDeviceApplication[]> =>
    (await api(listDeviceApplications, { token: trader.token, query: { account: mine.account, ...wanted } }))
      .body.items;
  await expectOrders(DEVICE_APPLICATION_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      application_id: ({ application_id }) => application_id,
      status: ({ status }) => DEVICE_TABS.findIndex((one) => one === status),
      device_english_name: (row) => typed(row.device_english_name),
      device_local_name: (row) => typed(row.device_local_name),
      registry: (row) => typed(row.registry),
      device_type: (row) => row.device_type,
      device_unique_id: (row) => row.device_unique_id,
      fuel_type: (row) => typed(row.fuel_type),
      device_technology: (row) => typed(row.device_technology),
      location: (row) => typed(row.location),
      province: (row) => typed(row.province),
      capacity: ({ capacity_w }) => capacity_w,
      registration_date: ({ registration_date }) => registration_date,
      created_at: ({ created_at }) => created_at,
      next: ({ next }) => next?.until ?? null,
    },
  });
  const [first] = await list({ order_by: "capacity" });
  expect(first).toMatchObject({ device_english_name: "Zebra roof", capacity_w: 12_500_000 });
});

test("registered devices are put in order by each of their columns", async () => {
  const kit = await deviceApi();
  const { db, plant, api, trader, mine } = kit;
  for (let i = 0; i < 2; i += 1) await registeredCode(kit, (await meterOn(db, plant)).device_uid);
  await sql`update registered_device set english_name = 'alpha', capacity_w = 5000, suspended_at = now(), suspended_because = 'x'
    where code = 'D000002'`.execute(db);
  const list = async (wanted: object): Promise<ListedRegisteredDevice[]> =>
    (await api(listRegisteredDevices, { token: trader.token, query: { account: mine.account, ...wanted } }))
      .body.items;
  await expectOrders(DEVICE_ORDERS, list, {
    idOf: ({ device_uid }) => device_uid,
    shown: {
      device_unique_id: (row) => row.device_unique_id,
      device_english_name: (row) => row.device_english_name,
      device_local_name: (row) => row.device_local_name,
      commercial_operation_date: (row) => row.commercial_operation_date,
      registry: ({ registry }) => registry,
      device_type: ({ device_type }) => device_type,
      fuel_type: ({ fuel_type }) => fuel_type,
      device_technology: (row) => row.device_technology,
      location: ({ location }) => location,
      province: ({ province }) => province,
      capacity_w: ({ capacity_w }) => capacity_w,
      members: ({ members }) => members,
      valid_to: ({ valid_to }) => valid_to,
      status: ({ suspended }) => suspended,
    },
  });
});

test("a deleted draft is gone for everybody", async () => {
  const { create, act, api, trader, mine } = await deviceApi();
  const { record_uid } = await create();
  expect((await act(record_uid, "delete", trader, { account: mine.account })).body.status).toBe("deleted");
  const { status } = await api(getDeviceApplication, {
    token: trader.token,
    query: { account: mine.account, record_uid },
  });
  expect(status).toBe(404);
});
