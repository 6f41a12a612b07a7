// The business accounts of a demonstration, opened fourteen months ago, and who acts for whom in the certificate workspace.
import { sql } from "kysely";
import { createAccount, emailsWithAccount } from "../src/domains/identity/index.ts";
import { grantRole, nextNumber } from "../src/domains/parties/index.ts";
import type { Db, Tx } from "../src/platform/db.ts";

/** People of the certificate workspace beside those of the plants. One person is of one class: market, issuers or operators. */
export const DEMO_CERTIFICATE_PEOPLE = [
  { email: "trader@demo.example", display_name: "Võ Thanh Tùng" },
  { email: "buyer@demo.example", display_name: "Mai Phương Linh" },
  { email: "issuer@demo.example", display_name: "Hồ Sỹ Nguyên" },
  { email: "issuer2@demo.example", display_name: "Bùi Khánh Vy" },
] as const;

type Email = (typeof DEMO_CERTIFICATE_PEOPLE)[number]["email"] | "owner@demo.example" | "viewer@demo.example";

/** Where the plants with certificates are, by registry. */
const ISSUED_FOR = [
  ["IREC", "VN"],
  ["TIGR", "VN"],
  ["GEC", "CN"],
] as const;

/** The companies, and their people. */
export const DEMO_COMPANIES = [
  {
    company_name: "Công ty Cổ phần Điện Mặt Trời Heliograph",
    english_name: "Heliograph Solar Power Joint Stock Company",
    registration_number: "0316555126",
    address: "26 Đường Lê Thánh Tôn, Phường Bến Nghé",
    country: "VN",
    province: "TP. Hồ Chí Minh",
    email: "certificates@demo.example",
    contact_number: "+84 28 5555 0127",
    trade_account_id: "TA-900001",
    types: { IREC: "registrant_and_participant", TIGR: "general", GEC: "trader" },
    people: [
      ["owner@demo.example", "account_manager"],
      ["trader@demo.example", "trader"],
      ["viewer@demo.example", "viewer"],
    ],
    bank: {
      currency: "USD",
      bank_name: "Vietcombank",
      account_name: "HELIOGRAPH SOLAR POWER JSC",
      swift_code: "BFTVVNVX",
      account_number: "0071005550126",
    },
    recipient: {
      name: "Nhà máy Dệt may Bình An",
      registration_number: "3700555018",
      country: "VN",
      city: "Dĩ An",
      address: "12 Đường Bình An, Bình Dương",
      postal_code: "75300",
    },
  },
  {
    company_name: "Blue Delta Trading Pte Ltd",
    english_name: "Blue Delta Trading Pte Ltd",
    registration_number: "201955512K",
    address: "8 Marina Boulevard",
    country: "SG",
    province: "Singapore",
    email: "desk@demo.example",
    contact_number: "+65 5555 0188",
    trade_account_id: "TA-900002",
    types: { IREC: "participant", TIGR: "end_user", GEC: "end_user" },
    people: [["buyer@demo.example", "account_manager"]],
    bank: {
      currency: "EUR",
      bank_name: "Deutsche Bank",
      account_name: "Blue Delta Trading Pte Ltd",
      swift_code: "DEUTDEFF",
      account_number: "DE89370400440532013000",
    },
    recipient: {
      name: "Straits Cold Chain Ltd",
      registration_number: "200155544N",
      country: "SG",
      city: "Singapore",
      address: "40 Fishery Port Road",
      postal_code: "619742",
    },
  },
] as const satisfies readonly {
  people: readonly (readonly [Email, "account_manager" | "trader" | "viewer"])[];
  [key: string]: unknown;
}[];

/** Makes people, companies and roles of the demonstration that are not there yet; leaves those that are as they are. */
export async function seedDemoParties(db: Db, password: string): Promise<void> {
  const known = await emailsWithAccount(
    db,
    DEMO_CERTIFICATE_PEOPLE.map(({ email }) => email),
  );
  for (const who of DEMO_CERTIFICATE_PEOPLE.filter(({ email }) => !known.has(email))) {
    await createAccount(db, { ...who, password, any_word: true, kind: "user" });
  }
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(71, 2)`.execute(tx);
    for (const one of DEMO_COMPANIES) await openCompany(tx, one);
    await nameIssuers(tx);
  });
}

async function openCompany(tx: Tx, one: (typeof DEMO_COMPANIES)[number]): Promise<void> {
  const { types, people, bank, recipient, ...company } = one;
  const there = await tx
    .selectFrom("business_account")
    .select("business_account_id")
    .where("trade_account_id", "=", company.trade_account_id)
    .executeTakeFirst();
  if (there !== undefined) return;
  const opened = new Date(Date.now() - 430 * 86_400_000);
  const [manager] = people;
  const granted_by = await idOf(tx, manager[0]);
  const { business_account_id, record_uid } = await tx
    .insertInto("business_account")
    .values({
      ...company,
      demonstration: true,
      status: "active",
      version: 3,
      number: await nextNumber(tx, "BA", opened),
      created_by: granted_by,
      submitted_by: granted_by,
      created_at: opened,
      changed_at: opened,
    })
    .returning(["business_account_id", "record_uid"])
    .executeTakeFirstOrThrow();
  const events = [
    [null, "draft", "create", "account_manager"],
    ["draft", "under_review", "submit", "account_manager"],
    ["under_review", "active", "activate", "platform_operator"],
  ] as const;
  const operator = await idOf(tx, "platform@demo.example");
  for (const [from_status, to_status, action, actor_role] of events) {
    const actor_id = actor_role === "account_manager" ? granted_by : operator;
    const moved = { from_status, to_status, action, actor_role, actor_id, at: opened };
    await tx
      .insertInto("status_event")
      .values({ entity: "business_account", record_uid, business_account_id, ...moved })
      .execute();
  }
  for (const [registry, account_type] of Object.entries(types)) {
    await tx.insertInto("registry_account").values({ business_account_id, registry, account_type }).execute();
  }
  for (const [email, role] of people) {
    await grantRole(tx, {
      account_id: await idOf(tx, email),
      class: "market",
      business_account_id,
      role,
      granted_by,
    });
  }
  await keepProfile(tx, { business_account_id, opened, by: granted_by }, { bank, recipient });
}

/** What a company keeps beside its name: a verified bank account, a recipient, the accepted agreement, the selling of green certificates. */
async function keepProfile(
  tx: Tx,
  { business_account_id, opened, by }: { business_account_id: number; opened: Date; by: number },
  { bank, recipient }: Pick<(typeof DEMO_COMPANIES)[number], "bank" | "recipient">,
): Promise<void> {
  const made = { business_account_id, created_by: by, created_at: opened, changed_at: opened };
  await tx
    .insertInto("bank_account")
    .values({
      ...bank,
      ...made,
      number: await nextNumber(tx, "BK", opened),
      status: "verified",
      is_default: true,
      payouts_from: opened,
      submitted_by: by,
    })
    .execute();
  await tx
    .insertInto("recipient")
    .values({
      ...recipient,
      business_account_id,
      recipient_uid: sql<string>`gen_random_uuid()`,
      version: 1,
      type: "redemption_beneficiary",
    })
    .execute();
  await tx
    .insertInto("fee_acceptance")
    .values({ business_account_id, version: 1, language: "en", accepted_by: by, accepted_at: opened })
    .execute();
  await tx
    .insertInto("gec_selling")
    .values({ ...made, number: await nextNumber(tx, "GS", opened), status: "disabled" })
    .execute();
}

async function nameIssuers(tx: Tx): Promise<void> {
  const granted_by = await idOf(tx, "platform@demo.example");
  for (const email of ["issuer@demo.example", "issuer2@demo.example"]) {
    const account_id = await idOf(tx, email);
    const scopes = await tx
      .selectFrom("role_grant")
      .select("role_grant_id")
      .where("account_id", "=", account_id)
      .executeTakeFirst();
    if (scopes !== undefined) continue;
    for (const [registry, country] of ISSUED_FOR) {
      await grantRole(tx, { account_id, class: "issuer", registry, country, granted_by });
    }
  }
}

async function idOf(tx: Tx, email: string): Promise<number> {
  const { account_id } = await tx
    .selectFrom("account")
    .select("account_id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return account_id;
}
