// Folders of applications.
import {
  actOnFolder,
  createDeviceFolder,
  DEVICE_FOLDER_ORDERS,
  DEVICE_LIMITS,
  getDeviceApplication,
  getDeviceFolder,
  listDeviceFolders,
  moveToFolder,
  removeDeviceFolder,
  renameDeviceFolder,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { soundDraft } from "../../../../testing/registry/device-calls.ts";
import {
  deviceUidOf,
  meterOn,
  readyApplication,
  registeredCode,
} from "../../../../testing/registry/device-kit.ts";

test("a folder's status follows from what it holds, and an action says what became of each child", async () => {
  const kit = await readyApplication();
  const { api, create, trader, viewer, stranger, mine, other, record_uid, act, issuer } = kit;
  const of = { account: mine.account };
  const made = await api(createDeviceFolder, {
    token: trader.token,
    query: of,
    body: { key: randomUUID(), name: "Can Tho" },
  });
  const { folder_uid } = made.body;
  const folders = async (query: object = {}) =>
    (await api(listDeviceFolders, { token: trader.token, query: { ...of, ...query } })).body;
  expect((await folders()).items).toMatchObject([
    { status: "draft", total_no_of_device: 0, total_capacity_w: 0 },
  ]);
  const empty = await create();
  const put = (record_uids: string[], by = trader, query: object = of, folder: string | null = folder_uid) =>
    api(moveToFolder, { token: by.token, query: { ...query }, body: { folder_uid: folder, record_uids } });
  expect((await put([record_uid, empty.record_uid])).body).toEqual({ moved: 2 });
  expect((await put([record_uid], viewer)).status).toBe(403);
  expect((await put([record_uid], stranger, { account: other.account })).status).toBe(404);
  expect((await put([record_uid], stranger, { account: other.account }, null)).status).toBe(404);
  const key = randomUUID();
  const submit = (token = trader.token) =>
    api(actOnFolder, { token, query: of, body: { folder_uid, action: "submit", key } });
  expect((await submit(viewer.token)).status).toBe(403);
  const { results } = (await submit()).body;
  expect(
    results.map(({ status, refused }: { status: string; refused: { code: string } | null }) => [
      status,
      refused?.code ?? null,
    ]),
  ).toEqual([
    ["pending", null],
    ["draft", "DEV-001"],
  ]);
  const mixed = await folders({ status: "mixed" });
  expect(mixed).toMatchObject({
    items: [{ status: "mixed", total_no_of_device: 2, total_capacity_w: 940_000 }],
    tab_counts: { all: 1, mixed: 1, draft: 0 },
  });
  await put([empty.record_uid], trader, of, null);
  await act(record_uid, "approve", issuer);
  expect((await folders()).items).toMatchObject([{ status: "approved", total_no_of_device: 1 }]);
  expect(
    (await api(listDeviceFolders, { token: stranger.token, query: { account: other.account } })).body.items,
  ).toEqual([]);
});

/** An application that is ready, with calls on the folders of its account by its trader. */
async function foldersKit() {
  const kit = await readyApplication();
  const { api, trader, mine } = kit;
  const query = { account: mine.account };
  const { token } = trader;
  const make = (name: string) => api(createDeviceFolder, { token, query, body: { key: randomUUID(), name } });
  return {
    ...kit,
    query,
    make,
    folder: async (name: string) => (await make(name)).body.folder_uid,
    list: async (wanted: object = {}) =>
      (await api(listDeviceFolders, { token, query: { ...query, ...wanted } })).body,
    put: (folder_uid: string, ...record_uids: string[]) =>
      api(moveToFolder, { token, query, body: { folder_uid, record_uids } }),
  };
}

test("folders are searched, put in order and paged by the server, and one of them is read by itself", async () => {
  const { api, trader, create, query, folder, list, put, record_uid } = await foldersKit();
  const beta = await folder("beta roofs");
  const alpha = await folder("Alpha roofs");
  await folder("Đồng Nai");
  await put(alpha, record_uid);
  await put(beta, (await create()).record_uid, (await create()).record_uid);
  const names = async (wanted: object) =>
    (await list(wanted)).items.map((one: { group_device_name: string }) => one.group_device_name);
  const asc = { order_type: "asc" };
  expect(await names({ ...asc, order_by: "group_device_name" })).toEqual([
    "Alpha roofs",
    "beta roofs",
    "Đồng Nai",
  ]);
  expect(await names({ order_by: "total_no_of_device" })).toEqual(["beta roofs", "Alpha roofs", "Đồng Nai"]);
  expect(await names({ order_by: "total_capacity" })).toEqual(["Alpha roofs", "Đồng Nai", "beta roofs"]);
  expect(await names({ ...asc, order_by: "created_date" })).toEqual([
    "beta roofs",
    "Alpha roofs",
    "Đồng Nai",
  ]);
  for (const order_by of DEVICE_FOLDER_ORDERS) expect(await names({ order_by })).toHaveLength(3);
  expect(await list({ page: 2, page_size: 2 })).toMatchObject({
    items: [{ group_device_name: "beta roofs" }],
    total_items: 3,
  });
  expect(await list({ search: "dong nai" })).toMatchObject({
    items: [{ group_device_name: "Đồng Nai" }],
    total_items: 1,
    tab_counts: { all: 1, draft: 1 },
  });
  const one = (folder_uid: string) =>
    api(getDeviceFolder, { token: trader.token, query: { ...query, folder_uid } });
  expect((await one(alpha)).body).toMatchObject({
    group_device_name: "Alpha roofs",
    total_no_of_device: 1,
    total_capacity_w: 940_000,
    location: "VN",
  });
  expect((await one(randomUUID())).status).toBe(404);
});

test("a group in a folder counts with the sum of its devices", async () => {
  const kit = await foldersKit();
  const { db, plant, create, save, folder, list, put } = kit;
  const members = [];
  for (let i = 0; i < 2; i += 1) {
    const code = await registeredCode(kit, (await meterOn(db, plant)).device_uid);
    members.push(await deviceUidOf(kit, code));
  }
  const { record_uid } = await create({ type: "grouped" });
  const saved = await save(record_uid, { fields: soundDraft("", "").fields, meters: [], members });
  expect(saved.status).toBe(200);
  await put(await folder("Roofs"), record_uid);
  expect((await list()).items).toMatchObject([{ total_no_of_device: 1, total_capacity_w: 1_880_000 }]);
});

test("a folder is renamed and removed by who acts for its account; what it held stays, and is in none", async () => {
  const kit = await foldersKit();
  const { api, trader, viewer, stranger, other, query, folder, list, put, record_uid } = kit;
  const folder_uid = await folder("Can Tho");
  await put(folder_uid, record_uid);
  const rename = (token: string | undefined, of: object = query, name = "Can Tho 2026") =>
    api(renameDeviceFolder, {
      ...(token === undefined ? {} : { token }),
      query: { ...query, ...of, folder_uid },
      body: { name },
    });
  const remove = (token: string | undefined, of: object = query) =>
    api(removeDeviceFolder, {
      ...(token === undefined ? {} : { token }),
      query: { ...query, ...of, folder_uid },
    });
  expect((await rename(viewer.token)).status).toBe(403);
  expect((await rename(stranger.token, { account: other.account })).status).toBe(404);
  expect((await rename(undefined)).status).toBe(403);
  const unnamed = await rename(trader.token, query, " ");
  expect([unnamed.status, Object.keys(unnamed.body.fields)]).toEqual([400, ["body.name"]]);
  expect((await rename(trader.token)).status).toBe(200);
  expect((await list()).items).toMatchObject([{ group_device_name: "Can Tho 2026", total_no_of_device: 1 }]);
  expect((await remove(viewer.token)).status).toBe(403);
  expect((await remove(stranger.token, { account: other.account })).status).toBe(404);
  expect((await remove(undefined)).status).toBe(403);
  expect((await remove(trader.token)).status).toBe(200);
  expect((await remove(trader.token)).status).toBe(404);
  expect((await list()).items).toEqual([]);
  const { body } = await api(getDeviceApplication, { token: trader.token, query: { ...query, record_uid } });
  expect(body).toMatchObject({ status: "draft", folder: null });
});

test("DEV-034: an account has so many folders at a time, and one that was removed counts no more", async () => {
  const { db, api, trader, query, make, folder } = await foldersKit();
  const folder_uid = await folder("The first");
  await sql`insert into device_folder (business_account_id, number, name)
    select business_account_id, 'DF-2000-' || n, 'Another' from device_folder, generate_series(2, ${DEVICE_LIMITS.folders}) n`.execute(
    db,
  );
  const refused = await make("One too many");
  expect([refused.status, refused.body.code]).toEqual([422, "DEV-034"]);
  await api(removeDeviceFolder, { token: trader.token, query: { ...query, folder_uid } });
  expect((await make("The last")).status).toBe(200);
});
