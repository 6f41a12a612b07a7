import { lossWaterfall } from "@heliograph/contract/monitoring/losses";
import { ask } from "../../../platform/api.ts";
import type { LossView } from "./losses-view.ts";

/** The waterfall of a project, or of a part of it, over the days of the view. */
export const lossQuery = (uid: string, { from_date, to_date, scope }: Omit<LossView, "step" | "period">) =>
  ask(lossWaterfall, {
    query: {
      project_uid: uid,
      from_date,
      to_date,
      ...(scope.of === "gateway" ? { gateway_uid: scope.uid } : {}),
      ...(scope.of === "device" ? { device_uid: scope.uid } : {}),
    },
  });
