// What others may use of the fleet: projects, who may see them, their gateways and devices.
import { appConfig, type AppConfig } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { Work } from "../../platform/jobs/jobs.ts";
import { aliasRoutes } from "./aliases/alias.routes.ts";
import { apiKeyRoutes } from "./api-keys/api-key.routes.ts";
import { auditRoutes } from "./audit/audit-log.routes.ts";
import { sweepAuditWork } from "./audit/sweep-audit.jobs.ts";
import { commissioningRoutes } from "./commissioning/commissioning.routes.ts";
import { eraseWork, type ProjectStores } from "./commissioning/erase-projects.jobs.ts";
import { placeRoutes } from "./commissioning/place.routes.ts";
import { deviceRoutes } from "./gateways/device.routes.ts";
import { removedProjectRoutes } from "./commissioning/removed-project.routes.ts";
import { gatewayRoutes } from "./gateways/gateway.routes.ts";
import { invitationRoutes } from "./invitations/invitation.routes.ts";
import { memberRoutes } from "./members/member.routes.ts";
import { projectRoutes } from "./projects/project.routes.ts";
import { tariffRoutes } from "./tariffs/tariff.routes.ts";

export {
  accessAsAdmin,
  accessTo,
  accessToMany,
  inProject,
  lockProject,
  type ProjectAccess,
} from "./access/access.sql.ts";
export { doorkeeperGateway, gatewayByCredential } from "./gateways/credential.sql.ts";
export { devicesOfGateway, registerBirth } from "./gateways/devices.sql.ts";
export { firmwareById, firmwareOf } from "./firmware/firmware.sql.ts";
export { firmwareLink, firmwareRoutes, type FirmwareSettings } from "./firmware/firmware.routes.ts";
export { fileRoutes } from "./files/file.routes.ts";
export { imagesOfProject, newestImages } from "./files/file.sql.ts";
export { GATEWAY_CHANGED, GATEWAY_LOOKED_UP, projectOfGateway } from "./gateways/gateway.sql.ts";
export { GATEWAY_ARRIVAL, noteRefusedSignIn, noteSignIn, TRIES_KEPT } from "./gateways/sign-ins.sql.ts";
export { SIGN_IN_LIMITS, signInGuard, type SignInGuard } from "./gateways/sign-in-guard.ts";

/** What an account may have, as the installation sets it. */
export interface AccountLimits {
  readonly projects: number;
  /** Of all the projects that the account owns. */
  readonly gateways: number;
}
const GENEROUS: AccountLimits = { projects: 20_000, gateways: 50_000 };

/** What fleet does without being asked. */
export const fleetWork = (stores: ProjectStores): readonly Work[] => [eraseWork(stores), sweepAuditWork];

/** Serves every call by which owners set up their projects, members and gateways. */
export function fleetRoutes(
  serve: Serve,
  db: Db,
  limits: AccountLimits = GENEROUS,
  settings: Pick<AppConfig, "password_min"> = appConfig.parse({}),
): void {
  projectRoutes(serve, db, limits.projects);
  tariffRoutes(serve, db);
  memberRoutes(serve, db);
  invitationRoutes(serve, db, settings.password_min);
  gatewayRoutes(serve, db, limits.gateways);
  deviceRoutes(serve, db);
  aliasRoutes(serve, db);
  commissioningRoutes(serve, db);
  placeRoutes(serve, db);
  removedProjectRoutes(serve, db, limits.projects);
  apiKeyRoutes(serve, db);
  auditRoutes(serve, db);
}
