import { useQuery } from "@tanstack/react-query";
import { useActing } from "../../../platform/rec/acting.ts";
import { seatsQuery } from "../../parties/seats-queries.ts";

/** Whether the person sees records here: for the account that the address names, or as issuer or platform operator; undefined: not known yet. */
export function useSees(): boolean | undefined {
  const account = useActing();
  const { data } = useQuery({ ...seatsQuery(), enabled: account === undefined });
  if (account !== undefined) return true;
  return data === undefined ? undefined : data.is_platform_operator || data.issuer_of.length > 0;
}
