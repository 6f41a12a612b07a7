// The way to an OpenID provider and back, as this tab keeps it: another browser cannot finish what this one began.

interface Visit {
  readonly browser_secret: string;
  /** What for: to sign in, or to link the account that is signed in. */
  readonly to: "sign in" | "link";
}

/** The end of a way: what it was for, and what the server wants to know of it. */
interface Returned extends Pick<Visit, "to"> {
  readonly body: {
    readonly code: string;
    readonly state: string;
    readonly iss?: string;
    readonly browser_secret: string;
  };
}

const KEY = "provider_visit";

/** Keeps the way that begins now, in the place of one that led nowhere. */
export const keepVisit = (visit: Visit): void => sessionStorage.setItem(KEY, JSON.stringify(visit));

/**
 * The way that ends here, with what stands in the address, which is taken out of it at once: it is then that of the login page. Null
 * where no way of this tab ends, or the provider has refused.
 */
export function takeReturn(): Returned | null {
  const put = new URLSearchParams(location.search);
  history.replaceState(null, "", "/");
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const [code, state, iss] = [put.get("code"), put.get("state"), put.get("iss")];
  if (kept === null || code === null || state === null) return null;
  const visit: Partial<Visit> = JSON.parse(kept);
  const { browser_secret, to } = visit;
  if (browser_secret === undefined || to === undefined) return null;
  return { to, body: { code, state, ...(iss === null ? {} : { iss }), browser_secret } };
}
