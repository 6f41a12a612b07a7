// Plants of the portal that a device may be registered for.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { actingFor, RECORD_READ_REFUSALS } from "../../parties/records.ts";

export const listDeviceProjects = endpoint({
  name: "listDeviceProjects",
  method: "GET",
  path: "rehash/device-projects",
  summary: "Projects of the portal that the person may look at, with what a device takes over from each",
  query: actingFor,
  answer: z.object({
    items: z.array(
      z.object({
        project_uid: z.uuid(),
        name: z.string(),
        address: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        capacity_wp: z.number(),
        commissioned_on: z.iso.date().nullable(),
        demonstration: z.boolean(),
        /** The person is an owner and may consent. */
        is_owner: z.boolean(),
      }),
    ),
  }),
  keyRight: "none",
  refusals: RECORD_READ_REFUSALS,
});
