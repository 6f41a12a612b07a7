// What the journal says of a retirement: to everybody, and behind the salt.
import { createHash, randomBytes } from "node:crypto";
import type { CanonicalValue } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { rangesOf } from "./postings.sql.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";

/** Crockford's: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 26 characters of 5 bits hold 128 bits. */
const KEY_LENGTH = 26;

/** A key that nobody guesses: 128 random bits (rule R31). */
function newStatementKey(): string {
  let rest = BigInt(`0x${randomBytes(16).toString("hex")}`);
  let key = "";
  for (let i = 0; i < KEY_LENGTH; i += 1) {
    key = `${ALPHABET[Number(rest % 32n)] ?? ""}${key}`;
    rest /= 32n;
  }
  return key;
}

/** What a correction replaces: the leaf of the entry, and whether that said on which days its certificates were produced. */
interface Replaced {
  readonly leaf: string;
  readonly says_days: boolean;
}

/** The key of the statement, the public record and the hidden note of the redemption's retirement (rule R39), or of the correction that replaces its entry (rule R44). */
export async function retirement(
  tx: Tx,
  row: RedemptionRecord,
  replaces: Replaced = { leaf: "", says_days: true },
): Promise<{ key: string; record: CanonicalValue; note: CanonicalValue }> {
  const key = newStatementKey();
  const { beneficiary, hidden } = beneficiaryOf(row);
  const record: CanonicalValue = {
    amount: String(row.amount),
    batches: await batchesOf(tx, row),
    beneficiary,
    country: row.country,
    demonstration: String(row.demonstration),
    devices: await devicesOf(tx, row.devices),
    fuel: row.fuel,
    key,
    kind: "redemption",
    number: row.number,
    period: { from: row.period_from, to: row.period_to },
    purpose: row.purpose,
    redeems_for: row.redeems_for,
    registry: row.registry,
    replaces: replaces.leaf,
    ...(replaces.says_days ? { produced: await producedOf(tx, row) } : {}),
    vintage: String(row.vintage),
  };
  return { key, record, note: { beneficiary_address: row.beneficiary_address, ...hidden } };
}

/** Of each range the days on which it was produced. */
async function producedOf(tx: Tx, { number }: RedemptionRecord): Promise<CanonicalValue[]> {
  return (await rangesOf(tx, number)).map(({ code, first, until, from_day, to_day }) => ({
    batch: code,
    first: String(first),
    from_day,
    to_day,
    until: String(until),
  }));
}

/** A company by its name; a person by a hash that only whoever has the salt can compare. */
function beneficiaryOf(row: RedemptionRecord): {
  beneficiary: CanonicalValue;
  hidden: Readonly<Record<string, string>>;
} {
  const { beneficiary_name: name, beneficiary_country: country } = row;
  if (!row.is_natural_person) {
    const registration_number = row.beneficiary_registration_number;
    return { beneficiary: { country, kind: "company", name, registration_number }, hidden: {} };
  }
  const salt = randomBytes(32);
  const hash = createHash("sha256").update(salt).update(name).digest("hex");
  return {
    beneficiary: { country, hash, kind: "person" },
    hidden: { beneficiary_name: name, beneficiary_salt: salt.toString("hex") },
  };
}

/** The batches of the certificates, with what their issuing said of them. */
async function batchesOf(tx: Tx, { number }: RedemptionRecord): Promise<CanonicalValue[]> {
  const ids = [...new Set((await rangesOf(tx, number)).map(({ batch_id }) => batch_id))];
  const rows = await tx
    .selectFrom("certificate_batch")
    .select(["code", "device", "from_day", "to_day", "manifest_root", "quantity", "source_reference"])
    .where("batch_id", "in", ids)
    .orderBy("batch_id")
    .execute();
  return rows.map((row) => ({
    code: row.code,
    device: row.device,
    from_day: row.from_day,
    manifest_root: row.manifest_root?.toString("hex") ?? "",
    quantity: String(row.quantity),
    source_reference: row.source_reference,
    to_day: row.to_day,
  }));
}

/** The devices by their codes; of those that are not registered here only that. */
async function devicesOf(tx: Tx, codes: readonly string[]): Promise<CanonicalValue[]> {
  const rows = await tx
    .selectFrom("registered_device")
    .select(["code", "english_name", "province", "technology", "capacity_w", "commercial_operation_on"])
    .where("code", "in", [...codes])
    .execute();
  const known = new Map(rows.map((row) => [row.code, row]));
  return codes.map((code) => {
    const device = known.get(code);
    return {
      capacity_w: device === undefined ? "" : String(device.capacity_w),
      code,
      name: device?.english_name.normalize("NFC") ?? "",
      operating_since: device?.commercial_operation_on ?? "",
      place: device?.province.normalize("NFC") ?? "",
      technology: device?.technology ?? "",
    };
  });
}
