// Versions of gateways' firmware (M133, M212): listed for everyone, added by platform operators.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { plainFileName } from "../kernel/file-name.ts";
import { line, someLine } from "../kernel/text.ts";
import { COMMAND_LIMITS } from "../telemetry/ingest/commands.ts";

/** A larger file is written to flash as a whole, a smaller one goes over the air. */
const FLASH_ABOVE_BYTES = 3_500_000;
/** Beyond so many versions no further one is added. */
export const FIRMWARE_VERSIONS = 500;

/** How a file of that size gets into a gateway. */
export const firmwareType = (size_bytes: number): "Flash" | "OTA" =>
  size_bytes > FLASH_ABOVE_BYTES ? "Flash" : "OTA";

const version = someLine(80);

/** A version as the specification's list has it (M133). */
const firmwareVersion = z.object({
  /** The `gateway_type` that a gateway's birth names. */
  for_gateway_type: z.string(),
  file_firmware_version: z.string(),
  /** Empty: any. */
  hardware_version_require: z.string(),
  /** The least version that a gateway must have; empty: any. */
  firmware_version_require: z.string(),
  create_at: z.iso.datetime(),
  cloud_storage_metadata: z.object({
    /** Bytes. */
    size: z.int(),
    /** Of the file, hexadecimal. */
    sha256: z.string(),
  }),
  file_name: z.string(),
  /** Where the file is for an hour, for machines too: a path at this server, or its whole address where the installation states one. */
  public_url: z.string(),
  file_wapi_uid: z.uuid(),
  /** By whose key the file is signed, as the installation names it. */
  signed_by: z.string(),
  notes: z.string(),
});
export type FirmwareVersion = z.output<typeof firmwareVersion>;

const oneFile = z.strictObject({
  /** The `file_wapi_uid` of the list. */
  file_uid: z.uuid(),
});

export const listFirmware = endpoint({
  name: "listFirmware",
  method: "GET",
  path: "firmware-data/list",
  summary: "Versions of firmware, the newest first",
  answer: z.object({ items: z.array(firmwareVersion) }),
});

export const firmwareInfo = endpoint({
  name: "firmwareInfo",
  method: "POST",
  path: "firmware-data/file-info",
  summary: "A version of firmware in detail",
  keyRight: "read",
  body: oneFile,
  answer: firmwareVersion,
  refusals: ["firmware.not_found"],
});

export const downloadFirmware = endpoint({
  name: "downloadFirmware",
  method: "GET",
  path: "firmware-data/file-info",
  summary: "The file of a version, as an attachment",
  query: oneFile,
  answer: z.file(),
  refusals: ["firmware.not_found"],
});

export const downloadFirmwareByLink = endpoint({
  name: "downloadFirmwareByLink",
  method: "GET",
  path: "firmware-data/public",
  summary: "The file of a version for whoever has a link to it, while the link holds",
  access: "public",
  query: z.strictObject({
    file_uid: z.uuid(),
    /** When the link ends, ms since 1970. */
    until: z.coerce.number().int().min(0),
    signature: z.string().max(100),
  }),
  answer: z.file(),
  refusals: ["firmware.not_found"],
});

export const uploadFirmware = endpoint({
  name: "uploadFirmware",
  method: "POST",
  path: "firmware-data/upload",
  summary:
    "Adds a version: its checksum must be that of the file, its signature that of a key the installation trusts",
  access: "platform",
  query: z.strictObject({
    for_gateway_type: someLine(80),
    file_firmware_version: version,
    hardware_version_require: line(80).default(""),
    firmware_version_require: line(80).default(""),
    file_name: plainFileName(200),
    sha256: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits"),
    /** Ed25519 over the file's bytes, 64 bytes as base64url. */
    signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/, "Must be 64 bytes as base64url"),
    notes: line(500).default(""),
  }),
  body: z.file(),
  answer: firmwareVersion,
  refusals: [
    "request.not_a_file",
    "file.empty",
    "file.too_large",
    "firmware.checksum",
    "firmware.signature",
    "firmware.exists",
    "firmware.too_many",
  ],
});

export const withdrawFirmware = endpoint({
  name: "withdrawFirmware",
  method: "DELETE",
  path: "firmware-data/file",
  summary: "Takes a version out of the list; nobody can download it or roll it out any more",
  access: "platform",
  query: oneFile,
  answer: done,
  refusals: ["firmware.not_found"],
});

/** The longest file, bytes. */
export const FIRMWARE_BYTES = COMMAND_LIMITS.firmwareBytes;
