// What a feature of reports says of the runs that it makes: how a request becomes a file.
import type { RunKindName } from "@heliograph/contract";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { KeptDocument } from "../../../platform/documents/document.sql.ts";
import type { RunRow } from "./run.sql.ts";

/** What whoever makes a run is given. */
export interface RunAtWork {
  /** One connection for the whole run, whose statement is ended when the run is. */
  readonly db: Db;
  /** Whose run it is: what it reads is proven again by `accessToMany`. */
  readonly session: { readonly account_id: number };
  readonly run: RunRow;
  /** Aborted when the run is ended, or the process. */
  readonly signal: AbortSignal;
  /** Notes how far it is, 0 to 1, and throws when the run was ended: to be called between the steps of the work. */
  readonly progress: (share: number) => void;
}

/** The file that came of a run. */
interface RunMade {
  readonly name: string;
  readonly mime: string;
  /** Whole, or as it is made. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** What it says, to be read again. */
  readonly facts?: object;
}

/** A kind of run. */
export interface RunKind {
  readonly kind: RunKindName;
  readonly make: (request: unknown, at: RunAtWork) => Promise<RunMade>;
  /** What else is true once it is made, in the transaction that says so. */
  readonly finished?: (tx: Tx, run: RunRow, document: KeptDocument) => Promise<void>;
}

/**
 * States a kind: what `request` holds it to, and what makes it. A Problem that `make` throws ends the run at once with its code and
 * words; any other error is tried again.
 */
export function runKind<R>(
  kind: RunKindName,
  request: z.ZodType<R>,
  make: (request: R, at: RunAtWork) => Promise<RunMade>,
  finished?: RunKind["finished"],
): RunKind {
  return {
    kind,
    make: (given, at) => make(request.parse(given), at),
    ...(finished === undefined ? {} : { finished }),
  };
}
