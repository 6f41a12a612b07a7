// What a kind of record is to the kernel of records: its life cycle, its table and what its actions do.
import type { RecordLife, RecordParty } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { Actor } from "./actor.sql.ts";

/** Columns that the table of every kind has. */
export interface RecordRow {
  readonly record_uid: string;
  /** "IS-2026-000001". */
  readonly number: string;
  readonly business_account_id: number;
  readonly status: string;
  readonly version: number;
  /** account_id of people; null: they are gone, or nobody has yet. */
  readonly created_by: number | null;
  readonly submitted_by: number | null;
  readonly created_at: Date;
  readonly changed_at: Date;
}

/** What an action's effect is given beside the record, which is locked and still in the state that it leaves. */
interface EffectContext<P> {
  readonly actor: Actor;
  /** What the command carries beside what every command does; of a timer nothing. */
  readonly payload: P;
  readonly reason: string | null;
}

/** What an effect leaves for the record's history. */
export interface EffectResult {
  /** The entry that it posted to the certificate ledger. */
  readonly entry_id?: number;
  /** Instead of that of the state: until when somebody must act. */
  readonly due_at?: Date;
  /** Members of the answer beside those of every command. */
  readonly answer?: object;
}

/** Checks the guards, throwing GuardRefusal with all that fail, and does what the action is for, in the command's transaction. */
export type Effect<Row extends RecordRow, P> = (
  tx: Tx,
  row: Row,
  context: EffectContext<P>,
) => Promise<EffectResult | void>;

export interface RecordKind<S extends string, N extends string, Row extends RecordRow, P> {
  readonly life: RecordLife<S, N>;
  readonly table: string;
  /** Of its numbers: "IS". */
  readonly prefix: string;
  /** States in which nobody but its own account sees it. */
  readonly hidden: readonly S[];
  /** False: no issuer sees it. Left out: an issuer does by the columns `registry` and `country`, once it has left `hidden`. */
  readonly hasIssuer?: false;
  /** Columns with the accounts (ids) of both parties, where two take part in it; left out: its own account alone does. */
  readonly partyColumns?: Readonly<Record<RecordParty, string>>;
  /** States in which platform operators alone see it. */
  readonly operatorsAlone?: readonly S[];
  /** Projects of the portal that it is about: whoever has a role in one decides nothing (AUTH-005). */
  readonly projectsOf?: (tx: Tx, row: Row) => Promise<readonly number[]>;
  /** Guards of actions that need two persons which hold for the first already; they throw GuardRefusal as effects do. */
  readonly firstGuards?: Partial<Record<N, (tx: Tx, row: Row, context: EffectContext<P>) => Promise<void>>>;
  /** Which records need what must be done first in their state, as an expression over the columns of the table; left out: none. */
  readonly needsFirst?: RawBuilder<boolean>;
  /** What actions do; one that is missing only changes the state. */
  readonly effects: Partial<Record<N, Effect<Row, P>>>;
}

/** Any kind, where its own types do not matter. */
// oxlint-disable-next-line typescript/no-explicit-any -- a kind is read here, never given a row of another
export type AnyKind = RecordKind<any, any, any, any>;
