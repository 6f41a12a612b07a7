/**
 * Why passkeys cannot work on this page; null: they can. "address": browsers give them to HTTPS under a name and to localhost alone;
 * "browser": it has none.
 */
export function passkeyObstacle(): "address" | "browser" | null {
  const isNumbers = /^[\d.]+$|^\[/.test(location.hostname);
  if (!globalThis.isSecureContext || isNumbers) return "address";
  return typeof PublicKeyCredential === "undefined" ? "browser" : null;
}
