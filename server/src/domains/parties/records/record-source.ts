// A kind of record as lists, counters and notices over several kinds ask it.
import type { WaitingKind } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { AnyKind } from "./record-kind.ts";

/** A kind of record, what its records are about and where they are found. */
export interface RecordSource {
  readonly service: WaitingKind;
  readonly kind: AnyKind;
  /** What a record is about, as an expression over the columns of its table. */
  readonly title: RawBuilder<string>;
  /** Uid of the business account on whose page it is found, as such an expression; left out: it has a page of its own. */
  readonly account?: RawBuilder<string>;
  /** Uid of the record on whose page it is found, as such an expression; left out: on its own. */
  readonly page?: RawBuilder<string>;
}
