import { accountMay } from "@heliograph/contract/parties/account-deeds";
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../../platform/rec/acting.ts";
import { seatsQuery } from "../parties/seats-queries.ts";

/**
 * Whether the person may begin and change things for the account that is acting: traders and account managers may, viewers look, and so does everybody where the
 * account's state allows nothing more, which the page's frame says. False for no account; undefined until it is known.
 */
export function useMayAct(): boolean | undefined {
  const account = useActing();
  const { data } = useQuery({ ...seatsQuery(), enabled: account !== undefined });
  if (account === undefined) return false;
  if (data === undefined) return undefined;
  const seat = data.accounts.find((one) => one.account === account);
  return seat !== undefined && seat.role !== "viewer" && accountMay(seat.status, "act");
}

/** Whether the person looks as a platform operator, for no account; undefined until it is known. */
export function useIsOperator(): boolean | undefined {
  const account = useActing();
  const { data } = useQuery({ ...seatsQuery(), enabled: account === undefined });
  return account === undefined ? data?.is_platform_operator : false;
}
