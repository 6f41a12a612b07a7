// Which errors say that the database cannot be reached now, and nothing of what it was asked.

/**
 * Errors of the socket, and of PostgreSQL when it starts, stops or breaks off: classes 08 (connection exception), 53
 * (insufficient resources) and 57P (operator intervention, but for 57014, a statement that took too long). Source:
 * PostgreSQL documentation, appendix A.
 */
const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08...|53...|57P0[1-5])$/;
/** What the driver says without a code when a connection ends under a query or none is to be had in time. */
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** True when the error, or one that it was made of, says that the database is gone for now: the same may work later. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && CODES.test(error.code)) return true;
  if (WORDS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseGone)) return true;
  return error.cause !== undefined && isDatabaseGone(error.cause);
}
