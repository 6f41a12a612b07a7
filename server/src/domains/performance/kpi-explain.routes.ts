import { kpiExplain, type Answer } from "@heliograph/contract";
import type { Db, Tx } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { inProject, type ProjectAccess } from "../fleet/index.ts";
import { expectedEnergyWh } from "./curtailed-energy.ts";
import { expectedWh } from "./day-ratio.ts";
import { wholeDaySums } from "./key-figures.ts";
import { computedDays, kpiDays, kpiDaysWithDevices } from "./kpi-days.sql.ts";
import { correctionsOf, exportsOf, pricesIn } from "./kpi-explain.sql.ts";
import { explained, RULES_VERSION, type ExplainedDay } from "./kpi-explanation.ts";
import { QUARTER_MS } from "./kpi-quarters.ts";
import { kpiProject, spanOf, type KpiProject } from "./kpi-rows.sql.ts";
import { projectDays, seriesGateways } from "./production-chart.sql.ts";
import { calledBy } from "./project-figures.ts";

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Serves "How was this computed?". `now` gives ms since 1970. */
export function explainRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(kpiExplain, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const { kpi, from_date, to_date } = query;
      const range = { from: from_date, to: to_date };
      const project = await kpiProject(tx, access.project_id);
      const span = {
        from_ms: spanOf(project.timezone, from_date).from_ms,
        to_ms: spanOf(project.timezone, to_date).to_ms,
      };
      const facts = {
        ...project,
        days: await explainedDays(tx, access, project, { range, nowMs: now() }),
        gateways: new Map(
          (await seriesGateways(tx, access)).map((gateway) => [gateway.gateway_id, calledBy(gateway)]),
        ),
        prices: kpi === "saving" ? await pricesIn(tx, access, range) : [],
        ...(await correctionsOf(tx, access, span)),
      };
      const ofPairs = kpi === "performance_ratio" || kpi === "corrected_ratio";
      return {
        kpi,
        from_date,
        to_date,
        timezone: project.timezone,
        version: RULES_VERSION,
        ...explained(kpi, facts),
        intervals: ofPairs && from_date === to_date ? await intervalsOf(tx, project, from_date, now()) : [],
      };
    }),
  );
}

// oxlint-disable-next-line max-params -- the database, the proof, the project and the span of one read
async function explainedDays(
  tx: Tx,
  access: ProjectAccess,
  project: KpiProject,
  { range, nowMs }: { range: Range; nowMs: number },
): Promise<ExplainedDay[]> {
  const days = await projectDays(tx, access, range.from, range.to);
  const exported = await exportsOf(tx, access, range);
  const kpis = new Map((await kpiDays(tx, project, range, nowMs)).map((kpi) => [kpi.day, kpi]));
  const names = days.map((day) => day.day);
  const devices = new Map(
    (await kpiDaysWithDevices(tx, project, names, nowMs)).map((day) => [day.day, day.devices]),
  );
  return days.map((day) => {
    const kpi = kpis.get(day.day);
    const whole = wholeDaySums(
      day,
      project.terms,
      expectedWh(day.insolation_wh_m2, project.plant.capacity_wp),
    );
    return {
      ...day,
      export_wh: exported.get(day.day) ?? null,
      kpi: kpi !== undefined && (kpi.used > 0 || whole.reason !== null) ? kpi : whole,
      devices: devices.get(day.day) ?? [],
    };
  });
}

/** The quarter hours of the day one by one, as far as they were looked at. */
async function intervalsOf(
  tx: Tx,
  project: KpiProject,
  day: string,
  nowMs: number,
): Promise<Answer<typeof kpiExplain>["intervals"]> {
  const [made] = await computedDays(tx, project, [day], nowMs);
  if (made === undefined) return [];
  const { span, pairs } = made.paired;
  const whole = { ...project.plant, ac_nominal_w: null };
  const darkBelow = project.plant.rules.min_irradiance_w_m2;
  return pairs.intervals.flatMap((interval, at) => {
    if (pairs.looked_at[at] !== true) return [];
    const { energy_wh, irradiance_w_m2, module_temperature_c } = interval;
    const reason =
      irradiance_w_m2 === null
        ? "no_irradiance"
        : irradiance_w_m2 < darkBelow
          ? "dark"
          : energy_wh === null
            ? "no_energy"
            : null;
    return {
      until: new Date(span.from_ms + (at + 1) * QUARTER_MS).toISOString(),
      reason,
      energy_wh,
      irradiance_w_m2,
      module_temperature_c,
      limited: made.limited[at] === true,
      expected_wh: expectedEnergyWh(interval, whole, made.kappa),
    } as const;
  });
}
