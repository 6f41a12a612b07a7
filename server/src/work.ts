// All background work of the product: every task of every domain. docs/what-runs-when.md shows it as a table.
import { rollOutWork, scheduleWork, zeroExportWork, type RollOutSettings } from "./domains/control/index.ts";
import { trialWork } from "./domains/energy/index.ts";
import { fleetWork } from "./domains/fleet/index.ts";
import { kpiWork } from "./domains/kpi/index.ts";
import { importWork } from "./domains/telemetry/index.ts";
import type { FileStore } from "./platform/files.ts";
import type { Work } from "./platform/jobs/jobs.ts";

/**
 * What processes with the role worker run. Files of projects, and those of imports, are kept in folders that all processes share.
 */
export const work = (
  stores: { files: FileStore; imports: FileStore },
  rollOuts: RollOutSettings,
): readonly Work[] => [
  ...fleetWork(stores),
  ...kpiWork,
  ...scheduleWork,
  ...zeroExportWork,
  ...rollOutWork(rollOuts),
  ...trialWork(stores.imports),
  ...importWork(stores.imports),
];
