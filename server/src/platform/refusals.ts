// What a call that failed answers, and what of it is a fault of ours.
import type { ProblemBody } from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseGone } from "./postgres/database-gone.ts";
import { unavailable } from "./postgres/database-watch.ts";
import { GuardRefusal, Problem } from "./problem.ts";

/** Answers the error as a problem. Faults of ours are logged; a caller that left in the middle is none. */
export function refuseCall(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asProblem(error);
  if (hasLeft(error, reply)) request.log.debug({ err: error }, "the caller left");
  else if (refused.status >= 500) request.log.error({ err: error }, "request failed");
  if (refused.retryAfterSeconds !== undefined) reply.header("retry-after", refused.retryAfterSeconds);
  return reply.code(refused.status).type("application/problem+json").send(problemBody(refused, request.id));
}

/** The body of a refusal: RFC 9457 members, and the `message` and `status` of M238. */
export function problemBody(refused: Problem, requestId: string): ProblemBody {
  return {
    type: `/problems/${refused.code}`,
    title: refused.message,
    status: refused.status,
    message: refused.message,
    code: refused.code,
    request_id: requestId,
    ...(refused.fields === undefined ? {} : { fields: { ...refused.fields } }),
    ...(refused instanceof GuardRefusal ? guardsOf(refused) : {}),
  };
}

/** How Node says that the other end of a connection is gone, or that nobody waits any more. */
const LEAVING = new Set(["ECONNRESET", "EPIPE", "ECANCELED", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"]);

/** True where the error is that the caller went away; one of ours that came while it did is none of these. */
function hasLeft(error: unknown, reply: FastifyReply): boolean {
  if (!(reply.raw.destroyed || reply.raw.socket?.destroyed === true)) return false;
  return codeOf(error) === null ? isAbort(error) : LEAVING.has(codeOf(error) ?? "");
}

const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Codes of the system and of PostgreSQL (disk_full) for a disk without room. */
const DISK_FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status === 413) return new Problem(413, "request.too_large", "The request is too large");
  if (status === 415) {
    return new Problem(415, "request.not_json", "The request body must be application/json");
  }
  // Fastify's own refusals: a body that is no JSON, a malformed URL.
  if (status >= 400 && status < 500) {
    return new Problem(status, "request.malformed", "The request cannot be read");
  }
  if (DISK_FULL.has(codeOf(error) ?? "")) {
    return new Problem(507, "storage.full", "There is no room left on the server, please tell its operator");
  }
  if (isDatabaseGone(error)) {
    return unavailable();
  }
  return new Problem(500, "internal", "Internal error");
}

function guardsOf({ errors }: GuardRefusal): Pick<ProblemBody, "params" | "errors"> {
  const params = errors[0]?.params;
  return { ...(params === undefined ? {} : { params }), errors: [...errors] };
}
