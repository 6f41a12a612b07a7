import type { Endpoint } from "./kernel/endpoint.ts";
import { identityEndpoints } from "./identity/index.ts";
import { fleetEndpoints } from "./fleet/index.ts";
import { supportEndpoints } from "./support/index.ts";
import { telemetryEndpoints } from "./telemetry/index.ts";
import { kpiEndpoints } from "./kpi/index.ts";
import { monitoringEndpoints } from "./monitoring/index.ts";
import { adminEndpoints } from "./admin/index.ts";
import { controlEndpoints } from "./control/index.ts";
import { noticesEndpoints } from "./notices/index.ts";
import { partiesEndpoints } from "./parties/index.ts";
import { reportsEndpoints } from "./reports/index.ts";
import { registryEndpoints } from "./registry/index.ts";
import { settlementEndpoints } from "./settlement/index.ts";

export * from "./admin/index.ts";
export * from "./control/index.ts";
export * from "./fleet/index.ts";
export * from "./identity/index.ts";
export * from "./kernel/index.ts";
export * from "./kpi/index.ts";
export * from "./monitoring/index.ts";
export * from "./notices/index.ts";
export * from "./parties/index.ts";
export * from "./registry/index.ts";
export * from "./reports/index.ts";
export * from "./settlement/index.ts";
export * from "./support/index.ts";
export * from "./telemetry/index.ts";

/** Every call of the product, by the domain that serves it. A test checks that the server serves each of them. */
export const apiByDomain: Readonly<Record<string, readonly Endpoint[]>> = {
  identity: identityEndpoints,
  fleet: fleetEndpoints,
  support: supportEndpoints,
  telemetry: telemetryEndpoints,
  kpi: kpiEndpoints,
  monitoring: monitoringEndpoints,
  control: controlEndpoints,
  notices: noticesEndpoints,
  reports: reportsEndpoints,
  registry: registryEndpoints,
  settlement: settlementEndpoints,
  admin: adminEndpoints,
  parties: partiesEndpoints,
};

/** Every call of the product. */
export const api: readonly Endpoint[] = Object.values(apiByDomain).flat();
