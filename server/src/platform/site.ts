// The built web app: files, their cache rules, and index.html for every address that the app itself resolves.
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pageHints } from "./page-hints.ts";
import { problemBody } from "./refusals.ts";
import { noSuchAddress } from "./problem.ts";

/** Names of built files hold a hash of their content, so a browser never has to ask again. */
const FOREVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

/**
 * Serves the files of `folder` (with their .br and .gz beside them, where the caller takes those), and its index.html
 * for any other GET of a page. What is neither answers 404 as a problem. Without a built app only the API is served.
 */
export async function site(app: FastifyInstance, folder: URL | undefined): Promise<void> {
  const built = folder !== undefined && existsSync(new URL("index.html", folder));
  let page: ReturnType<typeof pageOf> | undefined;
  if (built) {
    page = pageOf(folder);
    await app.register(fastifyStatic, {
      root: fileURLToPath(folder),
      preCompressed: true,
      cacheControl: false,
      dotfiles: "ignore",
      wildcard: true,
      index: false,
      // The page is not sent as it lies there: it is made for its address.
      allowedPath: (path) => !/^\/(index\.html(\.\w+)?)?$/.test(path),
      setHeaders: (reply, path) => {
        reply.header("cache-control", /[\\/]assets[\\/]/.test(path) ? FOREVER : ASK_AGAIN);
      },
    });
  }
  app.setNotFoundHandler((request, reply) =>
    page !== undefined && isPage(request) ? page(request, reply) : notFound(request, reply),
  );
}

/** Where index.html has the files of its page named. */
const HINTS = "<!-- preload -->";

/** Returns the handler that sends index.html with what the addressed page will need named in its head. */
function pageOf(folder: URL): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const index = readFileSync(new URL("index.html", folder), "utf8");
  const allowed = hashesOf(index);
  const hints = pageHints(folder);
  return (request, reply) => {
    allowScripts(reply, allowed);
    const html = index.replace(HINTS, () => hints(pathOf(request)));
    return reply.code(200).header("cache-control", ASK_AGAIN).type("text/html; charset=utf-8").send(html);
  };
}

/** The hashes, as the content security policy writes them, of the scripts that stand in a page itself. */
function hashesOf(page: string): string[] {
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

/** Allows the scripts of these hashes beside those from this server; any other that stands in the page stays forbidden. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  reply.header(
    "content-security-policy",
    policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(" ")),
  );
}

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** True for a browser that wants a page, which is neither the API's nor a missing file's address. */
function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const wantsPage = (request.headers.accept ?? "").includes("text/html");
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    wantsPage &&
    !/^\/(api|assets)(\/|$)/.test(path)
  );
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).type("application/problem+json").send(problemBody(noSuchAddress(), request.id));
}
