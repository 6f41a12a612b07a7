// Limits that every call shares, beside those of each.

/** Streams that an account may have open at a time; one more is refused with `streams.too_many`. */
export const STREAMS_PER_ACCOUNT = 10;

/**
 * Codes of 429 that only time mends: the call did nothing, and does what it is to when it is sent again after the seconds that
 * Retry-After names. `calls.too_many`: too many calls of the account or its address in a minute; `reads.too_many`: heavy reads of
 * the account already wait for their turn.
 */
export const TRY_AGAIN_LATER: readonly string[] = ["calls.too_many", "reads.too_many"];
