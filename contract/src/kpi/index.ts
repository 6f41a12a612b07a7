import { endpointsIn } from "../kernel/endpoint.ts";
import * as alarmRules from "./alarm-rules.ts";
import * as contractTerms from "./contract-terms.ts";
import * as plannedOutages from "./planned-outages.ts";

export * from "./alarm-rules.ts";
export * from "./contract-terms.ts";
export * from "./planned-outages.ts";

/** Every call of kpi. */
export const kpiEndpoints = endpointsIn(alarmRules, contractTerms, plannedOutages);
