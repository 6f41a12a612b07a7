// In what part the person looks at the certificate pages.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { getSeats } from "@heliograph/contract/parties/business-accounts";
import { useQuery } from "@tanstack/react-query";
import { seatsQuery } from "../../domains/parties/seats-queries.ts";
import { useActing } from "../../platform/rec/acting.ts";

type Seats = Answer<typeof getSeats>;
export type AccountSeat = Seats["accounts"][number];

/**
 * "waiting": not known yet; "unknown": it could not be asked; "first": no account is named, and this one is the person's first; "market": acting for the account named;
 * "decides": for none, as issuer or platform operator; "nobody": no role, or none in the account named.
 */
export type Seat =
  | { readonly kind: "waiting" | "unknown" | "nobody" }
  | { readonly kind: "first"; readonly account: string }
  | { readonly kind: "market"; readonly seat: AccountSeat; readonly all: readonly AccountSeat[] }
  | { readonly kind: "decides"; readonly scopes: Seats["issuer_of"]; readonly isOperator: boolean };

/** The part that somebody with these seats takes at an address that names the account, or none. */
function seatAt(seats: Seats, account: string | undefined): Seat {
  const decides = seats.issuer_of.length > 0 || seats.is_platform_operator;
  if (account === undefined) {
    const [first] = seats.accounts;
    if (first !== undefined) return { kind: "first", account: first.account };
    return decides
      ? { kind: "decides", scopes: seats.issuer_of, isOperator: seats.is_platform_operator }
      : { kind: "nobody" };
  }
  const seat = seats.accounts.find((one) => one.account === account);
  return seat === undefined ? { kind: "nobody" } : { kind: "market", seat, all: seats.accounts };
}

/** The person's part at this address. Where the seats cannot be asked, nothing is known and the pages say themselves what is refused. */
export function useSeat(): Seat {
  const account = useActing();
  const { data, isError } = useQuery(seatsQuery());
  if (data !== undefined) return seatAt(data, account);
  return { kind: isError ? "unknown" : "waiting" };
}
