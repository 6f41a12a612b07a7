// The calls of parties for tests.
import { uploadCompanyDocument, type CompanyDocument } from "@heliograph/contract";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf, type Api } from "../api-kit.ts";
import { freshStore, PDF } from "../file-kit.ts";

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
