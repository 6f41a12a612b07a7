// What others may use of the fleet: projects, who may see them, their gateways and devices.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { gatewayRoutes } from "./gateway.routes.ts";
import { memberRoutes } from "./member.routes.ts";
import { projectRoutes } from "./project.routes.ts";

export {
  accessAsAdmin,
  accessTo,
  accessToMany,
  inProject,
  lockProject,
  type ProjectAccess,
  type Want,
} from "./access.sql.ts";
export { birthFaults, type Birth } from "./birth.ts";
export { doorkeeperGateway, gatewayByCredential } from "./credential.sql.ts";
export { devicesOfGateway, registerBirth, type KnownDevice } from "./devices.sql.ts";
export { fileRoutes } from "./file.routes.ts";
export { imagesOfProject, newestImages } from "./file.sql.ts";
export { GATEWAY_CHANGED } from "./gateway.sql.ts";
export { SIGN_IN_LIMITS, signInGuard, type SignInGuard } from "./sign-in-guard.ts";

/** Serves every call by which owners set up their projects, members and gateways. */
export function fleetRoutes(serve: Serve, db: Db): void {
  projectRoutes(serve, db);
  memberRoutes(serve, db);
  gatewayRoutes(serve, db);
}
