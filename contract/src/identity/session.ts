// Signing in and out, and the two tokens of a session. The Authorization header carries `Bearer <access_token>`.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { userInfo } from "./user-info.ts";

/**
 * How a session is refused, fixed by M235 and M236. A client refreshes on `expired`, and clears its session on
 * `missing` and `ended`. What is no token of ours counts as none.
 */
export const SESSION_REFUSALS = {
  expired: { status: 409, code: "token.expired", message: "Token expired" },
  missing: { status: 403, code: "token.required", message: "Token is required" },
  ended: { status: 403, code: "session.ended", message: "Refresh token is expired, please re-login" },
} as const;

/** M139, M140, M262: how often a client looks at the age of its session, and from when it warns and ends. */
export const SESSION_CHECK_MS = 180_000;
export const SESSION_WARNING_DAYS = 85;
export const SESSION_MAX_DAYS = 89;

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("Bearer"),
  /** Seconds until the access token expires. */
  expires_in: z.int(),
  /** When the session ends whatever is refreshed (UTC, ISO 8601). */
  session_expires_at: z.iso.datetime(),
});
export type Tokens = z.output<typeof tokens>;

export const signedIn = tokens.extend({
  /** When the session began, Unix ms: M137 startTime. */
  start_time: z.int(),
  user: userInfo,
});
export type SignedIn = z.output<typeof signedIn>;

/** The first step was right, and the account asks for a code: the ticket is good for it, and for nothing else. */
const codeAsked = z.object({
  second_factor: z.object({
    ticket: z.string(),
    /** UTC, ISO 8601. */
    expires_at: z.iso.datetime(),
  }),
});

/** What the first step of signing in answers: a session, or that a code is needed for one. */
export const loginAnswer = z.union([signedIn, codeAsked]);
export type LoginAnswer = z.output<typeof loginAnswer>;

/** The session of a sign-in that needs no second step. Throws a RangeError where it asks for a code. */
export function sessionIn(answer: LoginAnswer): SignedIn {
  if ("second_factor" in answer) throw new RangeError("The account asks for a code of its second factor");
  return answer;
}

/** M164. */
const credentials = z.object({
  username: z
    .string({ error: "Please enter your account!" })
    .trim()
    .toLowerCase()
    .min(1, { error: "Please enter your account!", abort: true })
    .max(254)
    .regex(z.regexes.email, "Please enter a valid email address"),
  password: z.string({ error: "Please enter your password!" }).min(1, "Please enter your password!").max(256),
});

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "login",
  summary: "Signs in with e-mail and password; an account with a second factor is asked for its code then",
  access: "public",
  body: credentials,
  answer: loginAnswer,
  refusals: ["sign_in.wrong", "too_many_attempts"],
});

export const logout = endpoint({
  name: "logout",
  method: "GET",
  path: "logout",
  keyRight: "none",
  summary: "Ends the session; its tokens are refused from now on",
  answer: done,
});

export const refreshToken = endpoint({
  name: "refreshToken",
  method: "POST",
  path: "refresh-token",
  summary:
    "Gives new tokens for a refresh token, which is then spent. A repeat within 10 s gets the same successor; later, it ends the session",
  access: "public",
  /** Left out or empty: 403 `Token is required`. */
  body: z.object({ refresh_token: z.string().max(400).default("") }),
  answer: tokens,
  refusals: [SESSION_REFUSALS.missing.code, SESSION_REFUSALS.ended.code],
});

export const clearAccessToken = endpoint({
  name: "clearAccessToken",
  method: "GET",
  path: "users/clear-access-token",
  keyRight: "none",
  summary: "Ends every session of the account, this one included",
  answer: done,
});
