// Between Fastify and the domains: parse, call, encode, refuse.
import { isHeavy, type Endpoint } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import { attachmentHeaders, type Attachment } from "./attachment.ts";
import { eventStreams } from "./event-stream.ts";
import type {
  Doorkeeper,
  GatewayCaller,
  Handle,
  Origin,
  Request,
  Serve,
  Session,
  SessionRequest,
  Upload,
} from "./http-types.ts";
import type { CallLimits } from "./limits/call-limits.ts";
import { asBegun, withKey } from "./limits/key-reach.ts";
import { heavyReads, type HeavyReads } from "./limits/heavy-reads.ts";
import { streamPlaces } from "./limits/stream-places.ts";
import type { DatabaseWatch } from "./postgres/database-watch.ts";
import { Problem } from "./problem.ts";
import { longJson } from "./long-json.ts";
import { parsed } from "./parsed.ts";
import { refuseCall } from "./refusals.ts";
import { LARGE_ANSWERS } from "./web-server.ts";

export type { Send } from "./event-stream.ts";
export type * from "./http-types.ts";

/** A file of 20 MB over a line of half a megabit a second. */
const UPLOAD_WITHIN_MS = 300_000;

/** What a route is made of: who calls, and how the call is answered once it was read. */
interface Route<E extends Endpoint, C> {
  /** Throws a Problem when the credential is missing, wrong or expired. */
  readonly caller: (origin: Origin) => Promise<C>;
  readonly respond: (request: Request<E> & C, http: Exchange) => Promise<unknown>;
}
/** Who calls, where somebody has to show who they are. */
interface Caller {
  readonly session?: Session;
  readonly gateway?: GatewayCaller;
}
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What keeps callers from taking the server from each other. */
export interface Guards {
  /** Ends calls that wait for a database that does not answer; without it they wait as long as their statements may. */
  readonly whileDatabaseAnswers?: DatabaseWatch["whileItAnswers"];
  /** Without them calls are not counted. Gateways have a guard and lanes of their own. */
  readonly calls?: CallLimits;
  /** By default those of this machine's cores. */
  readonly heavy?: HeavyReads;
}

declare module "fastify" {
  interface FastifyInstance {
    guards: Guards & Required<Pick<Guards, "whileDatabaseAnswers" | "heavy">>;
  }
}

/** Returns the functions that domains use to serve their endpoints on `app`. */
export function server(app: FastifyInstance, doorkeeper: Doorkeeper, guards: Guards = {}): Serve {
  app.setErrorHandler((error, request, reply) => refuseCall(error, request, reply));
  app.decorate("guards", { whileDatabaseAnswers: (work) => work(), heavy: heavyReads(), ...guards });
  const streamed = eventStreams(app);
  const placeFor = streamPlaces();
  const bySession = (e: Endpoint) => sessionOf(app, doorkeeper, e);
  const serve = <E extends Endpoint>(e: E, handle: Handle<SessionRequest<E>, E>) =>
    route(app, e, { caller: bySession(e), respond: inTurn(app, e, answers(e, handle)) });
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
        await streamed(reply, async (send) => {
          const leave = placeFor(request.session.account_id);
          const stop = await start(request, send).catch((error: unknown) => {
            leave();
            throw error;
          });
          return () => {
            leave();
            stop();
          };
        });
        return reply;
      },
    });
  return Object.assign(serve, { public: open, gateway, stream, ...files(app, doorkeeper) });
}

/** How files come and go. */
function files(
  app: FastifyInstance,
  doorkeeper: Doorkeeper,
): Pick<Serve, "upload" | "download" | "publicDownload"> {
  const download: Serve["download"] = (e, handle) =>
    route(app, e, {
      caller: sessionOf(app, doorkeeper, e),
      respond: async (request, { reply }) => {
        const attachment = await inTurn(app, e, handle)(request);
        return reply
          .headers(attachmentHeaders(attachment))
          .send(fileContent(app, request, { e, attachment }));
      },
    });
  const publicDownload: Serve["publicDownload"] = (e, handle) => {
    mustBe(e, "public");
    route(app, e, {
      caller: async () => ({}),
      respond: async (request, { reply }) => {
        const attachment = await handle(request);
        const { content } = attachment;
        return reply
          .headers(attachmentHeaders(attachment))
          .send(content instanceof Readable ? content : Readable.from(content));
      },
    });
  };
  const upload: Serve["upload"] = (e, handle) => {
    const caller = sessionOf(app, doorkeeper, e);
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
  return { upload, download, publicDownload };
}

/** Registers the endpoint's route: who calls, what is asked, the answer. */
// oxlint-disable-next-line max-params -- where, what, how, and what Fastify is to know besides
function route<E extends Endpoint, C extends Caller>(
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
      if (e.access !== "gateway") app.guards.calls?.ofAddress(origin.address);
      return app.guards.whileDatabaseAnswers(async () => {
        const who = await caller(origin);
        const asked = { ...read(e, { request, reply }, origin), ...who };
        return withKey(who.session?.key, () => respond(asked, { request, reply }));
      });
    },
  });
}

/** The handler, waiting for the account's turn where what is asked is heavy. */
function inTurn<E extends Endpoint, M extends unknown[], R>(
  app: FastifyInstance,
  e: E,
  handle: (request: SessionRequest<E>, ...more: M) => Promise<R>,
): typeof handle {
  if (e.heavyFromDays === null) return handle;
  return (request, ...more) =>
    isHeavy(e, request.query)
      ? app.guards.heavy.inTurn(readerOf(request), () => handle(request, ...more))
      : handle(request, ...more);
}

/** The bytes of a file; those of a heavy one are made in turns. */
function fileContent<E extends Endpoint>(
  app: FastifyInstance,
  request: SessionRequest<E>,
  { e, attachment: { content } }: { e: E; attachment: Attachment },
): Readable {
  const isMade = isHeavy(e, request.query) && !(content instanceof Readable);
  if (isMade) return Readable.from(asBegun(app.guards.heavy.pieces(readerOf(request), content)));
  return content instanceof Readable ? content : Readable.from(asBegun(content));
}

const readerOf = ({ session, signal }: SessionRequest<Endpoint>) => ({
  account_id: session.account_id,
  signal,
});

/** What the handler answers, as the endpoint's encoding has it. What is not as the contract states is a bug of ours: 500. */
function answers<E extends Endpoint, R>(e: E, handle: Handle<R, E>) {
  return async (request: R, { reply }: Exchange): Promise<unknown> => {
    const answer = await handle(request);
    const checked: unknown = e.encoding === "json" ? e.answer.parse(answer) : answer;
    return reply.type("application/json; charset=utf-8").send(await longJson(checked));
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

/** Tells whose session a call comes with, and counts it. */
function sessionOf(
  app: FastifyInstance,
  doorkeeper: Doorkeeper,
  e: Endpoint,
): (origin: Origin) => Promise<{ session: Session }> {
  const { access } = e;
  if (access !== "session" && access !== "admin" && access !== "platform") {
    throw new RangeError(`${e.name} is served to sessions but states ${access}`);
  }
  return async (origin) => {
    const session = await doorkeeper.session(origin, e);
    app.guards.calls?.ofAccount(session.account_id);
    app.guards.heavy.heard(session.account_id);
    return { session };
  };
}

function mustBe(e: Endpoint, access: Endpoint["access"]): void {
  if (e.access !== access) throw new RangeError(`${e.name} is served as ${access} but states ${e.access}`);
}

function originOf(request: FastifyRequest): Origin {
  const timezone = request.headers["timezone"];
  return {
    // A caller that has left already comes from nowhere.
    address: request.raw.socket.remoteAddress === undefined ? "" : request.ip,
    authorization: request.headers.authorization,
    userAgent: request.headers["user-agent"]?.slice(0, 400),
    host: request.host,
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
