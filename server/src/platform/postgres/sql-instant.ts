// Instants in statements.
import { sql, type RawBuilder } from "kysely";

/** SQL of an instant, of ms since 1970. Throws RangeError for what is beyond the years that dates have. */
export const sqlInstant = (ms: number): RawBuilder<Date> =>
  sql<Date>`${new Date(ms).toISOString()}::timestamptz`;
