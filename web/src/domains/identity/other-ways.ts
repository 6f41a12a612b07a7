// Ways to sign in beside the password, loaded when one of them is pressed: with what they bring they are as large as the login page.
import { startProviderSignIn } from "@heliograph/contract/identity/oidc";
import { passkeySignInOptions, signInWithPasskey } from "@heliograph/contract/identity/passkeys";
import { startAuthentication } from "@simplewebauthn/browser";
import { call } from "../../platform/call.ts";
import { Refused } from "../../platform/http.ts";
import { keepVisit } from "../../platform/session/provider-visit.ts";
import { keepSession } from "./sign-in.ts";

/** Signs in with a passkey of this device or one near by; returns why not, or null. */
export async function signInByPasskey(): Promise<string | null> {
  try {
    const { options } = await call(passkeySignInOptions, {});
    const made = await startAuthentication({ optionsJSON: options });
    const { id, rawId, response } = made;
    const credential = { id, rawId, type: "public-key" as const, response };
    keepSession(await call(signInWithPasskey, { body: { credential } }));
    return null;
  } catch (error) {
    // Else its person has turned it down, or the browser has.
    return error instanceof Refused ? error.message : "No passkey was chosen";
  }
}

/** Leads the browser to the provider; returns why not. */
export async function goToProvider(): Promise<string | null> {
  try {
    const { url, browser_secret } = await call(startProviderSignIn, {});
    keepVisit({ browser_secret, to: "sign in" });
    location.assign(url);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
