// Which days follow from others: κ of a day is learnt from the 30 days before it.
import { addDays, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { kappaAt } from "./kappa-curve.ts";
import { kappaCurve, unitKappa, type UnitKappa } from "./kappa-sums.ts";
import { KAPPA_DAYS, type KpiDay } from "./key-figures.ts";
import type { KpiProject } from "./kpi-rows.sql.ts";
import type { UnitDay } from "./kpi-units.ts";

const learntFrom = (units: readonly UnitDay[] | undefined) =>
  JSON.stringify(
    (units ?? []).map(({ gateway_id, free }) => [
      gateway_id,
      free.energy_wh,
      free.insolation_wh_m2,
      free.insolation_c,
    ]),
  );

/**
 * Marks the days after those computed whose κ is another now, as far as it matters: what zero export held back stands in contracts and
 * follows κ exactly; elsewhere only the steps of losses do, and those may differ by a thousandth. `before`: the units that the days had.
 */
export async function outdateFollowing(
  tx: Tx,
  project: KpiProject,
  days: readonly KpiDay[],
  before: ReadonlyMap<Day, readonly UnitDay[]>,
): Promise<void> {
  const { project_id, plant } = project;
  const changed = days
    .filter((day) => learntFrom(day.units) !== learntFrom(before.get(day.day)))
    .map(({ day }) => day);
  const own = new Set(days.map(({ day }) => day));
  const { rows } = await sql<{ day: Day; units: UnitDay[]; outdated: boolean }>`
    with c as materialized (select unnest(${changed}::date[]) as day)
    select k.day::text as day, k.units, k.outdated from project_kpi_day k
    where k.project_id = ${project_id} and k.day > (select min(day) - ${KAPPA_DAYS}::int4 from c)
      and k.day <= (select max(day) + ${KAPPA_DAYS}::int4 from c) order by k.day`.execute(tx);
  const follows = rows.filter(
    ({ day, outdated }) =>
      !outdated && !own.has(day) && changed.some((one) => one < day && day <= addDays(one, KAPPA_DAYS)),
  );
  const learnt = new Map(rows.map(({ day, units }) => [day, units]));
  const outdated = plant.run_nze ? follows : follows.filter((row) => hasMoved(row, learnt, project));
  if (outdated.length === 0) return;
  await sql`
    update project_kpi_day set outdated = true
    where project_id = ${project_id} and day = any(${outdated.map(({ day }) => day)}::date[])`.execute(tx);
}

/** A change of κ that nobody sees. */
const UNSEEN = 0.001;
/** Where κ is compared, W/m². */
const LIGHTS = [300, 900];

const kappaUnder = (of: UnitKappa, light: number) => kappaAt(kappaCurve(of, "inverters"), light);

/** True where κ of the day, learnt anew, differs from the one it was computed with. */
function hasMoved(
  { day, units }: { day: Day; units: readonly UnitDay[] },
  learnt: ReadonlyMap<Day, readonly UnitDay[]>,
  { plant }: KpiProject,
): boolean {
  return units.some((unit) => {
    const sums = Array.from({ length: KAPPA_DAYS }, (_, back) => learnt.get(addDays(day, -1 - back)) ?? [])
      .flat()
      .filter(({ gateway_id }) => gateway_id === unit.gateway_id)
      .map(({ free }) => free);
    const gateway = plant.gateways.find(({ gateway_id }) => gateway_id === unit.gateway_id);
    const capacity_wp = gateway?.capacity_wp ?? plant.capacity_wp;
    const now = unitKappa(sums, { capacity_wp, gamma_per_c: plant.gamma_per_c }, plant.rules);
    return LIGHTS.some((light) => Math.abs(kappaUnder(now, light) - kappaUnder(unit, light)) > UNSEEN);
  });
}
