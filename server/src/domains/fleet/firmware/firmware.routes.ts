import { createHash, createPublicKey, verify } from "node:crypto";
import {
  downloadFirmware,
  downloadFirmwareByLink,
  FIRMWARE_BYTES,
  FIRMWARE_VERSIONS,
  firmwareInfo,
  listFirmware,
  uploadFirmware,
  withdrawFirmware,
  type FirmwareVersion,
} from "@heliograph/contract";
import type { Attachment } from "../../../platform/attachment.ts";
import type { Db } from "../../../platform/db.ts";
import { linksOf } from "../../../platform/documents/links.ts";
import { tooLarge, type FileStore, type ReceivedFile } from "../../../platform/files.ts";
import type { Serve, Upload } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { allFirmware, endFirmware, firmwareOf, insertFirmware, type Firmware } from "./firmware.sql.ts";

/** What firmware needs of the installation. */
export interface FirmwareSettings {
  readonly store: FileStore;
  /** Whose signatures are trusted: names, and their Ed25519 keys as 32 bytes in base64url. */
  readonly keys: Readonly<Record<string, string>>;
  /** Where the portal is reached; null: it is not stated, and links are paths. */
  readonly origin: string | null;
}

const LINK_MS = 3_600_000;
const MIME = "application/octet-stream";
const PURPOSE = "firmware";

/** Serves versions of firmware: to everyone who is signed in, their files to whoever has a link, changes to platform operators. */
export function firmwareRoutes(serve: Serve, db: Db, settings: FirmwareSettings): void {
  const shown = async (row: Firmware) => versionOf(row, await firmwareLink(db, settings, row.file_uid));

  serve(listFirmware, async () => ({ items: await Promise.all((await allFirmware(db)).map(shown)) }));

  serve(firmwareInfo, async ({ body }) => shown(await found(db, body.file_uid)));

  serve.download(downloadFirmware, async ({ query }) => fileOf(db, settings.store, query.file_uid));

  serve.publicDownload(downloadFirmwareByLink, async ({ query: { file_uid, until, signature } }) => {
    const links = await linksOf(db);
    if (!links.isGood({ purpose: PURPOSE, uid: file_uid, until }, signature, Date.now())) throw noSuch();
    return fileOf(db, settings.store, file_uid);
  });

  serve.upload(uploadFirmware, async (upload) => shown(await take(db, settings, upload)));

  serve(withdrawFirmware, async ({ query: { file_uid }, session, origin: { address } }) => {
    await db.transaction().execute(async (tx) => {
      const was = await endFirmware(tx, file_uid);
      if (was === undefined) throw noSuch();
      const before = { gateway_type: was.gateway_type, version: was.version };
      await audit(tx, { ...session, address, action: "firmware.withdrawn", subject: file_uid, before });
    });
    return { message: "The version has been withdrawn" };
  });
}

/** Where the file of a version is for an hour: a path, or the whole address where the installation states its origin. */
export async function firmwareLink(
  db: Db,
  { origin }: Pick<FirmwareSettings, "origin">,
  file_uid: string,
): Promise<string> {
  const until = Date.now() + LINK_MS;
  const signature = (await linksOf(db)).sign({ purpose: PURPOSE, uid: file_uid, until });
  const query = new URLSearchParams({ file_uid, until: String(until), signature });
  return `${origin ?? ""}/api/v1/${downloadFirmwareByLink.path}?${query.toString()}`;
}

const versionOf = (row: Firmware, public_url: string): FirmwareVersion => ({
  for_gateway_type: row.gateway_type,
  file_firmware_version: row.version,
  hardware_version_require: row.hardware_version,
  firmware_version_require: row.least_version,
  create_at: row.created_at.toISOString(),
  cloud_storage_metadata: { size: row.size_bytes, sha256: row.sha256 },
  file_name: row.file_name,
  public_url,
  file_wapi_uid: row.file_uid,
  signed_by: row.signed_by,
  notes: row.notes,
});

async function found(db: Db, file_uid: string): Promise<Firmware> {
  const row = await firmwareOf(db, file_uid);
  if (row === undefined) throw noSuch();
  return row;
}

async function fileOf(db: Db, store: FileStore, file_uid: string): Promise<Attachment> {
  const { file_name: name, size_bytes } = await found(db, file_uid);
  const content = await store.content(file_uid);
  if (content === null) throw noSuch();
  return { name, mime: MIME, size_bytes, content };
}

/** Takes a version in. It is kept once its checksum and its signature are right. */
async function take(
  db: Db,
  { store, keys }: FirmwareSettings,
  { query, session, origin, file, announcedBytes }: Upload<typeof uploadFirmware>,
): Promise<Firmware> {
  if ((announcedBytes ?? 0) > FIRMWARE_BYTES) throw tooLarge(FIRMWARE_BYTES);
  if ((await allFirmware(db)).length >= FIRMWARE_VERSIONS) {
    throw new Problem(409, "firmware.too_many", `There may be ${FIRMWARE_VERSIONS} versions`);
  }
  const received = await store.receive(file, FIRMWARE_BYTES);
  try {
    const signed_by = await checked(received, query, keys);
    return await db.transaction().execute(async (tx) => {
      const row = await insertFirmware(tx, {
        file_uid: received.file_uid,
        size_bytes: received.size_bytes,
        gateway_type: query.for_gateway_type,
        version: query.file_firmware_version,
        hardware_version: query.hardware_version_require,
        least_version: query.firmware_version_require,
        file_name: query.file_name,
        sha256: query.sha256,
        signature: query.signature,
        signed_by,
        notes: query.notes,
        uploaded_by: session.account_id,
      });
      if (row === undefined) {
        const message = "This type of gateway has a version of that name";
        throw new Problem(409, "firmware.exists", message, { "query.file_firmware_version": message });
      }
      const { address } = origin;
      const after = { gateway_type: row.gateway_type, version: row.version, sha256: row.sha256, signed_by };
      await audit(tx, { ...session, address, action: "firmware.added", subject: row.file_uid, after });
      // Before the commit: a row whose bytes are missing would be worse than bytes without a row.
      await received.keep();
      return row;
    });
  } catch (error) {
    await received.drop();
    throw error;
  }
}

/** The name of the key that signed the file. Refuses a file of another checksum, and one that no trusted key has signed. */
async function checked(
  { read, size_bytes }: ReceivedFile,
  { sha256, signature }: { sha256: string; signature: string },
  keys: FirmwareSettings["keys"],
): Promise<string> {
  const bytes = await read(0, size_bytes);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
    const message = "The file has another checksum";
    throw new Problem(400, "firmware.checksum", message, { "query.sha256": message });
  }
  const mark = Buffer.from(signature, "base64url");
  for (const [name, x] of Object.entries(keys)) {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    if (verify(null, bytes, key, mark)) return name;
  }
  const message = "No key that this installation trusts has signed the file";
  throw new Problem(400, "firmware.signature", message, { "query.signature": message });
}

const noSuch = () => new Problem(404, "firmware.not_found", "No such firmware");
