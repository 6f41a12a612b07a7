// Which company has which registration number: one account each, from its submission on until it is returned or closed. A key of the table holds it.
import type { GuardError } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { BusinessAccountRow } from "./business-account.sql.ts";

/** What a company is registered as; the number "" or the country null: it does not say. */
interface Registration {
  readonly country: string | null;
  readonly registration_number: string | null;
}
type Company = Pick<BusinessAccountRow, "business_account_id" | "demonstration">;

/** What speaks against the account having the registration: ACC-001, where another account has it. Companies of a demonstration have none. */
export async function registrationFaults(
  db: Db,
  { business_account_id, demonstration }: Company,
  { country, registration_number }: Registration,
): Promise<GuardError[]> {
  if (country === null || demonstration) return [];
  const { rows } = await sql`
    select from company_registration where country = ${country} and number = upper(${registration_number ?? ""})
      and business_account_id <> ${business_account_id}`.execute(db);
  return rows.length === 0 ? [] : [registered];
}

/** Claims the registration for the account; one that says nothing claims nothing. Refuses with ACC-001 what another account has, also one that claims it at this moment. */
export async function claimRegistration(
  tx: Tx,
  { business_account_id, demonstration }: Company,
  { country, registration_number }: Registration,
): Promise<void> {
  if (country === null || (registration_number ?? "") === "" || demonstration) return;
  // One that is being written is waited for.
  const { rows } = await sql`
    insert into company_registration as held (country, number, business_account_id)
    values (${country}, upper(${registration_number}), ${business_account_id})
    on conflict (country, number) do update set business_account_id = held.business_account_id
      where held.business_account_id = excluded.business_account_id
    returning 1`.execute(tx);
  if (rows.length === 0) throw new GuardRefusal(422, [registered]);
}

/** Gives back all that the account has claimed, but the registration that it keeps. */
export async function releaseRegistrations(
  tx: Tx,
  { business_account_id }: Pick<Company, "business_account_id">,
  keep: Registration | null,
): Promise<void> {
  await sql`
    delete from company_registration where business_account_id = ${business_account_id}
      and (country, number) is distinct from (${keep?.country ?? null}::text, upper(${keep?.registration_number ?? null}::text))`.execute(
    tx,
  );
}

const registered: GuardError = {
  code: "ACC-001",
  message: "A company with this registration number has an account already.",
  field: "body.registration_number",
};
