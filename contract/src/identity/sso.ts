// Single sign-on of administrators (M27, M28, M229).
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { signedIn } from "./session.ts";

/** Longest life that a sign-on token may state, from its issue to its end, seconds. */
export const SSO_TOKEN_MAX_S = 60;
/** M27, M242: what every refused sign-on says, whatever the reason. */
export const SSO_REFUSED = "Login faild";

export const loginSid = endpoint({
  name: "loginSid",
  method: "GET",
  path: "admin-center/login-sid",
  summary: "Signs an administrator in with a token of the identity provider, which is good once",
  access: "public",
  query: z.object({ auth_token: z.string().max(8192) }),
  answer: signedIn.extend({ user_id: z.uuid(), username: z.string() }),
  refusals: ["sso.refused", "too_many_attempts", "unavailable"],
});

export const logoutSid = endpoint({
  name: "logoutSid",
  method: "GET",
  path: "admin-center/logout-sid",
  summary: "Ends the administrator's session",
  access: "admin",
  answer: done,
});
