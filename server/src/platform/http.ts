// The only module that knows Fastify: parse, call, encode, refuse.
import type { Endpoint, ProblemBody } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import { attachmentHeaders, type Attachment } from "./attachment.ts";
import { eventStreams, type Send } from "./event-stream.ts";
import { isDatabaseGone } from "./postgres/database-gone.ts";
import { unavailable, type DatabaseWatch } from "./postgres/database-watch.ts";
import { Problem } from "./problem.ts";
import { parsed } from "./parsed.ts";
import { LARGE_ANSWERS } from "./web-server.ts";

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
interface Request<E extends Endpoint> {
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly origin: Origin;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
type SessionRequest<E extends Endpoint> = Request<E> & { readonly session: Session };
/** What a file is sent with: its bytes, and how many the caller says there are. */
export type Upload<E extends Endpoint> = Omit<SessionRequest<E>, "body"> & {
  readonly file: Readable;
  readonly announcedBytes: number | undefined;
};
type Handle<R, E extends Endpoint> = (request: R) => Promise<z.input<E["answer"]>>;

/** Who calls; both throw a Problem when the credential is missing, wrong or expired. */
export interface Doorkeeper {
  readonly session: (origin: Origin, access: "session" | "admin") => Promise<Session>;
  readonly gateway: (origin: Origin) => Promise<GatewayCaller>;
}

/** How domains serve their endpoints. Each throws when the endpoint's `access` is of another kind. */
export interface Serve {
  <E extends Endpoint>(e: E, handle: Handle<SessionRequest<E>, E>): void;
  /** For endpoints with access "public". */
  public<E extends Endpoint>(e: E, handle: Handle<Request<E>, E>): void;
  /** For endpoints with access "gateway". */
  gateway<E extends Endpoint>(
    e: E,
    handle: Handle<Request<E> & { readonly gateway: GatewayCaller }, E>,
  ): void;
  /**
   * Server-sent events, each an `answer` of the endpoint. The handler returns what to do when the caller goes.
   */
  stream<E extends Endpoint>(
    e: E,
    open: (request: SessionRequest<E>, send: Send) => Promise<() => void>,
  ): void;
  /** A file as the body, which the handler reads and limits; one that is no file is refused `request.not_a_file`. */
  upload<E extends Endpoint>(e: E, handle: Handle<Upload<E>, E>): void;
  /** A file as the answer, always as an attachment. */
  download<E extends Endpoint>(e: E, handle: (request: SessionRequest<E>) => Promise<Attachment>): void;
}

/** A file of 20 MB over a line of half a megabit a second. */
const UPLOAD_WITHIN_MS = 300_000;

/** What a route is made of: who calls, and how the call is answered once it was read. */
interface Route<E extends Endpoint, C> {
  /** Throws a Problem when the credential is missing, wrong or expired. */
  readonly caller: (origin: Origin) => Promise<C>;
  readonly respond: (request: Request<E> & C, http: Exchange) => Promise<unknown>;
}
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

declare module "fastify" {
  interface FastifyInstance {
    /** As in DatabaseWatch. */
    whileDatabaseAnswers: DatabaseWatch["whileItAnswers"];
  }
}

/**
 * Returns the functions that domains use to serve their endpoints on `app`. `whileItAnswers` ends calls that wait for a
 * database that does not answer.
 */
export function server(
  app: FastifyInstance,
  doorkeeper: Doorkeeper,
  whileItAnswers: DatabaseWatch["whileItAnswers"] = (work) => work(),
): Serve {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.decorate("whileDatabaseAnswers", whileItAnswers);
  const streamed = eventStreams(app);
  const bySession = (e: Endpoint) => sessionOf(doorkeeper, e);
  const serve = <E extends Endpoint>(e: E, handle: Handle<SessionRequest<E>, E>) =>
    route(app, e, { caller: bySession(e), respond: answers(e, handle) });
  const open: Serve["public"] = (e, handle) => {
    mustBe(e, "public");
    route(app, e, { caller: async () => ({}), respond: answers(e, handle) });
  };
  const gateway: Serve["gateway"] = (e, handle) => {
    mustBe(e, "gateway");
    route(app, e, {
      caller: async (origin) => ({ gateway: await doorkeeper.gateway(origin) }),
      respond: answers(e, handle),
    });
  };
  const stream: Serve["stream"] = (e, start) =>
    route(app, e, {
      caller: bySession(e),
      respond: async (request, { reply }) => {
        await streamed(reply, (send) => start(request, send));
        return reply;
      },
    });
  return Object.assign(serve, { public: open, gateway, stream, ...files(app, doorkeeper) });
}

/** How files come and go. */
function files(app: FastifyInstance, doorkeeper: Doorkeeper): Pick<Serve, "upload" | "download"> {
  const download: Serve["download"] = (e, handle) =>
    route(app, e, {
      caller: sessionOf(doorkeeper, e),
      respond: async (request, { reply }) => {
        const attachment = await handle(request);
        return reply.headers(attachmentHeaders(attachment)).send(attachment.content);
      },
    });
  const upload: Serve["upload"] = (e, handle) => {
    const caller = sessionOf(doorkeeper, e);
    const respond = answers(e, handle);
    // An upload has a body of its own kind, so its route stands in a scope of its own.
    void app.register(async (scope) => {
      // What is not read of a refused file is not waited for.
      scope.addHook("onRequest", async (_request, reply) => void reply.header("connection", "close"));
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/octet-stream", (_request, payload, done) =>
        done(null, payload),
      );
      route(
        scope,
        { ...e, body: z.undefined() },
        {
          caller,
          respond: async ({ body: _none, ...rest }, http) =>
            respond({ ...rest, ...fileOf(http.request) }, http),
        },
        { config: { bodyWithinMs: UPLOAD_WITHIN_MS } },
      );
    });
  };
  return { upload, download };
}

/** Registers the endpoint's route: who calls, what is asked, the answer. */
// oxlint-disable-next-line max-params -- where, what, how, and what Fastify is to know besides
function route<E extends Endpoint, C>(
  app: FastifyInstance,
  e: E,
  { caller, respond }: Route<E, C>,
  options: RouteShorthandOptions = e.encoding === "columns" ? { compress: LARGE_ANSWERS } : {},
): void {
  app.route({
    ...options,
    method: e.method,
    url: `/api/v1/${e.path}`,
    handler: async (request, reply) => {
      const origin = originOf(request);
      return app.whileDatabaseAnswers(async () => {
        const who = await caller(origin);
        return respond({ ...read(e, { request, reply }, origin), ...who }, { request, reply });
      });
    },
  });
}

/** What the handler answers, as the endpoint's encoding has it. What is not as the contract states is a bug of ours: 500. */
function answers<E extends Endpoint, R>(e: E, handle: Handle<R, E>) {
  return async (request: R, { reply }: Exchange): Promise<unknown> => {
    const answer = await handle(request);
    if (e.encoding === "json") return e.answer.parse(answer);
    return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
  };
}

/** The file that is sent. Throws 415 `request.not_a_file` where none is. */
function fileOf(request: FastifyRequest): Pick<Upload<Endpoint>, "file" | "announcedBytes"> {
  const file = request.body;
  if (!(file instanceof Readable)) {
    throw new Problem(415, "request.not_a_file", "Send the file itself, as application/octet-stream");
  }
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  return { file, announcedBytes: Number.isFinite(length) ? length : undefined };
}

/** Tells whose session a call comes with. */
function sessionOf(doorkeeper: Doorkeeper, e: Endpoint): (origin: Origin) => Promise<{ session: Session }> {
  const { access } = e;
  if (access !== "session" && access !== "admin") {
    throw new RangeError(`${e.name} is served to sessions but states ${access}`);
  }
  return async (origin) => ({ session: await doorkeeper.session(origin, access) });
}

function mustBe(e: Endpoint, access: Endpoint["access"]): void {
  if (e.access !== access) throw new RangeError(`${e.name} is served as ${access} but states ${e.access}`);
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

/** What is asked, as the contract states it. Throws 400 `request.invalid` with the rule by field. */
function read<E extends Endpoint>(e: E, { request, reply }: Exchange, origin: Origin): Request<E> {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  // E's own types are lost inside a generic function; parsed() has just proved them.
  return {
    query: parsed("query", e.query, request.query),
    body: parsed("body", e.body, request.body),
    origin,
    signal: gone.signal,
  } as Request<E>;
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
    return unavailable();
  }
  return new Problem(500, "internal", "Internal error");
}
