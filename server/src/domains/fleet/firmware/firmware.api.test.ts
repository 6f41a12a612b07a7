import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { readdir } from "node:fs/promises";
import {
  downloadFirmware,
  downloadFirmwareByLink,
  FIRMWARE_BYTES,
  firmwareInfo,
  listFirmware,
  uploadFirmware,
  withdrawFirmware,
} from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { projectsApi } from "../../../../testing/fleet-kit.ts";
import { firmwareRoutes } from "./firmware.routes.ts";

const HOUR_MS = 3_600_000;

async function kit(origin: string | null = null) {
  const { db, plant, token } = await projectsApi();
  await db
    .updateTable("account")
    .set({ kind: "platform_operator" })
    .where("account_id", "=", plant.account_id)
    .execute();
  const { store, folder } = await freshStore();
  const maker = generateKeyPairSync("ed25519");
  const keys = { Maker: maker.publicKey.export({ format: "jwk" }).x ?? "" };
  const api = await apiOf(db, (serve) => firmwareRoutes(serve, db, { store, keys, origin }));
  const file = randomBytes(3000);
  const asked = {
    for_gateway_type: "HG-1",
    file_firmware_version: "1.5.0",
    file_name: "hg1-1.5.0.bin",
    sha256: createHash("sha256").update(file).digest("hex"),
    signature: sign(null, file, maker.privateKey).toString("base64url"),
  };
  return {
    db,
    api,
    token,
    file,
    asked,
    maker,
    upload: (query: object = {}, content: Uint8Array = file) =>
      api(uploadFirmware, { token, query: { ...asked, ...query }, file: content }),
    kept: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
        .length,
  };
}

test("a version whose checksum and signature are right is listed, shown in detail and downloaded byte for byte", async () => {
  const { api, token, upload, file, asked } = await kit();
  const added = await upload({ notes: "Reads meters twice as often" });
  expect(added.status).toBe(200);
  expect(added.body).toMatchObject({
    for_gateway_type: "HG-1",
    file_firmware_version: "1.5.0",
    hardware_version_require: "",
    firmware_version_require: "",
    cloud_storage_metadata: { size: file.length, sha256: asked.sha256 },
    file_name: "hg1-1.5.0.bin",
    signed_by: "Maker",
  });
  const file_uid: string = added.body.file_wapi_uid;
  const listed = await api(listFirmware, { token });
  expect(listed.body.items.map((one: { file_wapi_uid: string }) => one.file_wapi_uid)).toEqual([file_uid]);
  const info = await api(firmwareInfo, { token, body: { file_uid } });
  expect(info.body).toMatchObject({ file_wapi_uid: file_uid, notes: "Reads meters twice as often" });
  const got = await api(downloadFirmware, { token, query: { file_uid } });
  expect(Buffer.from(got.bytes).equals(file)).toBe(true);
  expect(got.headers["content-disposition"]).toContain("hg1-1.5.0.bin");
});

test("a file of another checksum, one that no trusted key has signed and one that is too long are refused, and nothing is kept", async () => {
  const { upload, asked, kept } = await kit();
  const stranger = generateKeyPairSync("ed25519");
  const wrong = [
    [await upload({ sha256: "0".repeat(64) }), 400, "firmware.checksum", "query.sha256"],
    [
      await upload({
        signature: sign(null, Buffer.from("other"), stranger.privateKey).toString("base64url"),
      }),
      400,
      "firmware.signature",
      "query.signature",
    ],
    [await upload({ signature: "short" }), 400, "request.invalid", "query.signature"],
    [await upload({ file_name: "../up.bin" }), 400, "request.invalid", "query.file_name"],
  ] as const;
  for (const [{ status, body }, wanted, code, field] of wrong) {
    expect({ status, code: body.code }).toEqual({ status: wanted, code });
    expect(Object.keys(body.fields)).toContain(field);
  }
  const long = await upload({}, new Uint8Array(FIRMWARE_BYTES + 1));
  expect([long.status, long.body.code]).toEqual([413, "file.too_large"]);
  expect(asked.sha256).toHaveLength(64);
  expect(await kept()).toBe(0);
});

test("a version is there once for a type of gateway, and may come again when it was withdrawn", async () => {
  const { api, token, upload } = await kit();
  const first = await upload();
  const again = await upload();
  expect([again.status, again.body.code]).toEqual([409, "firmware.exists"]);
  expect((await upload({ for_gateway_type: "HG-2" })).status).toBe(200);
  const file_uid: string = first.body.file_wapi_uid;
  expect((await api(withdrawFirmware, { token, query: { file_uid } })).status).toBe(200);
  for (const gone of [
    await api(firmwareInfo, { token, body: { file_uid } }),
    await api(downloadFirmware, { token, query: { file_uid } }),
    await api(withdrawFirmware, { token, query: { file_uid } }),
    await api(firmwareInfo, { token, body: { file_uid: randomUUID() } }),
  ]) {
    expect([gone.status, gone.body.code]).toEqual([404, "firmware.not_found"]);
  }
  expect((await upload()).status).toBe(200);
});

test("a link opens its file for an hour without a session, and no other", async () => {
  const { api, upload, file } = await kit("https://portal.example");
  const added = await upload();
  const other = await upload({ file_firmware_version: "1.6.0" });
  const url = new URL(added.body.public_url);
  expect(url.origin).toBe("https://portal.example");
  expect(url.pathname).toBe("/api/v1/firmware-data/public");
  const query = Object.fromEntries(url.searchParams);
  const got = await api(downloadFirmwareByLink, { query });
  expect(Buffer.from(got.bytes).equals(file)).toBe(true);
  const wrong = { ...query, file_uid: other.body.file_wapi_uid };
  expect((await api(downloadFirmwareByLink, { query: wrong })).status).toBe(404);
  const later = { ...query, until: String(Number(query["until"]) + 1) };
  expect((await api(downloadFirmwareByLink, { query: later })).status).toBe(404);
  vi.useFakeTimers({ now: Date.now() + HOUR_MS + 1000, toFake: ["Date"] });
  try {
    expect((await api(downloadFirmwareByLink, { query })).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test("whoever is no platform operator sees the versions, and neither adds nor withdraws one", async () => {
  const { db, api, token, upload } = await kit();
  const { file_wapi_uid: file_uid } = (await upload()).body;
  await db.updateTable("account").set({ kind: "user" }).execute();
  expect((await api(listFirmware, { token })).body.items).toHaveLength(1);
  for (const refused of [await upload(), await api(withdrawFirmware, { token, query: { file_uid } })]) {
    expect([refused.status, refused.body.code]).toEqual([404, "request.no_such_address"]);
  }
});
