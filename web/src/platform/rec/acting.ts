// For which business account the signed-in person acts on the certificate pages: the address says it, never the session.
import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Uid of the business account that the address names; undefined: none, as for an issuer. */
export function useActing(): string | undefined {
  const [search] = useSearchParams();
  return search.get("account") ?? undefined;
}

/** The part of a query that says for whom the person acts; issuers and platform operators act for nobody. */
export const actingAs = (account: string | undefined) => (account === undefined ? {} : { account });

/** The address of a certificate page with what it is to show, for the account that is acting. */
export function addressFor(
  account: string | undefined,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = new URLSearchParams();
  if (account !== undefined) search.set("account", account);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Returns `addressFor` for the account that is acting here. */
export function useRecAddress() {
  const account = useActing();
  return useCallback(
    (path: string, query: Readonly<Record<string, string | undefined>> = {}) =>
      addressFor(account, path, query),
    [account],
  );
}

/**
 * The values of the address's query by which a page chooses what it shows, and a function that changes some of them, the others
 * staying; undefined takes one out. Going back in the browser goes back to what was shown.
 */
export function useRecView() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return { search, change };
}
