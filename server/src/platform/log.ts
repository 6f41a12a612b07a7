// The log: one JSON line an event, to standard error, so that the summary on standard output stays readable.
import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** Where a secret may stand in what is logged; a second net, since requests are logged without headers at all. */
const SECRETS = [
  "authorization",
  "password",
  "access_token",
  "refresh_token",
  "auth_token",
  "credential",
  "secret",
];

/** Returns the log. Requests appear without headers, body and query string, since all three carry credentials. */
export function makeLog(level: string, to: DestinationStream = pino.destination(2)): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: "[hidden]" },
      serializers: {
        req: (request: { method?: string; url?: string; ip?: string; id?: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url?.split("?")[0],
          address: request.ip,
        }),
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    to,
  );
}
