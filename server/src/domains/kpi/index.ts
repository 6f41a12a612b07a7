// What others may use of the key figures: their rules, how summaries are kept true, and what people set for them.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { alarmRuleRoutes } from "./alarm-rules/alarm-rule.routes.ts";
import { contractRoutes } from "./contract-terms/contract-terms.routes.ts";
import { plannedOutageRoutes } from "./planned-outages/planned-outages.routes.ts";

export type { AlarmCause } from "./alarms/alarm-rules.ts";
export { deviatingStrings } from "./alarms/siblings.ts";
export { errorCodeOf } from "./alarms/water-heater-errors.ts";
export {
  availabilitiesOf,
  excludedOf,
  ratingWeights,
  silenceOf,
  technicalOf,
  type DeviceAvailability,
} from "./availability/availability-day.ts";
export { computedDays, kpiDays, kpiDaysWithDevices } from "./ratios/kpi-days.sql.ts";
export { kpiProject, daySpanOf, type KpiProject } from "./ratios/kpi-rows.sql.ts";
export { highestOf, peakIsOf, peakPower, type Peak } from "./ratios/peak-power.sql.ts";
export { MODULES_FIRST } from "./losses/loss-day.ts";
export { lossSums } from "./losses/loss-sums.sql.ts";
export type { InverterStep } from "./losses/loss-quarter.ts";
export type { LossRow } from "./losses/loss-row.ts";
export { gridFactors } from "./co2/emission-factors.sql.ts";
export { KPI_VERSION } from "./ratios/kpi-day.ts";
export { showsCorrected, type KpiPlant } from "./ratios/kpi-plant.ts";
export { contactLimitSeconds, isNight, type PlantPlace } from "./summaries/plant-status.ts";
export { avoidedCo2Kg, emissionFactor, isProvisional, type GridFactors } from "./co2/emission-factors.ts";
export { settleAlarms, type AlarmOf } from "./alarms/alarms.sql.ts";
export { solarFraction } from "./heat/solar-heat.ts";
export { expectedEnergyWh } from "./ratios/curtailed-energy.ts";
export {
  completenessOf,
  countedEnergyWh,
  type CountedSums,
  energyShare,
  estimatedWh,
  expectedWh,
  integratedWh,
  type DaySums,
  type ProjectEnergies,
  summedEnergies,
} from "./ratios/day-ratio.ts";
export { periodRatio, temperatureCorrected, type KpiSums, wholeDaySums } from "./ratios/key-figures.ts";
export { QUARTER_MS } from "./ratios/kpi-quarters.ts";
export {
  openingsOf,
  projectOpenings,
  type OpeningOfDevice,
  type ProjectOpening,
} from "./openings/openings.sql.ts";
export { producedBeforeWh } from "./openings/opening-energy.ts";
export { plannedOutagesOf } from "./planned-outages/planned-outages.sql.ts";
export { DEFAULT_PRICE, type Price } from "./saving/cost-saving.ts";
export { alarmCost, devicesOfAlarm, isSilence, lostIn } from "./alarms/alarm-cost.ts";
export { courseOf, silenceVerdict } from "./alarms/alarm-course.ts";
export { costPlants, courseRows, pricesAt, pricesNow, type TimedPlant } from "./alarms/alarm-cost.sql.ts";
export { guaranteedOn, simulatedOn, simulatedYear, statusBy, weighedBySun } from "./ratios/guarantee.ts";
export type { RatioOfDay } from "./ratios/latest-ratio.sql.ts";
export { refreshKeyFigures } from "./ratios/key-figures.jobs.ts";
export { refreshSummaries } from "./summaries/project-summary.sql.ts";
export { kpiWork } from "./kpi.jobs.ts";
export { refreshOutdated } from "./summaries/status-refresh.jobs.ts";
export { forgetSums } from "./summaries/status-refresh.sql.ts";

/** Serves the contract terms, the planned outages and the rules of alarms of projects. `clock` gives ms since 1970. */
export function kpiRoutes(serve: Serve, db: Db, clock: () => number = Date.now): void {
  alarmRuleRoutes(serve, db, clock);
  contractRoutes(serve, db);
  plannedOutageRoutes(serve, db);
}
