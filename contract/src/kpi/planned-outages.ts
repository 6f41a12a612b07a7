// Outages that were agreed beforehand: availability leaves them out (IEC TS 63019, information category "planned").
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { someLine } from "../kernel/text.ts";
import { oneProject } from "../monitoring/portfolio.ts";
import { utcInstant } from "../kernel/units.ts";

/** Of one project, and the longest of them. */
export const OUTAGE_LIMITS = { ofProject: 500, days: 366 } as const;

const lasts = z.object({
  from_at: utcInstant,
  to_at: utcInstant,
  /** Why, as it stands in explanations. */
  reason: someLine(200),
});

const plannedOutage = lasts.extend({
  outage_uid: z.uuid(),
  /** Null: the whole project. */
  gateway_uid: z.uuid().nullable(),
  /** Alias, name or serial of the gateway. */
  gateway: z.string().nullable(),
});
export type PlannedOutage = z.output<typeof plannedOutage>;

export const listPlannedOutages = endpoint({
  name: "listPlannedOutages",
  method: "GET",
  path: "project-availability/planned-outages",
  summary: "The planned outages of a project, the latest first",
  query: oneProject,
  answer: z.object({ timezone: z.string(), items: z.array(plannedOutage) }),
  refusals: ["project.not_found"],
});

const known = (at: string) => at >= "1970" && at < "2200";

export const addPlannedOutage = endpoint({
  name: "addPlannedOutage",
  method: "POST",
  path: "project-availability/planned-outages",
  summary: "Leaves a planned outage out of the availability of a project or of one of its gateways",
  body: lasts
    .extend({
      project_uid: z.uuid(),
      /** Left out: the whole project. */
      gateway_uid: z.uuid().optional(),
    })
    // What is no instant is refused as such, and not compared: NaN is neither later nor longer.
    .refine(({ from_at, to_at }) => !(Date.parse(from_at) >= Date.parse(to_at)), {
      path: ["to_at"],
      error: "Must be after from_at",
    })
    .refine(
      ({ from_at, to_at }) => !(Date.parse(to_at) - Date.parse(from_at) > OUTAGE_LIMITS.days * 86_400_000),
      {
        path: ["to_at"],
        error: `An outage lasts ${OUTAGE_LIMITS.days} days at most`,
      },
    )
    .refine(({ from_at, to_at }) => known(from_at) && known(to_at), {
      path: ["from_at"],
      error: "Must lie in 1970 to 2199",
    }),
  answer: done.extend({ outage_uid: z.uuid() }),
  refusals: ["project.not_found", "project.read_only", "gateway.not_found", "outages.too_many"],
});

export const removePlannedOutage = endpoint({
  name: "removePlannedOutage",
  method: "DELETE",
  path: "project-availability/planned-outages",
  summary: "Takes a planned outage back: what was left out counts again",
  query: z.object({ project_uid: z.uuid(), outage_uid: z.uuid() }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "outage.not_found"],
});
