// How all gateways of a project kept to zero export, for documents about the whole project.
import { addDays, startOfDay, type NzeComplianceDay, type NzeMonthSummary } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { complianceGateway, nzeDaysBetween, tracedDrills } from "./compliance.sql.ts";
import { monthSummary } from "./month-summary.ts";

/** A gateway's zero export over some days. */
interface GatewayNze {
  readonly gateway: string;
  readonly summary: NzeMonthSummary;
  /** Those that were judged, in order. */
  readonly days: readonly NzeComplianceDay[];
  readonly drills: { readonly passed: number; readonly failed: number };
}

/** The gateways of the project of which a day from `from` to `to` was judged, in the order they were added. */
export async function nzeOfProject(
  tx: Tx,
  { project_id, timezone }: ProjectAccess,
  { from, to }: { from: string; to: string },
): Promise<GatewayNze[]> {
  const gateways = await tx
    .selectFrom("gateway")
    .select("gateway_uid")
    .where("project_id", "=", project_id)
    .where("removed_at", "is", null)
    .orderBy("gateway_id")
    .execute();
  const found: GatewayNze[] = [];
  for (const { gateway_uid } of gateways) {
    const of = await complianceGateway(tx, gateway_uid);
    const days = of === undefined ? [] : await nzeDaysBetween(tx, of.gateway_id, { from, to });
    if (of === undefined || days.length === 0) continue;
    const span = { from_ms: startOfDay(timezone, from), to_ms: startOfDay(timezone, addDays(to, 1)) };
    const drills = await tracedDrills(tx, of.gateway_id, { limit: 400, offset: 0, ...span });
    const ended = (result: "passed" | "failed") => drills.items.filter((one) => one.result === result).length;
    found.push({
      gateway: of.gateway.alias,
      summary: monthSummary(days),
      days: days.map(({ figures }) => figures),
      drills: { passed: ended("passed"), failed: ended("failed") },
    });
  }
  return found;
}
