// Whose a call of a webhook is.
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Whether the call is signed with the secret, as docs/webhooks.md tells receivers to check it. */
export function isSigned(
  { headers, body }: { headers: IncomingHttpHeaders; body: string | Buffer },
  secret: string,
): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["heliograph-signature"])) ?? [];
  return createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex") === v1;
}
