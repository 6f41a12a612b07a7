// What the public pages ask the server. Loaded when a field is touched: the schemas it brings are as big as the page.
import { register, registration } from "@heliograph/contract/identity/account";
import { loginSid } from "@heliograph/contract/identity/sso";
import { credentials, login, type SignedIn } from "@heliograph/contract/identity/session";
import type { z } from "zod";
import { call } from "../../platform/call.ts";
import { Refused } from "../../platform/http.ts";
import { endSession, projectType, startSession } from "../../platform/session.ts";
import { adoptAccountMode } from "../../platform/theme.tsx";

/** What became of a form: signed in, fields that break a rule (in English, by field), or the server's refusal. */
export type Outcome =
  | { readonly kind: "signed-in" }
  | { readonly kind: "faults"; readonly faults: Readonly<Record<string, string>> }
  | { readonly kind: "refused"; readonly message: string };
/** Values of a form by field. */
export type FormValues = Readonly<Record<string, string>>;

/** Signs in; keeps the session when the server agrees (M164, M206). */
export function signIn(values: FormValues): Promise<Outcome> {
  return submit(credentials, values, (body) => call(login, { body }));
}

/** Makes an account and signs it in (M169 to M173). */
export function signUp(values: FormValues): Promise<Outcome> {
  return submit(registration, values, (body) => call(register, { body }));
}

/**
 * Signs an administrator on with the token of a single sign-on; true when it was accepted. Else what an earlier
 * administrator's session has left in this browser is cleared.
 */
export async function signOnWith(auth_token: string): Promise<boolean> {
  try {
    const signedIn = await call(loginSid, { query: { auth_token } });
    startSession(signedIn);
    adoptAccountMode(signedIn.user.mode);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (projectType() === "admin") endSession("logout");
    return false;
  }
}

/** Checks the values, sends them, keeps the session. */
async function submit<S extends z.ZodType>(
  schema: S,
  values: FormValues,
  send: (body: z.output<S>) => Promise<SignedIn>,
): Promise<Outcome> {
  const checked = schema.safeParse(values);
  if (!checked.success) return { kind: "faults", faults: firstFaults(checked.error.issues) };
  try {
    const signedIn = await send(checked.data);
    startSession(signedIn);
    adoptAccountMode(signedIn.user.mode);
    return { kind: "signed-in" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const faults = ofBody(error.fields);
    return Object.keys(faults).length > 0
      ? { kind: "faults", faults }
      : { kind: "refused", message: error.message };
  }
}

/** The first rule that each field breaks. */
function firstFaults(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]).toReversed());
}

/** "body.email" as "email". */
function ofBody(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, rule]) => [field.replace(/^body\./, ""), rule]),
  );
}
