import { finishProviderLink } from "@heliograph/contract/identity/oidc";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import { call } from "../../../platform/call.ts";
import { refusalText } from "../../../platform/http.ts";

/** What came of the way to the provider, until the page that says it is there. */
let outcome: { readonly worked: boolean; readonly message: string } | null = null;

/** Links the account that is signed in with who comes back from the provider; the page of Security says what came of it. */
export async function linkWithProvider(body: Call<typeof finishProviderLink>["body"]): Promise<void> {
  try {
    const { message } = await call(finishProviderLink, { body });
    outcome = { worked: true, message };
  } catch (error) {
    outcome = { worked: false, message: refusalText(error) };
  }
}

/** What came of it, once. */
export function takeLinkOutcome(): typeof outcome {
  const taken = outcome;
  outcome = null;
  return taken;
}
