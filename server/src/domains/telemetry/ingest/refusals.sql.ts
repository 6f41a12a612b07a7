// What was refused of a gateway's messages, kept for its owner to see.
import type pg from "pg";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import type { RefusalRecord } from "./reading-rows.ts";

/** Rows of refused_reading kept for each gateway: the newest. */
export const REFUSED_KEPT = 500;
/** Older rows taken away at once; what is left goes with the next refusal. */
const PRUNED_AT_ONCE = 5000;

/** Counts the refusals in the caller's transaction, adds those that are kept, and takes away what is beyond the newest. */
export async function recordRefused(client: pg.ClientBase, refused: readonly RefusalRecord[]): Promise<void> {
  await countRefused(client, refused);
  const kept = refused.filter((one) => one.countOnly !== true);
  if (kept.length > 0) await keepRefused(client, kept);
}

async function keepRefused(client: pg.ClientBase, refused: readonly RefusalRecord[]): Promise<void> {
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
    `insert into refused_reading (project_id, gateway_id, device_uid, reason, detail, t, others)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::int4[])`,
    [
      ...gateways,
      texts("device_uid"),
      texts("reason"),
      texts("detail"),
      binaryArray(
        "float8",
        refused.map((one) => one.written_t),
      ),
      binaryArray(
        "int4",
        refused.map((one) => one.others),
      ),
    ],
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

/** The calendar of every time zone changes its day at a quarter of an hour. */
const QUARTER_MS = 900_000;
/** The largest that a count can be. */
const MOST = 2_147_483_647;

/** Refusals of one device for one reason within a quarter hour, as one. */
interface Counted {
  readonly of: RefusalRecord;
  /** Start of the quarter hour, ms since 1970; null: the present one. */
  readonly bin: number | null;
  count: number;
  detail: string;
}

function counted(refused: readonly RefusalRecord[]): Counted[] {
  const all = new Map<string, Counted>();
  for (const of of refused) {
    // A reading's instant is the end of its interval.
    const bin = of.t === undefined || of.t === null ? null : Math.ceil(of.t / QUARTER_MS - 1) * QUARTER_MS;
    const key = `${of.project_id} ${of.gateway_id} ${of.reason} ${bin} ${of.device_uid}`;
    const known = all.get(key);
    if (known === undefined) all.set(key, { of, bin, count: 1, detail: of.detail });
    else {
      known.count += 1;
      known.detail = of.detail;
    }
  }
  return [...all.values()];
}

/** Adds to the counts of the days of the projects' calendars, by device of the gateway and reason; the last is the example. */
async function countRefused(client: pg.ClientBase, refused: readonly RefusalRecord[]): Promise<void> {
  const rows = counted(refused);
  await client.query(
    `insert into refused_day as d (project_id, gateway_id, device_id, day, reason, count, last_at, example)
     select r.project_id, r.gateway_id, coalesce(e.device_id, 0),
       (coalesce(to_timestamp(r.bin), now()) at time zone p.timezone)::date, r.reason,
       least(sum(r.count), ${MOST})::int4, now(), (array_agg(r.detail order by r.at desc))[1]
     from unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::int4[], $7::float8[])
       with ordinality as r(project_id, gateway_id, device_uid, reason, detail, count, bin, at)
     join project p on p.project_id = r.project_id
     left join device e on e.gateway_id = r.gateway_id and e.device_uid::text = lower(r.device_uid)
     group by 1, 2, 3, 4, 5
     -- Writers that meet take locks in one order.
     order by 1, 4, 2, 3, 5
     on conflict (project_id, day, gateway_id, device_id, reason) do update
       set count = least(d.count::int8 + excluded.count, ${MOST})::int4, last_at = excluded.last_at, example = excluded.example`,
    [
      rows.map(({ of }) => of.project_id),
      rows.map(({ of }) => of.gateway_id),
      rows.map(({ of }) => of.device_uid),
      rows.map(({ of }) => of.reason),
      rows.map(({ detail }) => detail),
      rows.map(({ count }) => count),
      rows.map(({ bin }) => (bin === null ? null : bin / 1000)),
    ],
  );
}
