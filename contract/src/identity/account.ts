// How an account is made, and how its password changes.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { ILL_FORMED, wellFormed } from "../kernel/text.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { signedIn } from "./session.ts";

/** Longest password read; ASVS 5.0 6.2.9 asks for at least 64. */
const PASSWORD_MAX = 256;

/** Texts of M165 to M173. `tooShort` names the minimum of the installation (app-config: password_min). */
export const PASSWORD_TEXTS = {
  missing: "Please enter your password!",
  tooShort: (least: number) => `Password at least ${least} characters`,
  tooCommon: "This password is one of the most common ones, please choose another",
  differs: "Confirmation password does not match",
  wrongOld: "Old password is not correct!",
} as const;

/** A password that is set; the installation's minimum is the server's to judge. */
export const password = z
  .string({ error: PASSWORD_TEXTS.missing })
  .min(1, PASSWORD_TEXTS.missing)
  .max(PASSWORD_MAX);

/** M170: the full name of who makes an account. */
export const personName = z
  .string({ error: "Please enter your full name." })
  .trim()
  .min(1, { error: "Please enter your full name.", abort: true })
  .max(200)
  .regex(/^\P{Cc}*$/u, "Control characters are not allowed")
  .refine(wellFormed, ILL_FORMED)
  .refine((name) => name.split(/\s+/u).length >= 2, "Please enter at least two words");

/** M173: the password once more. */
export const retyped = z
  .string({ error: "Please enter your confirm password" })
  .min(1, "Please enter your confirm password");
/** What is said where the two differ. */
export const RETYPED_DIFFERS = { path: ["retypePassword"], error: "Confirm password is not match" };

/** M170 to M173. A password shorter than the installation's minimum is refused with the field `body.password`. */
export const registration = z
  .object({
    fullname: personName,
    email: z
      .string({ error: "Please enter your email" })
      .trim()
      .toLowerCase()
      .min(1, { error: "Please enter your email", abort: true })
      .max(254)
      .regex(z.regexes.email, "Please enter a valid email address"),
    password,
    retypePassword: retyped,
  })
  .refine((body) => body.password === body.retypePassword, RETYPED_DIFFERS);

export const register = endpoint({
  name: "register",
  method: "POST",
  path: "auth/local/register",
  summary: "Makes an account and signs it in",
  access: "public",
  body: registration,
  answer: signedIn,
  refusals: ["registration.closed", "account.exists", "too_many_attempts"],
});

/** M165 to M168; new and confirmation must match, the minimum is the installation's. */
const passwordChange = z
  .object({
    old_password: password,
    new_password: password,
    confirm_new_password: z.string({ error: PASSWORD_TEXTS.missing }).min(1, PASSWORD_TEXTS.missing),
    /** The login name of the signed-in account. */
    username: z.string().trim().toLowerCase().max(254),
  })
  .refine((body) => body.new_password === body.confirm_new_password, {
    path: ["confirm_new_password"],
    error: PASSWORD_TEXTS.differs,
  });

export const changePassword = endpoint({
  name: "changePassword",
  method: "POST",
  path: "auth/change-password",
  keyRight: "none",
  summary: "Changes the password and ends every other session of the account",
  body: passwordChange,
  answer: done,
  refusals: ["password.wrong", "too_many_attempts"],
});

export const forgotPassword = endpoint({
  name: "forgotPassword",
  method: "POST",
  path: "forgot-password",
  summary: "Tells how to get a new password; answers alike for known and unknown addresses",
  access: "public",
  body: z.object({
    email: z
      .string({ error: "Please enter your email" })
      .trim()
      .toLowerCase()
      .min(1, { error: "Please enter your email", abort: true })
      .max(254)
      .regex(z.regexes.email, "Please enter a valid email address"),
  }),
  answer: done.extend({ hotline: z.string().nullable() }),
  refusals: ["too_many_attempts"],
});
