// Posting to the certificate ledger: the one way to write it, a function of the database that checks and moves in one go.
import {
  canonicalText,
  type CanonicalValue,
  type EntryType,
  type LotChannel,
  type SerialRange,
} from "@heliograph/contract";
import { sql } from "kysely";
import pg from "pg";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { Problem } from "../../../platform/problem.ts";
import type { Batch, CertificatePlace } from "./journal.ts";

/** What a lot is: how its certificates came, what one cost (null: nothing is known) and what its holder calls it. */
export interface LotTerms {
  readonly channel: LotChannel;
  /** Decimal, at most 4 places; with its currency, ISO 4217. */
  readonly unit_cost: string | null;
  readonly currency: string | null;
  readonly label: string;
}

type Holder = Omit<CertificatePlace, "lot_id">;

/** Certificates that go from one place to another. */
export interface Move extends SerialRange {
  readonly batch_id: number;
  readonly from: Holder;
  readonly to: Holder;
  /** What lot they become: where the holder changes, and for `split`; null, they stay what they are. */
  readonly lot: LotTerms | null;
}

/** Certificates that begin to be, all of them with the account that gets them. */
interface NewBatch extends Pick<Batch, "registry" | "quantity"> {
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly device: string;
  /** Code of the registries, ES100. */
  readonly fuel: string;
  /** Of production: YYYY-MM, and its first and last local day. */
  readonly month: string;
  readonly from_day: string;
  readonly to_day: string;
  /** The issuance or import. */
  readonly source_reference: string;
  /** Merkle root of its Wh by day, hexadecimal; null: imported. */
  readonly manifest_root: string | null;
  readonly demonstration: boolean;
  readonly to: Holder;
  readonly lot: LotTerms;
  /** What an imported batch is called where it comes from. */
  readonly foreign: readonly (SerialRange & { readonly registry: string; readonly series: string })[];
}

export interface Posting {
  readonly type: EntryType;
  /** Who did it; null: the system. */
  readonly actor_id: number | null;
  /** Idempotency key, once for an actor and type. */
  readonly key: string;
  /** The record that it is about; null: none. */
  readonly reference: string | null;
  /** What everybody may read of it and what a proof carries. */
  readonly record: CanonicalValue;
  /** What only the parties may read. */
  readonly note: CanonicalValue;
  /** uid of the transfer that a reversal takes back. */
  readonly reverses: string | null;
  readonly moves: readonly Move[];
  readonly batches: readonly NewBatch[];
}

interface Posted {
  readonly entry_id: number;
  readonly entry_uid: string;
  readonly at: Date;
  /** False: the same request was posted before, and this is what it did. */
  readonly is_new: boolean;
}

/**
 * A posting that the ledger does not take. `moved`: certificates are not where they are taken from; `key_reused`: the key was used for another
 * request; `twice`: what may be once was done before (a redemption, a reversal, a serial of another registry, a batch's code); `not_allowed`: no rule
 * allows it.
 */
export class LedgerRefusal extends Error {
  readonly reason: "moved" | "key_reused" | "twice" | "not_allowed";

  constructor(reason: LedgerRefusal["reason"], cause: Error) {
    super(cause.message, { cause });
    this.reason = reason;
  }
}

/** By SQLSTATE: those of the ledger itself, a unique and an exclusion constraint. */
const REASONS: Readonly<Record<string, LedgerRefusal["reason"]>> = {
  HL409: "moved",
  HL410: "key_reused",
  HL422: "not_allowed",
  "23505": "twice",
  "23P01": "twice",
};

/** Why nothing is posted while the database is behind what was published of it (rule R24). */
const HELD =
  "The certificate ledger is read only: the database is older than what was published of its log. The operator of the platform knows.";

/**
 * Posts an entry in the transaction given, which holds the batches that it touches until it ends. Posted again with the same key
 * it does nothing and returns what the first did. Throws LedgerRefusal, after which the transaction can only be rolled back, and Problem 503
 * ledger.held while the ledger is held.
 */
export async function postEntry(
  tx: Tx,
  { moves, batches, record, note, ...entry }: Posting,
): Promise<Posted> {
  const texts = { ...entry, record: canonicalText(record), note: canonicalText(note) };
  try {
    const { rows } = await sql<Posted>`${prepared("ledger_post")}
      select * from ledger_post(${JSON.stringify(texts)}::jsonb, ${JSON.stringify(moves)}::jsonb, ${JSON.stringify(batches)}::jsonb)`.execute(
      tx,
    );
    const [posted] = rows;
    if (posted === undefined) throw new Error("The ledger returned no entry");
    return posted;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "HL503") {
      throw new Problem(503, "ledger.held", HELD);
    }
    const reason = error instanceof pg.DatabaseError ? REASONS[error.code ?? ""] : undefined;
    throw reason === undefined || !(error instanceof Error) ? error : new LedgerRefusal(reason, error);
  }
}
