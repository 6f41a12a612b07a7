// The first hour of a project: what it needs until its figures can be trusted, and at which step each is given.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line } from "../kernel/text.ts";
import { projectType } from "./project-types.ts";
import { projectBody } from "./projects.ts";

/** The steps, in their order. */
export const SET_UP_STEPS = ["project", "gateway", "devices", "history", "people"] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** What is looked at, in the order it is shown, and the step at which it is given. */
export const SET_UP_ITEMS = {
  place: "project",
  capacity: "project",
  heater: "project",
  commissioned: "project",
  tariff: "project",
  gateway: "gateway",
  contact: "gateway",
  readings: "gateway",
  ratings: "devices",
  history: "history",
  people: "people",
} as const satisfies Record<string, SetUpStep>;
export type SetUpItem = keyof typeof SET_UP_ITEMS;

export const projectSetUp = endpoint({
  name: "projectSetUp",
  method: "GET",
  path: "fleet/set-up",
  summary: "The project as its form shows it, and what it still needs, for those who may change it",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({
    project: projectBody,
    /** True once readings are stored: each local day of theirs would be another one. */
    zone_is_fixed: z.boolean(),
    /** What projects of this type need. Optional: nothing is missing without it. */
    items: z.array(
      z.object({
        item: z.enum(Object.keys(SET_UP_ITEMS) as [SetUpItem, ...SetUpItem[]]),
        step: z.enum(SET_UP_STEPS),
        done: z.boolean(),
        optional: z.boolean(),
      }),
    ),
    /** Those whose items are there; a step of optional ones alone is done with them. */
    steps_done: z.array(z.enum(SET_UP_STEPS)),
    /** True: the caller does not want to see the checklist of this project any more. */
    put_away: z.boolean(),
  }),
  refusals: ["project.not_found", "project.read_only"],
});

export const putChecklistAway = endpoint({
  name: "putChecklistAway",
  method: "PUT",
  path: "fleet/set-up/away",
  summary: "Keeps whether the caller wants to see the checklist of a project",
  body: z.strictObject({ project_uid: z.uuid(), put_away: z.boolean() }),
  answer: done,
  refusals: ["project.not_found", "project.read_only"],
});

/** Most that `places` answers. */
export const MOST_PLACES = 20;

export const places = endpoint({
  name: "places",
  method: "GET",
  path: "fleet/places",
  summary:
    "Places by what is typed: coordinates, the caller's own projects, provinces and towns of the world, without asking anyone else",
  query: z.object({ keyword: line(100).pipe(z.string().min(1)) }),
  answer: z.object({
    items: z.array(
      z.object({
        kind: z.enum(["coordinates", "project", "province", "town"]),
        /** As the bundled list has it; "" of coordinates. */
        name: z.string(),
        /** ISO 3166-1, two letters; null: not known. */
        country: z.string().nullable(),
        /** The province that a town lies in. */
        region: z.string().nullable(),
        latitude: z.number(),
        longitude: z.number(),
        timezone: z.string(),
      }),
    ),
  }),
});

/** A removed project is kept for so many days; then nothing of it is left. */
export const REMOVED_KEPT_DAYS = 30;

export const listRemovedProjects = endpoint({
  name: "listRemovedProjects",
  method: "GET",
  path: "fleet/removed-projects",
  summary: "Removed projects that the caller owned and that are still kept, the last removed first",
  answer: z.object({
    items: z.array(
      z.object({
        project_uid: z.uuid(),
        name: z.string(),
        project_type: projectType,
        removed_at: z.iso.datetime(),
        /** From then on it cannot be restored. */
        kept_until: z.iso.datetime(),
      }),
    ),
  }),
});

export const restoreProject = endpoint({
  name: "restoreProject",
  method: "POST",
  path: "fleet/removed-projects/restore",
  summary: "Brings a removed project back to all that were its members; its gateways are let in again",
  body: z.strictObject({ project_uid: z.uuid() }),
  answer: done,
  refusals: ["project.not_found", "project.too_many"],
});
