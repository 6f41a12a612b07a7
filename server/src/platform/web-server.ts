// The HTTP server before any domain serves on it: limits, request ids, security headers, compression, health.
import { GATEWAY_LIMITS } from "@heliograph/contract";
import compress from "@fastify/compress";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteShorthandOptions } from "fastify";
import { randomUUID } from "node:crypto";
import { constants, createZstdCompress } from "node:zlib";
import type { Logger } from "./log.ts";

/** The largest of all messages is a gateway's; files are uploaded in another way. */
const BODY_LIMIT_BYTES = GATEWAY_LIMITS.messageBytes;
/** A client that dribbles its headers or body holds a socket no longer than this, and the time between two looks. */
const HEADERS_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 2000;
const BODY_WITHIN_MS = 30_000;
/** The longest of any route; each may state its own by `bodyWithinMs`. */
const REQUEST_TIMEOUT_MS = 330_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first and no request meets a closed socket. */
const KEEP_ALIVE_MS = 65_000;
/** Below the usual limit of 65,536 open files, with room for the database and MQTT. */
const MAX_CONNECTIONS = 20_000;
/** Smaller answers fit one packet either way. */
const COMPRESS_FROM_BYTES = 1024;

// The default quality of brotli is meant for files compressed once: it costs 20 times the time for 10 % less.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * How answers of megabytes are compressed: zstd packs them as small as brotli in a quarter of the time, for browsers that
 * read it. The first level does it best: these answers are one pattern ten thousand times.
 */
export const LARGE_ANSWERS: NonNullable<RouteShorthandOptions["compress"]> = {
  encodings: ["zstd", "br", "gzip"],
  zlib: {
    createZstdCompress: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  },
  brotliOptions: BROTLI,
  zlibOptions: { level: 1 },
};

// Neither scripts nor styles may stand in the page: site.ts allows those of the build, by their hashes.
const contentSecurityPolicy = (imageOrigin: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${imageOrigin}`.trimEnd(),
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // Nothing here is for search engines, addresses with keys least of all (rule R31).
  "x-robots-tag": "noindex",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};
declare module "fastify" {
  interface FastifyContextConfig {
    /** Within this time the body must have arrived; else the connection is cut. */
    bodyWithinMs?: number;
  }
}

const ONE_YEAR = "max-age=31536000; includeSubDomains";

/** What is checked before this process counts as ready. Each answers true or throws. */
export type ReadyChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface WebServerOptions {
  readonly log?: Logger;
  /** Proxies whose X-Forwarded headers are believed. */
  readonly trustProxy?: readonly string[];
  /** True when browsers reach the portal by HTTPS although this process is not told so. */
  readonly https?: boolean;
  /** Another origin that images may come from: the tiles of maps. */
  readonly imageOrigin?: string;
  readonly readyChecks?: ReadyChecks;
}

/**
 * Returns a Fastify instance with limits, security headers on every answer, compressed answers, /healthz (the
 * process lives) and /readyz (200 when every check passes, else 503 with the names of those that do not).
 */
export async function webServer(options: WebServerOptions): Promise<FastifyInstance> {
  const log: FastifyBaseLogger | undefined = options.log;
  const app = Fastify({
    ...(log === undefined ? { logger: false } : { loggerInstance: log }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: "idle",
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LOOK_EVERY_MS },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  const security = {
    ...SECURITY_HEADERS,
    "content-security-policy": contentSecurityPolicy(options.imageOrigin ?? ""),
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...security, "x-request-id": request.id });
    if (options.https === true || request.protocol === "https") {
      reply.header("strict-transport-security", ONE_YEAR);
    }
    // What the API answers belongs to one account; the site sets its own rules.
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    if (raw.complete || raw.headers["content-length"] === "0") return;
    const within = request.routeOptions.config.bodyWithinMs ?? BODY_WITHIN_MS;
    const timer = setTimeout(() => raw.destroy(), within);
    for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
  });
  emptyJson(app);
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ["br", "gzip"],
    brotliOptions: BROTLI,
    globalDecompression: false,
  });
  health(app, options.readyChecks ?? {});
  return app;
}

/** Clients name JSON with every request (M203), also with those that have no body: nothing is nothing, not broken JSON. */
function emptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
}

function health(app: FastifyInstance, checks: ReadyChecks): void {
  const quiet = { logLevel: "error" } as const;
  app.get("/healthz", quiet, async () => ({ status: "ok" }));
  app.get("/readyz", quiet, async (_request, reply) => {
    const failed: string[] = [];
    await Promise.all(Object.entries(checks).map(([name, check]) => check().catch(() => failed.push(name))));
    if (failed.length > 0) reply.code(503);
    return failed.length === 0 ? { status: "ok" } : { status: "not ready", waiting_for: failed.toSorted() };
  });
}

/**
 * Listens on the first free port from `wanted` on at `host`; returns that port. Tries twenty, since a port that was
 * free a moment ago may be taken.
 */
export async function listen(app: FastifyInstance, host: string, wanted: number): Promise<number> {
  for (let port = wanted; ; port += 1) {
    try {
      await app.listen({ host, port });
      return port;
    } catch (error) {
      const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!inUse || port >= Math.min(wanted + 19, 65_535)) throw error;
    }
  }
}
