/**
 * The sign-on token in the address (M27), or null. It is taken out of the address at once, so that it is neither seen nor
 * kept by the browser's history; the address is then that of the login page.
 */
export function takeAuthToken(): string | null {
  const token = new URLSearchParams(location.search).get("auth_token");
  if (token !== null) history.replaceState(null, "", "/");
  return token;
}
