// Slots of time as charts of a day draw them, each with means: made of readings, and kept packed by hours that are over (decision 0039).
import type pg from "pg";
import { ABOVE_RATING } from "../fold/reading-trust.ts";
import { changeArrays, ids, instants, type ReadingChange } from "../../telemetry/index.ts";

/** What charts of a day draw; columns of `chart_slots` and of `reading`. */
export const CHART_QUANTITIES = [
  "ac_power_w",
  "dc_power_w",
  "irradiance_w_m2",
  "charge_power_w",
  "discharge_power_w",
  "soc_percent",
  "collector_temperature_c",
  "tank_temperature_c",
  "outlet_temperature_c",
  "inlet_temperature_c",
  "ambient_temperature_c",
] as const;
export type ChartQuantity = (typeof CHART_QUANTITIES)[number];

/** Readings no longer than this are averaged by five minutes; longer ones are slots as they are. */
const SHORT_S = 60;
/** An hour is packed when it has been over for so long: most of what gateways send late is there by then. */
const PATIENCE = "1 minute";
const HOUR_MS = 3_600_000;
/** Packed at once, hours of devices: bounds memory and how long the ledger is held. */
const HOURS_AT_ONCE = 2000;
/** Due spans taken at once. */
const SPANS_AT_ONCE = 1000;

// Bins begin with their first instant, and the spans that readings end in begin after theirs.
const binned = (length: string) => `date_bin('${length}', r.ts, '1970-01-01 00:00:00.000001Z')`;

/** The hour, as the instant a microsecond after it begins, that a reading `r` ends in. */
const HOUR = binned("1 hour");

/** Powers that no device gives or takes far beyond its rating. */
const RATED: readonly ChartQuantity[] = ["ac_power_w", "charge_power_w", "discharge_power_w"];
/** SQL for the most that a device `d` is believed to give or take, W; null: it has no rating. */
export const MOST_POWER_W = `${ABOVE_RATING}::float8 * d.ac_nominal_w`;

const drawn = (name: ChartQuantity) =>
  RATED.includes(name) ? `(case when abs(r.${name}) > r.most_w then null else r.${name} end)` : `r.${name}`;

/**
 * A query for the chart slots of the readings `r`, each with `most_w` of MOST_POWER_W, that `source` (what follows `from`) gives: `keys`, `ends_at`, `length_s` and the
 * mean of each quantity. A slot is the interval of a reading, or five minutes with the mean of all short readings that end in them.
 */
export function chartSlotsOf(
  quantities: readonly ChartQuantity[],
  keys: readonly string[],
  source: string,
): string {
  const isShort = `r.interval_s <= ${SHORT_S}`;
  // Several times faster than avg, which also sums squares.
  const means = quantities.map((name) => `sum(${drawn(name)}::float8) / count(${drawn(name)}) as ${name}`);
  const key = keys.map((_, at) => `key_${at}, `).join("");
  const groups = keys.map((_, at) => `${at + 1}, `).join("");
  return `
    select ${key}case when is_short then at + interval '299.999999 seconds' else at end as ends_at, length_s, ${quantities.join(", ")}
    from (
      select ${keys.map((one, at) => `${one} as key_${at}, `).join("")}${isShort} as is_short,
        case when ${isShort} then ${binned("5 minutes")} else r.ts end as at,
        case when ${isShort} then 300 else r.interval_s end as length_s, ${means.join(", ")}
      from ${source}
      group by ${groups}${keys.length + 1}, ${keys.length + 2}, ${keys.length + 3}
    ) p`;
}

/**
 * Columns of a query over chart slots that pack them as the table `chart_slots` has them: `ends` counted from `originS` (SQL, seconds
 * since 1970), `lengths` and the quantities, in tenths.
 */
export function packed(quantities: readonly ChartQuantity[], originS: string): string {
  return [
    `string_agg(int4send(round((date_part('epoch', ends_at) - ${originS}) * 1000)::int4), ''::bytea) as ends`,
    `string_agg(int2send(length_s::int2), ''::bytea) as lengths`,
    ...quantities.map(
      (name) =>
        `case when count(${name}) > 0 then string_agg(float4send((round(coalesce(${name}, 'NaN') * 10) / 10)::float4), ''::bytea) end as ${name}`,
    ),
  ].join(", ");
}

/** A device's hours that lie in (from, to], ms since 1970, both on the hour. */
interface Span {
  readonly project_id: number;
  readonly device_id: number;
  readonly from: number;
  readonly to: number;
}

const hourOf = (ms: number) => (Math.ceil(ms / HOUR_MS) - 1) * HOUR_MS;

/** The hours in which the readings of the entry end. */
function hoursOf({ project_id, device_id, since, until }: ReadingChange): Span {
  return { project_id, device_id, from: hourOf(since), to: hourOf(until) + HOUR_MS };
}

/**
 * Takes away the packed hours of what has changed, and notes the hours as due. Call it in the transaction that takes the
 * rows of `changed_readings` away. `noted` holds the end of the hour that was noted last of each device, and is brought up to date.
 */
export async function unpackHours(
  client: pg.ClientBase,
  entries: readonly ReadingChange[],
  noted: Map<number, number>,
): Promise<void> {
  if (entries.length === 0) return;
  // Hours that are not over were not packed.
  await client.query({
    name: "chart_slots_unpack",
    text: `
      delete from chart_slots p using (
        select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) as e (project_id, device_id, since, until)
        where ${binned("1 hour").replace("r.ts", "e.since")} + interval '1 hour' <= now()
      ) w
      where p.project_id = w.project_id and p.device_id = w.device_id
        and p.hour_utc < w.until and p.hour_utc >= w.since - interval '1 hour'`,
    values: changeArrays(entries),
  });
  const fresh = entries.map(hoursOf).filter(({ device_id, from, to }) => {
    const isNoted = noted.get(device_id) === to && to - from === HOUR_MS;
    noted.set(device_id, to);
    return !isNoted;
  });
  await noteDue(client, fresh);
}

async function noteDue(client: pg.ClientBase, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return;
  await client.query(
    `insert into chart_slots_due (project_id, device_id, from_utc, to_utc)
     select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[])`,
    spanArrays(spans),
  );
}

function spanArrays(spans: readonly Span[]): Buffer[] {
  return [
    ids(spans, "project_id"),
    ids(spans, "device_id"),
    instants(spans.map(({ from }) => from)),
    instants(spans.map(({ to }) => to)),
  ];
}

/**
 * Packs the newest of the due hours that are over, as many as are done at once, in the caller's transaction, which must hold
 * the ledger, and forgets what was `noted` of them. Returns how many hours were looked at; 0: none is due.
 */
export async function packHours(client: pg.ClientBase, noted: Map<number, number>): Promise<number> {
  const { rows } = await client.query<Span>({
    name: "chart_slots_take",
    text: `
      with taken as (
        delete from chart_slots_due where due_id in (
          select due_id from chart_slots_due where to_utc <= now() - interval '${PATIENCE}' order by to_utc desc limit ${SPANS_AT_ONCE})
        returning project_id, device_id, from_utc, to_utc
      )
      select project_id, device_id, date_part('epoch', min(from_utc)) * 1000 as "from", date_part('epoch', to_utc) * 1000 as "to"
      from taken group by project_id, device_id, to_utc order by to_utc desc`,
  });
  const now: Span[] = [];
  const later: Span[] = [];
  let left = HOURS_AT_ONCE;
  for (const span of rows) {
    if (noted.get(span.device_id) === span.to) noted.delete(span.device_id);
    const cut = Math.max(span.from, span.to - left * HOUR_MS);
    if (cut < span.to) now.push({ ...span, from: cut });
    if (cut > span.from) later.push({ ...span, to: cut });
    left -= (span.to - cut) / HOUR_MS;
  }
  await noteDue(client, later);
  await pack(client, now);
  return HOURS_AT_ONCE - left;
}

/**
 * Packs the device's hours anew that hold readings between `since` and `until` (ms since 1970) and notes those not over. All
 * that was packed before or after goes, or only what was after where `keepsBefore`.
 */
export async function repack(
  client: pg.ClientBase,
  entry: ReadingChange,
  keepsBefore: boolean,
): Promise<void> {
  const whole = hoursOf(entry);
  await client.query(
    "delete from chart_slots where project_id = $1 and device_id = $2 and ($3::timestamptz is null or hour_utc >= $3)",
    [entry.project_id, entry.device_id, keepsBefore ? new Date(whole.from) : null],
  );
  const { rows } = await client.query<{ over: number }>(
    `select date_part('epoch', date_trunc('hour', now() - interval '${PATIENCE}', 'UTC')) * 1000 as over`,
  );
  const over = Math.min(whole.to, Math.max(whole.from, rows[0]?.over ?? whole.from));
  for (let from = whole.from; from < over; from += HOURS_AT_ONCE * HOUR_MS) {
    await pack(client, [{ ...whole, from, to: Math.min(over, from + HOURS_AT_ONCE * HOUR_MS) }]);
  }
  if (over < whole.to) await noteDue(client, [{ ...whole, from: over }]);
}

async function pack(client: pg.ClientBase, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return;
  const given =
    "unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) as w (project_id, device_id, since, until)";
  await client.query({
    name: "chart_slots_clear",
    text: `delete from chart_slots p using ${given}
      where p.project_id = w.project_id and p.device_id = w.device_id and p.hour_utc >= w.since and p.hour_utc < w.until`,
    values: spanArrays(spans),
  });
  // Bounds of all together let the executor leave the partitions of other months alone.
  const source = `(select distinct w.*, ${MOST_POWER_W} as most_w from ${given} left join device d on d.device_id = w.device_id) w
    cross join lateral (
      select r.*, w.most_w from reading r where r.project_id = w.project_id and r.device_id = w.device_id and r.ts > w.since and r.ts <= w.until
        and r.ts > $5 and r.ts <= $6 offset 0) r`;
  await client.query({
    name: "chart_slots_pack",
    text: `
      insert into chart_slots (hour_utc, project_id, device_id, ends, lengths, ${CHART_QUANTITIES.join(", ")})
      select key_2 - interval '1 microsecond', key_0, key_1, ${packed(CHART_QUANTITIES, "date_part('epoch', key_2 - interval '1 microsecond')")}
      from (${chartSlotsOf(CHART_QUANTITIES, ["r.project_id", "r.device_id", HOUR], source)} order by 1, 2, 3, ends_at, length_s) o
      group by key_0, key_1, key_2`,
    values: [
      ...spanArrays(spans),
      new Date(spans.reduce((ms, { from }) => Math.min(ms, from), Infinity)),
      new Date(spans.reduce((ms, { to }) => Math.max(ms, to), -Infinity)),
    ],
  });
}
