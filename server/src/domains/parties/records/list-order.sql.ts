// In which order lists of records come.
import { sql, type RawBuilder } from "kysely";

/** Ascending or descending. */
export const wayOf = (order_type: "asc" | "desc"): RawBuilder<unknown> =>
  order_type === "asc" ? sql`asc` : sql`desc`;

/** The place of a state among those of its life cycle, so that a list by state goes as its tabs do. */
export const placeInOrder = (states: readonly string[], status: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(${[...states]}::text[], ${status})`;

/** Until when somebody must act on the record; null: it waits for nobody, or without end. */
export const dueOf = (
  { life }: { life: { entity: string } },
  record_uid: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select l.due_at from record_deadline l where l.entity = ${life.entity} and l.record_uid = ${record_uid})`;
