import { endpointsIn } from "../kernel/endpoint.ts";
import * as account from "./account.ts";
import * as appConfig from "./app-config.ts";
import * as session from "./session.ts";
import * as sso from "./sso.ts";

export * from "./account.ts";
export * from "./app-config.ts";
export * from "./session.ts";
export * from "./sso.ts";
export * from "./user-info.ts";

/** Every call of identity. */
export const identityEndpoints = endpointsIn(account, appConfig, session, sso);
