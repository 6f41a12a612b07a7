// What is said of a report that could not be had (M250 to M253).
import type { TextKey } from "../../../app/texts/keys.ts";
import { Refused } from "../../../platform/http.ts";

/** From so long on a report that is rejected has run into its limit, ms (M263). */
const LONG_MS = 110_000;

/**
 * The words by how it failed: a server that gives up, or is not reached, by the time that it took; what it refuses; and
 * what nobody expected.
 */
export function reportFailure(error: unknown, elapsedMs: number): TextKey {
  if (!(error instanceof Refused)) return "An unexpected error occurred. Please try again later";
  if (error.status >= 400 && error.status < 500) return "Failed to handle project report.";
  return elapsedMs >= LONG_MS ? "An error occurred while processing the request" : "A timeout has occurred";
}
