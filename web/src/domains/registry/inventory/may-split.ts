import { useQuery } from "@tanstack/react-query";
import { seatsQuery } from "../../parties/index.ts";

/** Whether the person may change anything for the account: traders and account managers may, viewers look. */
export function useMaySplit(account: string): boolean {
  const { data } = useQuery(seatsQuery());
  const role = data?.accounts.find((one) => one.account === account)?.role;
  return role === "trader" || role === "account_manager";
}
