import { endpointsIn } from "../kernel/endpoint.ts";
import * as aliases from "./aliases.ts";
import * as apiKeys from "./api-keys.ts";
import * as audit from "./audit.ts";
import * as commissioning from "./commissioning.ts";
import * as files from "./files.ts";
import * as firmware from "./firmware.ts";
import * as gateways from "./gateways.ts";
import * as invitations from "./invitations.ts";
import * as members from "./members.ts";
import * as projects from "./projects.ts";

export * from "./aliases.ts";
export * from "./api-keys.ts";
export * from "./asset-types.ts";
export * from "./audit.ts";
export * from "./commissioning.ts";
export * from "./files.ts";
export * from "./firmware.ts";
export * from "./gateways.ts";
export * from "./invitations.ts";
export * from "./members.ts";
export * from "./project-types.ts";
export * from "./projects.ts";

/** Every call of fleet. */
export const fleetEndpoints = endpointsIn(
  aliases,
  apiKeys,
  audit,
  commissioning,
  files,
  firmware,
  gateways,
  invitations,
  members,
  projects,
);
