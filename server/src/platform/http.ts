// The only module that knows Fastify: parse, call, encode, refuse.
import type { Endpoint, ProblemBody } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { z } from "zod";
import { attachmentHeaders, type Attachment } from "./attachment.ts";
import { eventStreams, type Send } from "./event-stream.ts";
import { isDatabaseGone } from "./database-gone.ts";
import { Problem } from "./problem.ts";
import { LARGE_ANSWERS } from "./web-server.ts";

export type { Attachment } from "./attachment.ts";
export type { Send } from "./event-stream.ts";

/** A signed-in account. */
export interface Session {
  readonly account_id: number;
  readonly account_uid: string;
  readonly session_id: string;
  readonly kind: "user" | "admin";
}
/** A gateway that has shown its credential. */
export interface GatewayCaller {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly project_id: number;
  readonly serial: string;
}
/** What a call tells of where it comes from. */
export interface Origin {
  readonly address: string;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  /** The IANA name of the `timezone` header (M203); undefined when not sent. */
  readonly timezone: string | undefined;
}
export interface Asked<E extends Endpoint> {
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly origin: Origin;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
export type Incoming<E extends Endpoint> = Asked<E> & { readonly session: Session };
/** What a file is sent with: its bytes, and how many the caller says there are. */
export type Upload<E extends Endpoint> = Omit<Incoming<E>, "body"> & {
  readonly file: Readable;
  readonly announcedBytes: number | undefined;
};
type Handle<A, E extends Endpoint> = (asked: A) => Promise<z.input<E["answer"]>>;

/** Who calls; both throw a Problem when the credential is missing, wrong or expired. */
export interface Doorkeeper {
  readonly session: (origin: Origin, access: "session" | "admin") => Promise<Session>;
  readonly gateway: (origin: Origin) => Promise<GatewayCaller>;
}

/** How domains serve their endpoints. Each throws when the endpoint's `access` is of another kind. */
export interface Serve {
  <E extends Endpoint>(e: E, handle: Handle<Incoming<E>, E>): void;
  /**
   * For answers so large that to check them costs more than to make them: the handler writes the JSON itself, and a test
   * holds it to the contract.
   */
  written<E extends Endpoint>(e: E, handle: (incoming: Incoming<E>) => Promise<string>): void;
  /** For endpoints with access "public". */
  open<E extends Endpoint>(e: E, handle: Handle<Asked<E>, E>): void;
  /** For endpoints with access "gateway". */
  gateway<E extends Endpoint>(e: E, handle: Handle<Asked<E> & { readonly gateway: GatewayCaller }, E>): void;
  /**
   * Server-sent events, each an `answer` of the endpoint. The handler returns what to do when the caller goes.
   */
  stream<E extends Endpoint>(e: E, open: (incoming: Incoming<E>, send: Send) => Promise<() => void>): void;
  /** A file as the body, which the handler reads and limits; one that is no file is refused `request.not_a_file`. */
  upload<E extends Endpoint>(e: E, handle: Handle<Upload<E>, E>): void;
  /** A file as the answer, always as an attachment. */
  download<E extends Endpoint>(e: E, handle: (incoming: Incoming<E>) => Promise<Attachment>): void;
}

/** A file of 20 MB over a line of half a megabit a second. */
const UPLOAD_WITHIN_MS = 300_000;

/** Returns the functions that domains use to serve their endpoints on `app`. */
export function server(app: FastifyInstance, doorkeeper: Doorkeeper): Serve {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  const streamed = eventStreams(app);
  const route = (
    e: Endpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) => {
    app.route({ method: e.method, url: `/api/v1/${e.path}`, handler });
  };
  const serve = <E extends Endpoint>(e: E, handle: Handle<Incoming<E>, E>) => {
    const access = sessionAccess(e);
    route(e, async (request, reply) => {
      const origin = originOf(request);
      const session = await doorkeeper.session(origin, access);
      return encoded(e, await handle({ ...asked(e, request, reply, origin), session }));
    });
  };
  const open: Serve["open"] = (e, handle) => {
    mustBe(e, "public");
    route(e, async (request, reply) => encoded(e, await handle(asked(e, request, reply, originOf(request)))));
  };
  const gateway: Serve["gateway"] = (e, handle) => {
    mustBe(e, "gateway");
    route(e, async (request, reply) => {
      const origin = originOf(request);
      const caller = await doorkeeper.gateway(origin);
      return encoded(e, await handle({ ...asked(e, request, reply, origin), gateway: caller }));
    });
  };
  const stream: Serve["stream"] = (e, start) => {
    const access = sessionAccess(e);
    route(e, async (request, reply) => {
      const origin = originOf(request);
      const session = await doorkeeper.session(origin, access);
      await streamed(reply, (send) => start({ ...asked(e, request, reply, origin), session }, send));
      return reply;
    });
  };
  const written: Serve["written"] = (e, handle) => {
    const access = sessionAccess(e);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const origin = originOf(request);
      const session = await doorkeeper.session(origin, access);
      const text = await handle({ ...asked(e, request, reply, origin), session });
      return reply.type("application/json; charset=utf-8").send(text);
    };
    app.route({ method: e.method, url: `/api/v1/${e.path}`, handler, compress: LARGE_ANSWERS });
  };
  return Object.assign(serve, { written, open, gateway, stream, ...files(app, doorkeeper) });
}

/** How files come and go. An upload has a body of its own kind, so its route stands in a scope of its own. */
function files(app: FastifyInstance, doorkeeper: Doorkeeper): Pick<Serve, "upload" | "download"> {
  const upload: Serve["upload"] = (e, handle) => {
    const access = sessionAccess(e);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const origin = originOf(request);
      const session = await doorkeeper.session(origin, access);
      const file = request.body;
      if (!(file instanceof Readable)) {
        throw new Problem(415, "request.not_a_file", "Send the file itself, as application/octet-stream");
      }
      // What is not read of a refused file is not waited for.
      reply.header("connection", "close");
      const length = Number(request.headers["content-length"] ?? Number.NaN);
      const { body: _none, ...rest } = asked(e, request, reply, origin, "unread");
      const announcedBytes = Number.isFinite(length) ? length : undefined;
      return encoded(e, await handle({ ...rest, session, file, announcedBytes }));
    };
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/octet-stream", (_request, payload, done) =>
        done(null, payload),
      );
      const config = { bodyWithinMs: UPLOAD_WITHIN_MS };
      scope.route({ method: e.method, url: `/api/v1/${e.path}`, handler, config });
    });
  };
  const download: Serve["download"] = (e, handle) => {
    const access = sessionAccess(e);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const origin = originOf(request);
      const session = await doorkeeper.session(origin, access);
      const attachment = await handle({ ...asked(e, request, reply, origin), session });
      return reply.headers(attachmentHeaders(attachment)).send(attachment.content);
    };
    app.route({ method: e.method, url: `/api/v1/${e.path}`, handler });
  };
  return { upload, download };
}

function mustBe(e: Endpoint, access: Endpoint["access"]): void {
  if (e.access !== access) throw new RangeError(`${e.name} is served as ${access} but states ${e.access}`);
}

function sessionAccess(e: Endpoint): "session" | "admin" {
  if (e.access === "session" || e.access === "admin") return e.access;
  throw new RangeError(`${e.name} is served to sessions but states ${e.access}`);
}

function originOf(request: FastifyRequest): Origin {
  const timezone = request.headers["timezone"];
  return {
    address: request.ip,
    authorization: request.headers.authorization,
    userAgent: request.headers["user-agent"]?.slice(0, 400),
    timezone: typeof timezone === "string" ? timezone : undefined,
  };
}

// oxlint-disable-next-line max-params -- what Fastify gives, and what is made of it
function asked<E extends Endpoint>(
  e: E,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: Origin,
  body: "read" | "unread" = "read",
): Asked<E> {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  // E's own types are lost inside a generic function; parsed() has just proved them.
  return {
    query: parsed("query", e.query, request.query),
    body: body === "read" ? parsed("body", e.body, request.body) : undefined,
    origin,
    signal: gone.signal,
  } as Asked<E>;
}

/** The answer as the contract states it; anything else is a bug of ours and answers 500. */
function encoded<E extends Endpoint>(e: E, answer: z.input<E["answer"]>): unknown {
  return e.answer.parse(answer);
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asProblem(error);
  if (refused.status >= 500) request.log.error({ err: error }, "request failed");
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
  };
}

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
  if (isDatabaseGone(error)) {
    return new Problem(
      503,
      "unavailable",
      "The service is not available now, please try again",
      undefined,
      5,
    );
  }
  return new Problem(500, "internal", "Internal error");
}

function parsed<S extends z.ZodType>(part: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(schema.type === "undefined" ? undefined : value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.slice(0, 50).map((issue) => [[part, ...issue.path].join("."), issue.message]),
  );
  throw new Problem(400, "request.invalid", "The request is not valid", fields);
}
