// What the public pages ask the server. Loaded when a field is touched: the schemas it brings are as big as the page.
import type { registerInvited } from "@heliograph/contract/fleet/invitations";
import type { register } from "@heliograph/contract/identity/account";
import type { login, SignedIn } from "@heliograph/contract/identity/session";
import { loginSid } from "@heliograph/contract/identity/sso";
import { useEffect } from "react";
import { call } from "../../platform/call.ts";
import { useContractForm } from "../../platform/form/use-contract-form.ts";
import { Refused } from "../../platform/http.ts";
import { forgetSession, portalType, startSession } from "../../platform/session.ts";
import { adoptAccountMode } from "../../platform/theme.tsx";
import type { FormValues, SenderProps } from "./public-form.tsx";

/** Keeps the session that the server has begun. */
function keepSession(signedIn: SignedIn): void {
  startSession(signedIn);
  adoptAccountMode(signedIn.user.mode);
}

/** The form of a public call, given on to the page whenever something of it changes; signs in when the server agrees. */
export function usePublicSender(
  endpoint: typeof login | typeof register | typeof registerInvited,
  defaults: FormValues,
  { onForm, onRefusal, signedIn }: SenderProps,
): void {
  const form = useContractForm(endpoint, {
    defaults,
    toBody: (values) => values,
    send: (body) => call(endpoint, { body }),
    onSaved: (answer) => {
      keepSession(answer);
      signedIn();
    },
    onRefused: (error) => {
      if (!(error instanceof Refused)) onRefusal("The server cannot be reached");
      else if (Object.keys(error.fields).length === 0) onRefusal(error.message);
    },
  });
  useEffect(() => onForm(form));
}

/**
 * Signs an administrator on with the token of a single sign-on; true when it was accepted. Else what an earlier
 * administrator's session has left in this browser is cleared.
 */
export async function signOnWith(auth_token: string): Promise<boolean> {
  try {
    keepSession(await call(loginSid, { query: { auth_token } }));
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (portalType() === "admin") forgetSession("logout");
    return false;
  }
}
