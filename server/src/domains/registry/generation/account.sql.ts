// The generation account of a line of devices as people see it (certificates.md §3.1).
import {
  addDays,
  daysBetween,
  localDay,
  type Answer,
  type Day,
  type GenerationAccountFigures,
  type readGenerationAccount,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { Actor } from "../../parties/index.ts";
import { sceneOf, sourcesOf } from "./day-sources.sql.ts";
import { acceptedDays } from "../issuance/generation-ledger.sql.ts";
import type { IssuedDevice } from "../issuance/registered-devices.sql.ts";
import { chosenDay } from "./day-energy.ts";

type Shown = Answer<typeof readGenerationAccount>;

/** Years that the device's line has an account of, and the year of the day, the newest first. */
export async function vintagesOf(
  db: Db,
  { lineage_id, registry }: IssuedDevice,
  today: Day,
): Promise<number[]> {
  const rows = await db
    .selectFrom("generation_account")
    .select("vintage")
    .where("lineage_id", "=", lineage_id)
    .where("registry", "=", registry)
    .execute();
  const years = new Set([Number(today.slice(0, 4)), ...rows.map(({ vintage }) => vintage)]);
  return [...years].toSorted((a, b) => b - a);
}

interface AccountRow extends GenerationAccountFigures {
  readonly generation_account_id: number;
  readonly carried: Shown["carried"];
}

/** The account of the year with the days of its carry and what changed it; null: there is none. Requests are named to those who may open them alone (rule R30). */
export async function accountOf(
  db: Db,
  { lineage_id, registry }: IssuedDevice,
  { vintage, actor }: { vintage: number; actor: Actor },
): Promise<Pick<Shown, "account" | "carried" | "uses">> {
  const { rows } = await sql<AccountRow>`
    select generation_account_id, metered_wh, declared_wh, debt_wh, certified_wh, reserved_wh, unclaimed_wh, carry_wh, forfeited_wh,
      given_wh, carried
    from generation_account where lineage_id = ${lineage_id} and registry = ${registry} and vintage = ${vintage}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return { account: null, carried: [], uses: [] };
  const { generation_account_id, carried, ...account } = row;
  return { account, carried, uses: await usesOf(db, generation_account_id, actor) };
}

async function usesOf(
  db: Db,
  generation_account_id: number,
  { business_account_id }: Actor,
): Promise<Shown["uses"]> {
  const { rows } = await sql<
    Omit<Shown["uses"][number], "request"> & { record_uid: string | null; number: string | null }
  >`
    select case when p.issuance_id is not null then 'request' when p.type in ('forfeit', 'collect', 'restate', 'repay') then p.type else 'other' end as cause,
      case when ${business_account_id}::int4 is null or i.business_account_id = ${business_account_id} then i.record_uid end as record_uid,
      case when ${business_account_id}::int4 is null or i.business_account_id = ${business_account_id} then i.number end as number,
      i.from_day, i.to_day, sum(p.metered_wh)::int8 as metered_wh, sum(p.declared_wh)::int8 as declared_wh,
      sum(p.certified_wh)::int8 as certified_wh, sum(p.reserved_wh)::int8 as reserved_wh, sum(p.carry_wh)::int8 as carry_wh
    from generation_posting p left join issuance i using (issuance_id)
    where p.generation_account_id = ${generation_account_id}
    group by p.issuance_id, 1, i.record_uid, i.number, i.business_account_id, i.from_day, i.to_day
    order by i.from_day nulls last, min(p.generation_posting_id)`.execute(db);
  return rows.map(({ record_uid, number, ...use }) => ({
    ...use,
    request: record_uid === null || number === null ? null : { record_uid, number },
  }));
}

/** What the device's registers counted on days of the year that are over and that no request has, whole Wh. */
export async function notAskedWh(db: Db, device: IssuedDevice, vintage: number, today: Day): Promise<number> {
  const { valid_from, valid_to, registered_on } = device;
  const [begin, end] = [`${vintage}-01-01`, `${vintage}-12-31`];
  const from_day = [begin, valid_from, registered_on].toSorted().at(-1) ?? begin;
  const to_day = [end, valid_to ?? end, addDays(today, -1)].toSorted()[0] ?? end;
  if (from_day > to_day) return 0;
  const period = { from_day, to_day };
  const asked = await acceptedDays(db, device, period);
  const scene = await sceneOf(db, device, period);
  const open = daysBetween(from_day, to_day).filter((day) => !asked.has(day));
  const counted = open.map((day) => chosenDay(sourcesOf(scene, day, new Map())).wh ?? 0);
  return Math.floor(counted.reduce((sum, wh) => sum + wh, 0));
}

/** The day that it is at the device. */
export const todayOf = ({ timezone }: Pick<IssuedDevice, "timezone">, at: Date): Day =>
  localDay(timezone, at.getTime());
