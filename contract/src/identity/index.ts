import { endpointsIn } from "../kernel/endpoint.ts";
import * as account from "./account.ts";
import * as appConfig from "./app-config.ts";
import * as oidc from "./oidc.ts";
import * as passkeys from "./passkeys.ts";
import * as secondFactor from "./second-factor.ts";
import * as security from "./security.ts";
import * as session from "./session.ts";
import * as sso from "./sso.ts";
import * as ofUser from "./user-info.ts";

export * from "./account.ts";
export * from "./app-config.ts";
export * from "./oidc.ts";
export * from "./passkeys.ts";
export * from "./second-factor.ts";
export * from "./security.ts";
export * from "./session.ts";
export * from "./sso.ts";
export * from "./user-info.ts";

/** Every call of identity. */
export const identityEndpoints = endpointsIn(
  account,
  ofUser,
  appConfig,
  session,
  sso,
  security,
  passkeys,
  secondFactor,
  oidc,
);
