import { changePreferences, getUserInfo } from "@heliograph/contract/identity/user-info";
import { logout } from "@heliograph/contract/identity/session";
import { logoutSid } from "@heliograph/contract/identity/sso";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask, useCall } from "../../platform/api.ts";
import { call } from "../../platform/call.ts";
import { forgetSession, keepAccount, portalType } from "../../platform/session.ts";
import { useTheme, type ModeChoice } from "../../platform/theme.tsx";

/** Who is signed in. */
export const accountQuery = () => ({ ...ask(getUserInfo, {}), staleTime: 5 * 60_000 });

/** The signed-in account, asked for once a visit; the browser keeps it for the next first paint. */
export function useAccount() {
  const account = useQuery(accountQuery());
  useEffect(() => {
    if (account.data !== undefined) keepAccount(account.data);
  }, [account.data]);
  return account;
}

/** Returns the function that chooses the colours: in this browser at once, and for the account, which brings them to others (M99). */
export function useChooseMode(): (mode: ModeChoice) => void {
  const { choose } = useTheme();
  const { mutate } = useCall(changePreferences, [getUserInfo]);
  return (mode) => {
    choose(mode);
    // Where the server cannot keep it the choice holds in this browser.
    mutate({ body: { mode } });
  };
}

/** Returns the function that signs out (administrators by a call of their own, M28): here at once, at the server as soon as it hears of it. */
export function useSignOut(): () => Promise<void> {
  return async () => {
    const out = portalType() === "admin" ? logoutSid : logout;
    // Signed out here even when the server cannot be reached; its session then ends by age.
    await call(out, {}).catch(() => null);
    forgetSession("logout");
  };
}
