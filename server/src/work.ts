// All background work of the product: every task of every domain. docs/what-runs-when.md shows it as a table.
import { trialWork } from "./domains/energy/index.ts";
import { kpiWork } from "./domains/kpi/index.ts";
import { importWork } from "./domains/telemetry/index.ts";
import type { FileStore } from "./platform/files.ts";
import type { Work } from "./platform/jobs/jobs.ts";

/** What processes with the role worker run; `imports` keeps the files of imports, in a folder that all processes share. */
export const work = (imports: FileStore): readonly Work[] => [
  ...kpiWork,
  ...trialWork(imports),
  ...importWork(imports),
];
