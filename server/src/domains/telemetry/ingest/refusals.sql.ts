// What was refused of a gateway's messages, kept for its owner to see.
import type pg from "pg";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import type { RefusalRecord } from "./reading-rows.ts";

/** Rows of refused_reading kept for each gateway: the newest. */
export const REFUSED_KEPT = 500;
/** Older rows taken away at once; what is left goes with the next refusal. */
const PRUNED_AT_ONCE = 5000;

/** Adds the refusals in the caller's transaction and takes away what is beyond the newest of the same gateways. */
export async function recordRefused(client: pg.ClientBase, refused: readonly RefusalRecord[]): Promise<void> {
  const numbers = (key: "project_id" | "gateway_id") =>
    binaryArray(
      "int4",
      refused.map((one) => one[key]),
    );
  const texts = (key: "device_uid" | "reason" | "detail") =>
    binaryTextArray(
      "text",
      refused.map((one) => one[key]),
    );
  const gateways = [numbers("project_id"), numbers("gateway_id")];
  await client.query(
    `insert into refused_reading (project_id, gateway_id, device_uid, reason, detail)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[])`,
    [...gateways, texts("device_uid"), texts("reason"), texts("detail")],
  );
  await client.query(
    `delete from refused_reading r
     using (select distinct * from unnest($1::int4[], $2::int4[])) as g(project_id, gateway_id)
     cross join lateral (
       select refused_id from refused_reading x
       where x.project_id = g.project_id and x.gateway_id = g.gateway_id
       order by at desc, refused_id desc offset $3 limit $4
     ) old
     where r.refused_id = old.refused_id`,
    [...gateways, REFUSED_KEPT, PRUNED_AT_ONCE],
  );
}
