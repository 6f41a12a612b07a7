// Statements of retirements: put together from the sealed journal, signed and kept.
import {
  checkStatement,
  redemptionStatement,
  signedText,
  STATEMENT_VERSIONS,
  statementText,
  type RedemptionStatement,
} from "@heliograph/contract";
import { sql } from "kysely";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { isSignedBy, signingKeyIn, type SigningKey } from "../../../platform/documents/signing-key.ts";
import { keepLastHead } from "../heads/hold.sql.ts";
import { announceKey, sealEntries, sha256, signHead } from "../ledger/seal.sql.ts";
import { headAt, logKeys, pathOf } from "./log.sql.ts";

/** Where the key of demonstrations lies, beside that of the log (rule R14). */
const DEMONSTRATION = "demonstration";

interface EntryRow {
  readonly entry_id: number;
  readonly public_part: string;
  readonly private_part: string;
  readonly salt: Buffer;
  readonly seq: number;
}

/**
 * Makes the statement with the keys in the folder: seals its entry, signs a head over it, and checks what it has made as anybody would. A statement that
 * is made stays as it is. Throws where the check does not hold.
 */
export async function makeStatement(db: Db, folder: string, statement_id: number): Promise<void> {
  const row = await db
    .selectFrom("redemption_statement as s")
    .innerJoin("redemption as r", "r.redemption_id", "s.redemption_id")
    .select(["s.entry_id", "s.statement", "r.demonstration"])
    .where("s.statement_id", "=", statement_id)
    .executeTakeFirstOrThrow();
  if (row.statement !== null) return;
  const log = await signingKeyIn(folder);
  await announceKey(db, log);
  const signer = row.demonstration ? await signingKeyIn(join(folder, DEMONSTRATION)) : log;
  if (row.demonstration) await announceKey(db, signer, DEMONSTRATION);
  while (await sealEntries(db));
  await signHead(db, log, true);
  await keepLastHead(db, folder);
  const statement = await assembled(db, row.entry_id, signer);
  const keys = await logKeys(db);
  const { verdict } = checkStatement(statement, { sha256, isSignedText, keys, retired: null });
  if (verdict !== (row.demonstration ? "demonstration" : "genuine")) {
    throw new Error(`The statement ${statement_id} does not hold: ${verdict}`);
  }
  await db
    .updateTable("redemption_statement")
    // Texts alone: the checker has read it.
    .set({ statement: statementText(statement), ready_at: sql<Date>`now()` })
    .where("statement_id", "=", statement_id)
    .where("statement", "is", null)
    .execute();
}

/** Whether the Ed25519 signature, hexadecimal, under the text is that of the key. */
export const isSignedText = (public_key: string, text: string, signature: string): boolean =>
  isSignedBy(public_key, text, Buffer.from(signature, "hex"));

/** The retirement that the entry corrects (rule R44); undefined: it is one itself. Sealed before it, as it was committed before. */
const retiredBefore = async (db: Db, entry_id: number): Promise<EntryRow | undefined> =>
  (
    await entriesBy(
      db,
      sql`e.type = 'retire' and e.reference = (
        select c.reference from journal_entry c where c.entry_id = ${entry_id} and c.type = 'correction')`,
    )
  )[0];

async function assembled(db: Db, entry_id: number, signer: SigningKey): Promise<RedemptionStatement> {
  const [retirement] = await entriesBy(db, sql`e.entry_id = ${entry_id}`);
  const head = await headAt(db);
  if (retirement === undefined || head === undefined || retirement.seq > head.size) {
    throw new Error(`The entry ${entry_id} is not sealed under a head`);
  }
  const retired = await retiredBefore(db, entry_id);
  const made = await entriesBy(
    db,
    sql`e.entry_id in (select i.entry_id from journal_leg i where i.from_sub = 'issue'
      and i.batch_id in (select l.batch_id from journal_leg l where l.entry_id = ${retired?.entry_id ?? entry_id}))`,
  );
  const own = await proven(db, retirement, head.size);
  const content = {
    v: versionOf(own.entry, retired !== undefined),
    ...own,
    ...(retired === undefined ? {} : { retirement: await proven(db, retired, head.size) }),
    head: {
      at: head.at,
      key: head.key_id,
      previous: head.previous,
      root: head.root,
      signature: head.signature,
      size: String(head.size),
      v: "1",
    },
    issues: await Promise.all(made.map((entry) => proven(db, entry, head.size))),
  };
  const unsigned = redemptionStatement.omit({ signature: true }).parse(content);
  const value = Buffer.from(signer.sign(signedText(unsigned))).toString("hex");
  return redemptionStatement.parse({ ...unsigned, signature: { key_id: signer.key_id, value } });
}

/** The version of a statement of the entry, which replaces another one or does not. */
function versionOf(entry: unknown, replaces: boolean): string | undefined {
  const said = z.object({ record: z.object({ produced: z.array(z.unknown()).optional() }) }).parse(entry);
  const days = said.record.produced !== undefined;
  return Object.entries(STATEMENT_VERSIONS).find(
    ([, version]) => version.replaces === replaces && version.days === days,
  )?.[0];
}

/** What a statement says of an entry: its public part whole, a hash of the rest, and its path. */
async function proven(db: Db, { public_part, private_part, salt, seq }: EntryRow, size: number) {
  const hidden = sha256(Buffer.concat([salt, Buffer.from(private_part)]));
  return {
    entry: JSON.parse(public_part) as unknown,
    private_hash: Buffer.from(hidden).toString("hex"),
    index: String(seq - 1),
    path: await pathOf(db, { index: seq - 1, size }),
  };
}

async function entriesBy(db: Db, which: ReturnType<typeof sql>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.entry_id, e.public_part, e.private_part, e.salt, s.seq
    from journal_entry e join journal_seal s using (entry_id) where ${which} order by s.seq`.execute(db);
  return rows;
}

/** A statement as anybody who has its key finds it. */
interface FoundStatement {
  readonly statement_id: number;
  /** As text; null: its proof is pending. */
  readonly statement: string | null;
  /** Of its redemption. */
  readonly number: string;
  /** Certificates that the ledger has retired by it. */
  readonly retired: number;
  /** The statement of the same redemption that is in force in its place, and since when; null: this one is. */
  readonly replaced: { readonly key: string; readonly at: Date } | null;
}

/** The statement of the key; undefined: no such key. */
export async function statementBy(db: Db, key: string): Promise<FoundStatement | undefined> {
  const { rows } = await sql<
    Omit<FoundStatement, "replaced"> & { later_key: string | null; later_at: Date | null }
  >`
    select s.statement_id, s.statement, r.number, l.key as later_key, l.at as later_at,
      coalesce((select sum(h.until - h.first) from certificate_holding h
        where h.reference = r.number and h.sub_account = 'retired'), 0)::int8 as retired
    from redemption_statement s join redemption r using (redemption_id)
    left join lateral (
      select n.key, e.at from redemption_statement n join journal_entry e using (entry_id)
      where n.redemption_id = s.redemption_id and n.statement_id > s.statement_id order by n.statement_id desc limit 1
    ) l on true
    where s.key = ${key}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { later_key, later_at, ...found } = row;
  const replaced = later_key === null || later_at === null ? null : { key: later_key, at: later_at };
  return { ...found, replaced };
}
