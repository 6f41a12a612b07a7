// Versions of firmware as they are stored.
import type { Db, Tx } from "../../../platform/db.ts";

/** A version that has not been withdrawn. */
export interface Firmware {
  readonly firmware_id: number;
  readonly file_uid: string;
  readonly gateway_type: string;
  readonly version: string;
  readonly hardware_version: string;
  readonly least_version: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Ed25519, base64url. */
  readonly signature: string;
  readonly signed_by: string;
  readonly notes: string;
  readonly created_at: Date;
}

const COLUMNS = [
  "firmware_id",
  "file_uid",
  "gateway_type",
  "version",
  "hardware_version",
  "least_version",
  "file_name",
  "size_bytes",
  "sha256",
  "signature",
  "signed_by",
  "notes",
  "created_at",
] as const;

const current = (db: Db) => db.selectFrom("firmware").select(COLUMNS).where("withdrawn_at", "is", null);

/** All versions, the newest first. */
export async function allFirmware(db: Db): Promise<Firmware[]> {
  return current(db).orderBy("firmware_id", "desc").execute();
}

/** The version of that file; undefined: there is none, or it was withdrawn. */
export async function firmwareOf(db: Db, file_uid: string): Promise<Firmware | undefined> {
  return current(db).where("file_uid", "=", file_uid).executeTakeFirst();
}

/** The version of that id; undefined: it was withdrawn. */
export async function firmwareById(db: Db, firmware_id: number): Promise<Firmware | undefined> {
  return current(db).where("firmware_id", "=", firmware_id).executeTakeFirst();
}

/** Adds a version; undefined when the type of gateway has one of that name. */
export async function insertFirmware(
  tx: Tx,
  row: Omit<Firmware, "firmware_id" | "created_at"> & { uploaded_by: number },
): Promise<Firmware | undefined> {
  return tx
    .insertInto("firmware")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["gateway_type", "version"]).where("withdrawn_at", "is", null).doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Withdraws a version and returns it; undefined when there is none. */
export async function endFirmware(tx: Tx, file_uid: string): Promise<Firmware | undefined> {
  return tx
    .updateTable("firmware")
    .set({ withdrawn_at: new Date() })
    .where("file_uid", "=", file_uid)
    .where("withdrawn_at", "is", null)
    .returning(COLUMNS)
    .executeTakeFirst();
}
