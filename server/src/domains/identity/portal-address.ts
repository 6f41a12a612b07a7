// The address of the portal, for what holds only there: passkeys, and the way back from a provider.

/**
 * The origin under which browsers reach the portal: that of PUBLIC_URL; where none is set, http://localhost at the port that was
 * asked. Null where neither is so. One rule for all: what a caller says of its host is believed of localhost alone, which is the
 * caller's own machine.
 */
export function portalOrigin(publicUrl: string | undefined, host: string): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return /^localhost(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).origin
    : null;
}

/** The same where passkeys work: by HTTPS under a name, or at localhost (W3C Web Authentication, 5.1). Null elsewhere. */
export function passkeyOrigin(publicUrl: string | undefined, host: string): string | null {
  const origin = portalOrigin(publicUrl, host);
  if (origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return hostname === "localhost" || (protocol === "https:" && !isAddress) ? origin : null;
}
