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

/** Where index.html has the texts of its page named, and where its other files. */
const TEXTS = "<!-- texts -->";
const FILES = "<!-- files -->";

/** Returns the handler that sends index.html with what the addressed page will need named in it. */
function pageOf(folder: URL): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const index = withFirstStyles(readFileSync(new URL("index.html", folder), "utf8"), folder);
  const allowed = { scripts: hashesOf(index, "script"), styles: hashesOf(index, "style") };
  const hints = pageHints(folder);
  return (request, reply) => {
    allow(reply, allowed);
    const { texts, files } = hints(pathOf(request));
    const html = index.replace(TEXTS, () => texts).replace(FILES, () => files);
    return reply.code(200).header("cache-control", ASK_AGAIN).type("text/html; charset=utf-8").send(html);
  };
}

/**
 * The page with its first styles in it: a browser paints what stands in the page at once, and not when a file has come that
 * waits its turn among thirty. The link stays, disabled and so never fetched: the app's loader sees by it that they are there.
 */
const withFirstStyles = (page: string, folder: URL): string =>
  page.replace(/<link rel="stylesheet"([^>]* href="\/([^"]+)">)/, (_link, rest: string, file: string) => {
    const styles = readFileSync(new URL(file, folder), "utf8").trim();
    return `<style>${styles}</style><link rel="stylesheet" disabled${rest}`;
  });

/** The hashes, as the content security policy writes them, of the elements of this name that stand in a page itself. */
function hashesOf(page: string, name: "script" | "style"): string[] {
  return [...page.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, "g"))].map(
    ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
  );
}

/** Allows the scripts and styles of these hashes beside those from this server; any other that stands in the page stays forbidden. */
function allow(reply: FastifyReply, of: { scripts: readonly string[]; styles: readonly string[] }): void {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  reply.header(
    "content-security-policy",
    policy
      .replace("script-src 'self'", ["script-src 'self'", ...of.scripts].join(" "))
      .replace("style-src 'self'", ["style-src 'self'", ...of.styles].join(" ")),
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
