// The capacity of applications, which is text as it was typed.
import { sql } from "kysely";

/** W of an application's row `d`: as typed, as `wattsOfMegawatts` of the contract reads it, or of a group the sum of its devices; null where it is no number. */
export const CAPACITY_W = sql<number | null>`case
  when d.type = 'grouped' then (select sum(m.capacity_w)::int8 from registered_device m where m.device_uid = any(d.members))
  when d.fields ->> 'capacity' ~ '^\\s*\\d{1,10}(\\.\\d{1,6})?\\s*$' then ((d.fields ->> 'capacity')::numeric * 1000000)::int8 end`;
