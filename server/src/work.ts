// All background work of the product: every task of every domain. docs/what-runs-when.md shows it as a table.
import { kpiWork } from "./domains/kpi/index.ts";
import type { Work } from "./platform/jobs/jobs.ts";

/** What processes with the role worker run. */
export const work: readonly Work[] = [...kpiWork];
