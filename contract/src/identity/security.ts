// How an account is signed in to, and where it is signed in now.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { signInCode } from "./second-factor.ts";

/** How long a person that has proved itself again may change how the account is signed in to, minutes. */
export const CONFIRMED_MINUTES = 10;

const instant = z.iso.datetime();

/** How a session was begun; `code`: a code of the second factor came after it. */
const signInWay = z.enum([
  "password",
  "password_code",
  "passkey",
  "provider",
  "provider_code",
  "sso",
  "registration",
]);
export type SignInWay = z.output<typeof signInWay>;

export const getSecurity = endpoint({
  name: "getSecurity",
  method: "GET",
  path: "auth/security",
  keyRight: "none",
  summary: "How the account is signed in to",
  answer: z.object({
    has_password: z.boolean(),
    /** Until then what needs a proof is not asked for another; null: it is asked for. */
    confirmed_until: instant.nullable(),
    /** The address at which passkeys work; null: the installation has none that could. */
    passkey_origin: z.string().nullable(),
    passkeys: z.array(
      z.object({
        passkey_uid: z.uuid(),
        name: z.string(),
        created_at: instant,
        /** Null: not yet. */
        last_used_at: instant.nullable(),
      }),
    ),
    /** The authenticator app; null: no codes are asked for. */
    second_factor: z.object({ since: instant, recovery_codes_left: z.int() }).nullable(),
    /** The OpenID provider of the installation; null: there is none. */
    provider: z
      .object({
        name: z.string(),
        /** Whom the account is linked with there; null: with nobody. `email` null: the provider named none. */
        linked: z.object({ email: z.string().nullable(), linked_at: instant }).nullable(),
      })
      .nullable(),
  }),
});

export const confirmIdentity = endpoint({
  name: "confirmIdentity",
  method: "POST",
  path: "auth/confirm",
  keyRight: "none",
  summary:
    "Proves by the password, and a code where there is a second factor, that it is still the same person",
  body: z.strictObject({
    password: z
      .string({ error: "Please enter your password!" })
      .min(1, "Please enter your password!")
      .max(256),
    /** Needed where there is a second factor. */
    code: signInCode.optional(),
  }),
  answer: z.object({ confirmed_until: instant }),
  refusals: ["password.wrong", "second_factor.wrong", "too_many_attempts"],
});

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "auth/sessions",
  keyRight: "none",
  summary: "Where the account is signed in now: this session first, then the last used",
  answer: z.object({
    items: z.array(
      z.object({
        session_uid: z.uuid(),
        /** The session that asks. */
        is_this: z.boolean(),
        /** Like "Chrome"; null: not known. */
        browser: z.string().nullable(),
        /** Like "Windows"; null: not known. */
        system: z.string().nullable(),
        address: z.string().nullable(),
        /** Whether the account had signed in from that address, or its line, before. */
        is_known_place: z.boolean(),
        /** Null: before it was noted. */
        signed_in_by: signInWay.nullable(),
        created_at: instant,
        /** To the minute. */
        last_used_at: instant,
      }),
    ),
  }),
});

export const endOneSession = endpoint({
  name: "endOneSession",
  method: "DELETE",
  path: "auth/session",
  keyRight: "none",
  summary: "Ends a session of the account; its tokens are refused from now on",
  query: z.object({ session_uid: z.uuid() }),
  answer: done,
  refusals: ["session.not_found"],
});

export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  method: "POST",
  path: "auth/sessions/end-others",
  keyRight: "none",
  summary: "Ends every session of the account but this one",
  answer: done.extend({ ended: z.int() }),
});
