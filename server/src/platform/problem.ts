/** A refusal the caller can act on. Whatever else is thrown is a bug and answers 500. */
export class Problem extends Error {
  readonly status: number;
  /** Stable, dotted; what programs and translations branch on. */
  readonly code: string;
  /** Rule by field, for input that is not valid; keys like "body.email". */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which the caller may try again; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  // oxlint-disable-next-line max-params -- the order is that of the wire, and most callers stop after three
  constructor(
    status: number,
    code: string,
    message: string,
    fields?: Record<string, string>,
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The refusal of an address that leads nowhere, or nowhere for this caller. */
export function noSuchAddress(): Problem {
  return new Problem(404, "request.no_such_address", "There is nothing at this address");
}
