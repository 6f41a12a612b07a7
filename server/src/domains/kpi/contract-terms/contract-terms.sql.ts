import type { PerformanceTerms } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

const share = (percent: number) => percent / 100;
const shareOrNull = (percent: number | null) => (percent === null ? null : percent / 100);

/** Sets the terms of the project; its days are computed anew by them. */
export async function putTerms(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  terms: PerformanceTerms,
  account_id: number,
): Promise<void> {
  const { normal, warning, minor, major } = terms.status_from_percent;
  const row = {
    starts_on: terms.starts_on,
    degradation_per_year: share(terms.degradation_percent_per_year),
    guaranteed_year: shareOrNull(terms.guaranteed_year_percent),
    guaranteed_month: terms.guaranteed_month_percent?.map(share) ?? null,
    simulated_year: shareOrNull(terms.pvsyst_year_percent),
    simulated_month: terms.pvsyst_month_percent?.map(share) ?? null,
    gamma_per_c: share(terms.gamma_percent_per_c),
    rated_from_w_m2: terms.rated_from_w_m2,
    pair_from_w_m2: terms.pair_from_w_m2,
    min_completeness: share(terms.min_completeness_percent),
    min_insolation_wh_m2: terms.min_insolation_wh_m2,
    status_from: [normal, warning, minor, major].map(share),
    changed_at: new Date(),
    changed_by: account_id,
  };
  await tx
    .insertInto("performance_contract")
    .values({ project_id, ...row })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
    .execute();
}
