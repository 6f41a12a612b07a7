// What owners call their gateways and devices (M113). A serial stays what it is: aliases only change what people read.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line } from "../kernel/text.ts";

/** Most gateways, and most devices, that one call may name; who has more to say says it in several. */
export const ALIASES_AT_ONCE = 1000;

/** Empty text is none: it clears (M174). */
const alias = line(200)
  .transform((text) => (text === "" ? null : text))
  .nullable();

/** True unless something is named twice: only one of the two could hold. */
const eachOnce = (uids: readonly string[]) =>
  new Set(uids.map((uid) => uid.toLowerCase())).size === uids.length;
const TWICE = "Each may be named only once";

const gatewayAlias = z.strictObject({ gateway_uid: z.uuid(), gateway_alias: alias });
const deviceAlias = z.strictObject({ gateway_uid: z.uuid(), device_uid: z.uuid(), device_alias: alias });

const ofProject = z.object({ project_uid: z.uuid() });
const refusals = ["project.not_found", "project.read_only", "device.not_found"];

export const getAlias = endpoint({
  name: "getAlias",
  method: "GET",
  path: "config/alias/get-alias",
  summary: "The aliases of a project's gateways and devices by their uid; those that have none are left out",
  query: ofProject,
  answer: z.record(z.uuid(), z.string()),
  refusals: ["project.not_found"],
});

export const setAlias = endpoint({
  name: "setAlias",
  method: "POST",
  path: "config/alias/set-alias",
  summary: "Sets the aliases that are named, all or none; null or empty text clears one",
  query: ofProject,
  body: z.strictObject({
    gateway_list: z
      .array(gatewayAlias)
      .max(ALIASES_AT_ONCE)
      .refine((items) => eachOnce(items.map(({ gateway_uid }) => gateway_uid)), TWICE)
      .optional(),
    device_list: z
      .array(deviceAlias)
      .max(ALIASES_AT_ONCE)
      .refine((items) => eachOnce(items.map(({ device_uid }) => device_uid)), TWICE)
      .optional(),
  }),
  answer: done,
  refusals: [...refusals, "gateway.not_found"],
});

export const restoreDefaultAlias = endpoint({
  name: "restoreDefaultAlias",
  method: "POST",
  path: "config/alias/restore-default",
  summary: "Clears the aliases of the gateways and devices that are named, all or none",
  query: ofProject,
  body: z.strictObject({
    /** Of devices and of gateways. */
    device_uid: z.array(z.uuid()).max(ALIASES_AT_ONCE).refine(eachOnce, TWICE),
  }),
  answer: done,
  refusals,
});
