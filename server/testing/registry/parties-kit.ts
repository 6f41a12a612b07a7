// The calls of parties for tests.
import {
  getBusinessAccount,
  moveBusinessAccount,
  saveBusinessAccount,
  uploadCompanyDocument,
  type businessAccountLife,
  type CompanyDocument,
} from "@heliograph/contract";
import { sql } from "kysely";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf, type Api } from "../api-kit.ts";
import { freshStore, PDF } from "../file-kit.ts";
import { freshDb } from "../test-kit.ts";
import { company, memberOf, platformOperator, recordCommandOf } from "./record-kit.ts";

/** The calls of business accounts, with a store of their own for documents. */
export async function partiesApi(db: Db): Promise<Api> {
  const { store } = await freshStore();
  return apiOf(db, (serve) => partiesRoutes(serve, db, store));
}

/** Uploads a document of the company, which has to have its registration before it is reviewed. */
export const uploaded = (
  api: Api,
  token: string,
  account: string,
  { kind = "registration", file = PDF }: { kind?: CompanyDocument; file?: Uint8Array } = {},
) => api(uploadCompanyDocument, { token, query: { account, kind, name: `${kind}.pdf` }, file });

type AccountDecision = keyof typeof businessAccountLife.actions;

/** A company that is not submitted yet but for its documents, with the people who look at it. */
export async function applyingCompany() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const { account, business_account_id } = own;
  await sql`update business_account set status = 'draft', trade_account_id = null where business_account_id = ${business_account_id}`.execute(
    db,
  );
  await db
    .insertInto("registry_account")
    .values({ business_account_id, registry: "IREC", account_type: "participant" })
    .execute();
  const manager = await memberOf(db, own, "account_manager");
  const operator = await platformOperator(db);
  const of = { account };
  const seen = async () => (await api(getBusinessAccount, { token: manager.token, query: of })).body;
  const reviewed = async () =>
    (await api(getBusinessAccount, { token: operator.token, query: { record_uid: account } })).body;
  const submit = async (more: object = {}) =>
    api(moveBusinessAccount, {
      token: manager.token,
      query: of,
      body: recordCommandOf(await seen(), "submit", more),
    });
  const decide = async (action: AccountDecision, more: object = {}) =>
    api(moveBusinessAccount, {
      token: operator.token,
      body: recordCommandOf(await reviewed(), action, more),
    });
  const save = async (values: object) =>
    api(saveBusinessAccount, {
      token: manager.token,
      query: of,
      body: { expected_version: (await seen()).version, ...values },
    });
  return { db, api, own, of, manager, operator, seen, reviewed, submit, decide, save };
}
