// What the public pages ask the server. Loaded when a field is touched: the schemas it brings are as big as the page.
import type { registerInvited } from "@heliograph/contract/fleet/invitations";
import type { register } from "@heliograph/contract/identity/account";
import { finishProviderSignIn, PROVIDER_REFUSED } from "@heliograph/contract/identity/oidc";
import type { signInWithCode } from "@heliograph/contract/identity/second-factor";
import type { login, LoginAnswer, SignedIn } from "@heliograph/contract/identity/session";
import { loginSid } from "@heliograph/contract/identity/sso";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import { useEffect } from "react";
import { call } from "../../platform/call.ts";
import { useContractForm } from "../../platform/form/use-contract-form.ts";
import { Refused } from "../../platform/http.ts";
import { forgetSession, portalType, startSession } from "../../platform/session.ts";
import { adoptAccountMode } from "../../platform/theme.tsx";
import type { FormValues, SenderProps } from "./public-form.tsx";

/** Keeps the session that the server has begun. */
export function keepSession(signedIn: SignedIn): void {
  startSession(signedIn);
  adoptAccountMode(signedIn.user.mode);
}

/** Keeps the session that was answered; where a code is asked for, returns the ticket that goes with it. */
function keptOrTicket(answer: LoginAnswer): string | null {
  if ("second_factor" in answer) return answer.second_factor.ticket;
  keepSession(answer);
  return null;
}

/** The form of a public call, given on to the page whenever something of it changes; signs in when the server agrees. */
export function usePublicSender(
  endpoint: typeof login | typeof register | typeof registerInvited | typeof signInWithCode,
  defaults: FormValues,
  { onForm, onRefusal, signedIn, onTicket }: SenderProps,
): void {
  const form = useContractForm(endpoint, {
    defaults,
    toBody: (values) => values,
    send: (body) => call(endpoint, { body }),
    onSaved: (answer) => {
      const ticket = keptOrTicket(answer);
      if (ticket === null) signedIn();
      else onTicket(ticket);
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

/** What came of a way back from the provider: signed in, a ticket for the second step, or why not, as the server says it. */
type CameBack = { readonly ticket: string | null } | { readonly refused: string };

/** Signs in who comes back from the provider, with what the browser kept of the way there; null: this browser began none. */
export async function signInFromProvider(
  body: Call<typeof finishProviderSignIn>["body"] | null,
): Promise<CameBack> {
  if (body === null) return { refused: PROVIDER_REFUSED };
  try {
    return { ticket: keptOrTicket(await call(finishProviderSignIn, { body })) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: error.message };
  }
}
