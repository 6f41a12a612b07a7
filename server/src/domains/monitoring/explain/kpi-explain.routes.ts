import {
  daysBetween,
  EXPLAIN_LIMITS,
  kpiExplain,
  type Answer,
  type KpiName,
  deviceName,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import {
  expectedEnergyWh,
  expectedWh,
  gridFactors,
  wholeDaySums,
  computedDays,
  kpiDays,
  kpiDaysWithDevices,
  QUARTER_MS,
  kpiProject,
  daySpanOf,
  type KpiProject,
  openingsOf,
  plannedOutagesOf,
  projectOpenings,
} from "../../kpi/index.ts";
import { correctionsOf, gridEnergiesOf, heaterOf, pricesIn } from "./kpi-explain.sql.ts";
import { explained, RULES_VERSION } from "./kpi-explanation.ts";
import { lifetimeExplained } from "./lifetime-explanation.ts";
import {
  byMonth,
  countedKinds,
  dueDays,
  type Explained,
  type ExplainedDay,
} from "./kpi-explanation-parts.ts";
import { projectDays, seriesGateways } from "../charts/production-chart.sql.ts";
import { productionDays, productionDueByDay } from "../data-quality/production-due.sql.ts";
import { peakPowerOf } from "../statistics/statistics.routes.ts";
import { heatOfDays, NO_HEAT } from "../heaters/water-heater.sql.ts";

/** What an explanation is asked for. */
interface Asked {
  readonly kpi: KpiName;
  readonly from_date: string;
  readonly to_date: string;
  /** The range, or the whole life where the figure is a total. */
  readonly scope: "range" | "lifetime";
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Figures made from pairs of energy and irradiance. */
const RATIOS: readonly KpiName[] = ["performance_ratio", "corrected_ratio", "temperature_corrected_ratio"];

/** Figures with a production in them. */
const OF_PRODUCTION: readonly KpiName[] = [
  ...RATIOS,
  "energy",
  "self_consumption",
  "estimated_share",
  "integrated_share",
  "co2",
  "saving",
];

/** Serves "How was this computed?". `now` gives ms since 1970. */
export function explainRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(kpiExplain, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, (tx, access) =>
      explanationOf(tx, access, query, now()),
    ),
  );
}

/** How a figure of the project over a range was computed, with its value. */
export async function explanationOf(
  tx: Tx,
  access: ProjectAccess,
  query: Asked,
  nowMs: number,
): Promise<Answer<typeof kpiExplain>> {
  const { kpi, from_date, to_date, scope } = query;
  const range = { from: from_date, to: to_date };
  const dates = { from_date, to_date };
  const project = await kpiProject(tx, access.project_id);
  const span = {
    from_ms: daySpanOf(project.timezone, from_date).from_ms,
    to_ms: daySpanOf(project.timezone, to_date).to_ms,
  };
  const told = await explainedDays(tx, access, project, { kpi, range, nowMs });
  const days =
    kpi === "completeness"
      ? dueDays(
          told,
          await productionDueByDay(tx, access, dates, {
            days: await productionDays(tx, access, dates),
            nowMs,
          }),
          (day) => wholeDaySums(day, project.terms, null),
        )
      : told;
  const long = daysBetween(from_date, to_date).length > EXPLAIN_LIMITS.days;
  const facts = {
    ...project,
    factors: await gridFactors(tx),
    days: long ? byMonth(days) : days,
    gateways: new Map(
      (await seriesGateways(tx, access)).map((gateway) => [gateway.gateway_id, deviceName(gateway)]),
    ),
    peak: kpi === "peak_power" ? await peakPowerOf(tx, access, { from_date, to_date }) : undefined,
    heater: await heaterOf(tx, access),
    prices: kpi === "saving" ? await pricesIn(tx, access, range) : [],
    ...(await correctionsOf(tx, access, span)),
  };
  const ofPairs = RATIOS.includes(kpi);
  return {
    kpi,
    from_date,
    to_date,
    timezone: project.timezone,
    by:
      kpi === "peak_power"
        ? (facts.peak?.by ?? null)
        : OF_PRODUCTION.includes(kpi)
          ? countedKinds(days)
          : null,
    version: RULES_VERSION,
    ...(await withLifetime(tx, explained(kpi, facts), { kpi, scope, project })),
    planned_outages: kpi === "availability" ? await leftOut(tx, access, span) : [],
    intervals: ofPairs && from_date === to_date ? await intervalsOf(tx, project, from_date, nowMs) : [],
  };
}

/** The explanation with the opening values, where the total over a lifetime was asked for. */
async function withLifetime(
  tx: Tx,
  explanation: Explained,
  { kpi, scope, project }: { kpi: KpiName; scope: "range" | "lifetime"; project: KpiProject },
) {
  if (scope === "range") return { ...explanation, lifetime: null };
  const openings = await openingsOf(tx, [project.project_id]);
  const sums = (await projectOpenings(tx, [project.project_id], await gridFactors(tx))).get(
    project.project_id,
  );
  return lifetimeExplained(kpi, explanation, { openings, sums, commissioned_on: project.commissioned_on });
}

/** The planned outages within the span, as an explanation names them. */
async function leftOut(tx: Tx, access: ProjectAccess, span: { from_ms: number; to_ms: number }) {
  const outages = await plannedOutagesOf(tx, access, span);
  return outages.map(({ from_at, to_at, reason, gateway }) => ({ from_at, to_at, reason, gateway }));
}

// oxlint-disable-next-line max-params -- the database, the proof, the project and the span of one read
async function explainedDays(
  tx: Tx,
  access: ProjectAccess,
  project: KpiProject,
  { kpi, range, nowMs }: { kpi: KpiName; range: Range; nowMs: number },
): Promise<ExplainedDay[]> {
  const days = await projectDays(tx, access, range.from, range.to);
  const grid = await gridEnergiesOf(tx, access, range);
  const heats = new Map((await heatOfDays(tx, access, range)).map((heat) => [heat.day, heat]));
  // Quarter hours are looked through only for what is made from them.
  const pairs = RATIOS.includes(kpi) ? await kpiDays(tx, project, range, nowMs) : [];
  const kpis = new Map(pairs.map((one) => [one.day, one]));
  const rated = kpi === "availability" ? days.map((day) => day.day) : [];
  const devices = new Map(
    (await kpiDaysWithDevices(tx, project, rated, nowMs)).map((day) => [day.day, day.devices]),
  );
  return days.map((day) => {
    const paired = kpis.get(day.day);
    const whole = wholeDaySums(
      day,
      project.terms,
      expectedWh(day.insolation_wh_m2, project.plant.capacity_wp),
    );
    return {
      ...NO_HEAT,
      ...heats.get(day.day),
      ...day,
      import_wh: grid.get(day.day)?.import_wh ?? null,
      export_wh: grid.get(day.day)?.export_wh ?? null,
      kpi: paired !== undefined && (paired.used > 0 || whole.reason !== null) ? paired : whole,
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
  const [computed] = await computedDays(tx, project, [day], nowMs);
  if (computed === undefined) return [];
  const { span, pairs } = computed.paired;
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
      limited: computed.limited[at] === true,
      expected_wh: expectedEnergyWh(interval, whole, computed.kappa),
    } as const;
  });
}
