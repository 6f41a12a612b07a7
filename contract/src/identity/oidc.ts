// Signing in at an OpenID provider: there with a browser, and back with a code.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { loginAnswer } from "./session.ts";

/** Where the provider sends the browser back to, under the portal's address. */
export const PROVIDER_RETURN_PATH = "/sign-in/return";
/** What every refused return says, whatever the reason. */
export const PROVIDER_REFUSED = "The sign-in at the provider was not accepted, please try again";
/** What is said to whom the provider knows and no account is linked to. */
export const PROVIDER_UNLINKED =
  "No account is linked with this sign-in yet. Sign in as before and link it under Security";

const way = z.object({
  /** Where the browser goes. */
  url: z.url(),
  /** The browser keeps it and brings it back: another browser cannot finish what this one began. */
  browser_secret: z.string(),
});

/** What the provider has put in the address, and what the browser kept. */
const returned = z.strictObject({
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(200),
  /** RFC 9207; not every provider says it. */
  iss: z.string().max(500).optional(),
  browser_secret: z.string().min(1).max(100),
});

export const startProviderSignIn = endpoint({
  name: "startProviderSignIn",
  method: "POST",
  path: "login/provider",
  summary: "Where the browser goes to sign in at the provider",
  access: "public",
  answer: way,
  refusals: ["provider.off", "portal.address", "too_many_attempts", "unavailable"],
});

export const finishProviderSignIn = endpoint({
  name: "finishProviderSignIn",
  method: "POST",
  path: "login/provider/finish",
  summary: "Signs in who comes back from the provider; a second factor of the account is asked for",
  access: "public",
  body: returned,
  answer: loginAnswer,
  refusals: ["provider.off", "provider.refused", "provider.unlinked", "too_many_attempts", "unavailable"],
});

export const startProviderLink = endpoint({
  name: "startProviderLink",
  method: "POST",
  path: "auth/provider",
  keyRight: "none",
  summary: "Where the browser goes to link the account with a person at the provider",
  answer: way,
  refusals: ["confirmation.required", "provider.off", "provider.linked", "portal.address", "unavailable"],
});

export const finishProviderLink = endpoint({
  name: "finishProviderLink",
  method: "POST",
  path: "auth/provider/finish",
  keyRight: "none",
  summary: "Links the account with who comes back from the provider",
  body: returned,
  answer: done,
  refusals: ["provider.off", "provider.refused", "provider.linked", "unavailable"],
});

export const unlinkProvider = endpoint({
  name: "unlinkProvider",
  method: "DELETE",
  path: "auth/provider",
  keyRight: "none",
  summary: "Ends the link with the provider: nobody signs in by it from now on",
  answer: done,
  refusals: ["confirmation.required", "provider.not_linked", "sign_in.last_way"],
});
