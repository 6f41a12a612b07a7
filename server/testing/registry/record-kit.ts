// People of the certificate workspace for tests: account managers, traders, viewers, issuers and platform operators, signed in.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import { tokenFor } from "../fleet-kit.ts";
import { account } from "../test-kit.ts";

interface Person {
  readonly account_id: number;
  readonly account_uid: string;
  readonly token: string;
}

interface Company {
  readonly business_account_id: number;
  /** uid, as calls name it. */
  readonly account: string;
}

/** A signed-in person without any role. */
export async function person(db: Db, name = "Lan Tran"): Promise<Person> {
  const who = await account(db, name);
  return { ...who, token: await tokenFor(db, who) };
}

/** An active business account with company information, which has accepted the agreement on fees. */
export async function company(db: Db, name = "Solar One", demonstration = false): Promise<Company> {
  const row = await db
    .insertInto("business_account")
    .values({
      company_name: name,
      english_name: name,
      registration_number: randomUUID().slice(0, 12),
      address: "12 Le Loi",
      country: "VN",
      province: "Da Nang",
      email: "office@company.example",
      contact_number: "+84 1",
      status: "active",
      number: `BA-T-${randomUUID().slice(0, 8)}`,
      trade_account_id: sql<string>`'TA-' || lpad((floor(random() * 900000) + 100000)::int::text, 6, '0')`,
      demonstration,
    })
    .returning(["business_account_id", "business_account_uid as account"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("gec_selling")
    .values({
      business_account_id: row.business_account_id,
      number: `GS-T-${randomUUID().slice(0, 8)}`,
      status: "disabled",
    })
    .execute();
  await sql`
    insert into fee_acceptance (business_account_id, version, language)
    select ${row.business_account_id}, max(version), 'en' from fee_agreement where effective_from <= now()`.execute(
    db,
  );
  return row;
}

/** A person with the role in the account. */
export async function memberOf(
  db: Db,
  { business_account_id }: Pick<Company, "business_account_id">,
  role: "trader" | "account_manager" | "viewer" = "trader",
): Promise<Person> {
  const who = await person(db, `A ${role}`);
  await db
    .insertInto("role_grant")
    .values({ account_id: who.account_id, class: "market", business_account_id, role })
    .execute();
  return who;
}

/** An issuer of the registry and country. */
export async function issuerOf(db: Db, registry = "IREC", country = "VN"): Promise<Person> {
  const who = await person(db, "An issuer");
  await db
    .insertInto("role_grant")
    .values({ account_id: who.account_id, class: "issuer", registry, country })
    .execute();
  return who;
}

/** A platform operator. */
export async function platformOperator(db: Db): Promise<Person> {
  const who = await account(db, "An operator");
  await db
    .updateTable("account")
    .set({ kind: "platform_operator" })
    .where("account_id", "=", who.account_id)
    .execute();
  return { ...who, token: await tokenFor(db, who) };
}

/** What every command carries. */
export const recordCommandOf = <N extends string>(
  { record_uid, version }: { record_uid: string; version: number },
  action: N,
  more: object = {},
) => ({ record_uid, action, expected_version: version, key: randomUUID(), ...more });

/** What a second person answers to what a first proposed on the record as that person sees it. */
export const answerTo = (
  seen: {
    record_uid: string;
    version: number;
    second_person: { entity: string; payload_hash: string } | null;
  },
  confirms: boolean,
  more: object = {},
) => ({
  entity: seen.second_person?.entity ?? "",
  record_uid: seen.record_uid,
  expected_version: seen.version,
  payload_hash: seen.second_person?.payload_hash ?? "0".repeat(64),
  confirms,
  key: randomUUID(),
  ...more,
});
