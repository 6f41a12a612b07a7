// Business accounts as they are stored.
import {
  businessAccountLife,
  statesOf,
  type BUSINESS_ACCOUNT_ORDERS,
  type BusinessAccountStatus,
  type listBusinessAccounts,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import { placeInOrder } from "../records/list-order.sql.ts";
import type { RecordRow } from "../records/record-kind.ts";
import { countsByState, recordRows, type RecordList } from "../records/record-list.sql.ts";

export interface BusinessAccountRow extends RecordRow {
  readonly status: BusinessAccountStatus;
  readonly business_account_uid: string;
  readonly company_name: string;
  readonly english_name: string | null;
  readonly registration_number: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly province: string | null;
  readonly email: string | null;
  readonly contact_number: string | null;
  readonly trade_account_id: string | null;
  readonly demonstration: boolean;
}

/** What an account is called by the records of a kind, and whether it is one of a demonstration. */
export async function businessAccountOf(db: Db, business_account_id: number): Promise<BusinessAccountRow> {
  const { rows } = await sql<BusinessAccountRow>`
    select * from business_account where business_account_id = ${business_account_id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no business account ${business_account_id}`);
  return row;
}

/** The types of the account at each registry. */
export async function accountTypesOf(db: Db, business_account_id: number): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("registry_account")
    .select(["registry", "account_type"])
    .where("business_account_id", "=", business_account_id)
    .execute();
  return Object.fromEntries(rows.map(({ registry, account_type }) => [registry, account_type]));
}

/** Sets the account's type at each registry that is named; null ends it. */
export async function setAccountTypes(
  tx: Tx,
  business_account_id: number,
  types: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  for (const [registry, account_type] of Object.entries(types)) {
    if (account_type === undefined) continue;
    await (account_type === null
      ? tx
          .deleteFrom("registry_account")
          .where("business_account_id", "=", business_account_id)
          .where("registry", "=", registry)
          .execute()
      : tx
          .insertInto("registry_account")
          .values({ business_account_id, registry, account_type })
          .onConflict((on) => on.columns(["business_account_id", "registry"]).doUpdateSet({ account_type }))
          .execute());
  }
}

/** The next trade account id: TA- and six digits, in the order in which accounts became active. */
export async function nextTradeAccountId(tx: Tx): Promise<string> {
  const { last } = await tx
    .insertInto("record_number")
    .values({ prefix: "TA", year: 0, last: 1 })
    .onConflict((on) =>
      on.columns(["prefix", "year"]).doUpdateSet({ last: sql<number>`record_number.last + 1` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return `TA-${String(last).padStart(6, "0")}`;
}

/** What the list is sorted by; of equal ones the newest comes first. */
const ORDERS: Readonly<Record<(typeof BUSINESS_ACCOUNT_ORDERS)[number], ReturnType<typeof sql>>> = {
  company: sql`lower(company_name)`,
  number: sql`business_account_id`,
  status: placeInOrder(businessAccountLife.states, sql`status`),
  country: sql`country`,
  trade: sql`trade_account_id`,
  changed: sql`changed_at`,
};

/** A page of accounts that were submitted, and how many each state has. */
export async function businessAccountsPage(
  db: Db,
  asked: z.output<(typeof listBusinessAccounts)["query"]>,
): Promise<{ rows: BusinessAccountRow[]; total: number; counts: Record<string, number> }> {
  const { tab, search, items_page: size } = asked;
  const words = anywhere(search);
  const list: RecordList<BusinessAccountRow, keyof typeof ORDERS> = {
    columns: sql<BusinessAccountRow>`*`,
    from: sql`business_account`,
    where: sql`status not in ('draft', 'deleted')
      and (company_name ilike ${words} or trade_account_id ilike ${words} or number ilike ${words})`,
    status: sql`status`,
    orders: ORDERS,
    ties: sql`business_account_id desc`,
  };
  const states = tab === "all" ? null : statesOf(businessAccountLife, tab);
  const rows = await recordRows(db, list, {
    ...asked,
    states,
    size,
  });
  const counts: Record<string, number> = { all: 0 };
  for (const [status, n] of await countsByState<BusinessAccountStatus>(db, list)) {
    const of = businessAccountLife.state[status].tab ?? status;
    counts["all"] = (counts["all"] ?? 0) + n;
    counts[of] = (counts[of] ?? 0) + n;
  }
  return { rows, total: counts[tab] ?? 0, counts };
}

/** Accounts in which the person has a role now, by name. */
export async function seatsOf(db: Db, account_id: number) {
  const { rows } = await sql<{
    class: string;
    account: string;
    company_name: string;
    status: BusinessAccountStatus;
    trade_account_id: string | null;
    role: "trader" | "account_manager" | "viewer";
    demonstration: boolean;
    registry: string;
    country: string;
  }>`
    select g.class, b.business_account_uid as account, b.company_name, b.status, b.trade_account_id, g.role, b.demonstration,
      g.registry, g.country
    from role_grant g left join business_account b using (business_account_id)
    where g.account_id = ${account_id} and g.valid @> now()
    order by b.company_name, g.registry, g.country`.execute(db);
  return rows;
}
