// The second factor: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { signedIn } from "./session.ts";

/** Recovery codes of an account, each good once; shown when they are made and never again. */
export const RECOVERY_CODES = 10;

/** What every wrong code says, whatever is wrong with it. */
export const CODE_WRONG = "The code is not correct, or was used already";

/** Six digits of the app, or a recovery code; spaces and dashes are for the eye. */
export const signInCode = z
  .string({ error: "Please enter the code" })
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(
    z
      .string()
      .min(1, { error: "Please enter the code", abort: true })
      .regex(/^(?:\d{6}|[A-Z0-9]{10})$/, "Six digits, or a recovery code of ten letters and digits"),
  );

const recoveryCodes = z.object({
  /** Like `ABCDE-FGH23`. */
  recovery_codes: z.array(z.string()).length(RECOVERY_CODES),
});

export const signInWithCode = endpoint({
  name: "signInWithCode",
  method: "POST",
  path: "login/code",
  summary: "The second step of signing in: a code for the ticket that the first step answered",
  access: "public",
  body: z.strictObject({
    ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "Must be the 43 characters of a ticket"),
    code: signInCode,
  }),
  answer: signedIn,
  refusals: ["second_factor.wrong", "sign_in.expired", "too_many_attempts"],
});

export const startSecondFactor = endpoint({
  name: "startSecondFactor",
  method: "POST",
  path: "auth/second-factor",
  keyRight: "none",
  summary: "Makes the secret of an authenticator app; it is asked for once a code of it was shown",
  answer: z.object({
    /** Base32, to be typed into the app. */
    secret: z.string(),
    /** The same as an address, to be shown as a QR code. */
    uri: z.string(),
  }),
  refusals: ["confirmation.required", "second_factor.on"],
});

export const confirmSecondFactor = endpoint({
  name: "confirmSecondFactor",
  method: "POST",
  path: "auth/second-factor/confirm",
  keyRight: "none",
  summary: "Puts the app in force by a code of it; the recovery codes are told this once",
  body: z.strictObject({ code: signInCode }),
  answer: recoveryCodes,
  refusals: ["confirmation.required", "second_factor.wrong", "second_factor.on", "too_many_attempts"],
});

export const replaceRecoveryCodes = endpoint({
  name: "replaceRecoveryCodes",
  method: "POST",
  path: "auth/second-factor/recovery-codes",
  keyRight: "none",
  summary: "Makes new recovery codes; those before are good for nothing from now on",
  answer: recoveryCodes,
  refusals: ["confirmation.required", "second_factor.off"],
});

export const endSecondFactor = endpoint({
  name: "endSecondFactor",
  method: "DELETE",
  path: "auth/second-factor",
  keyRight: "none",
  summary: "Asks for no codes any more; app and recovery codes are good for nothing from now on",
  answer: done,
  refusals: ["confirmation.required", "second_factor.off"],
});
