import { useQuery } from "@tanstack/react-query";
import { useActing } from "../../platform/rec/acting.ts";
import { seatsQuery } from "../parties/index.ts";

/**
 * Whether the person may change anything for the account that is acting: traders and account managers may, viewers look.
 * False for no account; undefined until it is known.
 */
export function useMayAct(): boolean | undefined {
  const account = useActing();
  const { data } = useQuery({ ...seatsQuery(), enabled: account !== undefined });
  if (account === undefined) return false;
  const role = data?.accounts.find((one) => one.account === account)?.role;
  return data === undefined ? undefined : role === "trader" || role === "account_manager";
}

/** Whether the person looks as a platform operator, for no account; undefined until it is known. */
export function useIsOperator(): boolean | undefined {
  const account = useActing();
  const { data } = useQuery({ ...seatsQuery(), enabled: account === undefined });
  return account === undefined ? data?.is_platform_operator : false;
}
