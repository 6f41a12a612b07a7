import type { GuardError } from "@heliograph/contract";

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

/** A refusal by the rules of a record: one or several that were broken, the first of which names it. */
export class GuardRefusal extends Problem {
  readonly errors: readonly GuardError[];

  constructor(status: number, errors: readonly [GuardError, ...GuardError[]]) {
    const fields = errors.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]]));
    super(
      status,
      errors[0].code,
      errors[0].message,
      fields.length === 0 ? undefined : Object.fromEntries(fields),
    );
    this.errors = errors;
  }
}

/** The refusal of an address that leads nowhere, or nowhere for this caller. */
export function noSuchAddress(): Problem {
  return new Problem(404, "request.no_such_address", "There is nothing at this address");
}
