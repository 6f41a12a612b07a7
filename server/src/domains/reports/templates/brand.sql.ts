// The logo and the colour of an account's reports.
import { createHash } from "node:crypto";
import type { Db, Tx } from "../../../platform/db.ts";

/** The colour of who chose none. */
const USUAL_COLOUR = "#0e6b4f";

interface Brand {
  /** Who the account is, as documents name it. */
  readonly account: string;
  readonly colour: string;
  /** Of the logo's bytes; null: there is none. */
  readonly logo_sha: string | null;
}

/** What the account's reports look like. */
export async function brandOf(db: Db, account_id: number): Promise<Brand> {
  const row = await db
    .selectFrom("account as a")
    .leftJoin("report_brand as b", "b.account_id", "a.account_id")
    .select(["a.display_name", "b.colour", "b.logo_sha"])
    .where("a.account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return { account: row.display_name, colour: row.colour ?? USUAL_COLOUR, logo_sha: row.logo_sha };
}

/** The bytes of the account's logo; undefined: it has none. */
export async function logoOf(
  db: Db,
  account_id: number,
): Promise<{ bytes: Uint8Array; mime: string } | undefined> {
  const row = await db
    .selectFrom("report_brand")
    .select(["logo", "logo_mime"])
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  return row === undefined || row.logo === null || row.logo_mime === null
    ? undefined
    : { bytes: row.logo, mime: row.logo_mime };
}

type Values =
  | { readonly colour: string }
  | { readonly logo: Buffer | null; readonly logo_mime: string | null; readonly logo_sha: string | null };

async function setBrand(tx: Tx, account_id: number, values: Values): Promise<void> {
  await tx
    .insertInto("report_brand")
    .values({ account_id, ...values })
    .onConflict((old) => old.column("account_id").doUpdateSet(values))
    .execute();
}

/** Sets the colour, #rrggbb. */
export const setColour = (tx: Tx, account_id: number, colour: string): Promise<void> =>
  setBrand(tx, account_id, { colour });

/** Sets the logo; null takes it away. */
export const setLogo = (
  tx: Tx,
  account_id: number,
  logo: { bytes: Uint8Array; mime: string } | null,
): Promise<void> =>
  setBrand(
    tx,
    account_id,
    logo === null
      ? { logo: null, logo_mime: null, logo_sha: null }
      : {
          logo: Buffer.from(logo.bytes),
          logo_mime: logo.mime,
          logo_sha: createHash("sha256").update(logo.bytes).digest("hex").slice(0, 16),
        },
  );
