import { endpoint } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { server, type Doorkeeper, type Serve } from "./http.ts";
import { makeLog } from "./log.ts";
import { Problem } from "./problem.ts";
import { site } from "./site.ts";
import { listen, webServer, type WebServerOptions } from "./web-server.ts";

const echo = endpoint({
  name: "echo",
  method: "POST",
  path: "echo",
  summary: "Answers what was said",
  access: "public",
  body: z.object({ text: z.string().min(1) }),
  answer: z.object({ text: z.string() }),
});
const secret = endpoint({
  name: "secret",
  method: "GET",
  path: "secret",
  summary: "For those who are signed in",
  answer: z.object({}),
});
const ticks = endpoint({
  name: "ticks",
  method: "GET",
  path: "ticks",
  summary: "A stream",
  answer: z.object({}),
});

const session = { account_id: 1, account_uid: "u", session_id: "s", kind: "user" } as const;
const doorkeeper: Doorkeeper = {
  session: async ({ authorization }) => {
    if (authorization === undefined) throw new Problem(403, "token.required", "Token is required");
    return session;
  },
  gateway: async () => {
    throw new Problem(401, "gateway.credential", "Wrong credential");
  },
};

async function appWith(
  routes: (serve: Serve) => void,
  options: WebServerOptions = {},
  folder?: URL,
): Promise<FastifyInstance> {
  const app = await webServer(options);
  routes(server(app, doorkeeper));
  await site(app, folder);
  onTestFinished(() => app.close());
  return app;
}

const serveEcho = (serve: Serve) => serve.public(echo, async ({ body }) => ({ text: body.text }));

test("a refusal is a problem that both an RFC 9457 client and a client of the specification can read", async () => {
  const app = await appWith((serve) => serve(secret, async () => ({})));
  const reply = await app.inject({ url: "/api/v1/secret" });
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(reply.json()).toEqual({
    type: "/problems/token.required",
    title: "Token is required",
    status: 403,
    message: "Token is required",
    code: "token.required",
    request_id: reply.headers["x-request-id"],
  });
});

test("input that is not valid is refused with the rule of each field", async () => {
  const app = await appWith(serveEcho);
  const reply = await app.inject({ method: "POST", url: "/api/v1/echo", payload: { text: "" } });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    code: "request.invalid",
    fields: { "body.text": expect.any(String) },
  });
});

test.each([
  { what: "no JSON", payload: "{", type: "application/json", status: 400, code: "request.malformed" },
  { what: "another media type", payload: "<a/>", type: "text/xml", status: 415, code: "request.not_json" },
  {
    what: "too much",
    payload: JSON.stringify({ text: "x".repeat(400_000) }),
    type: "application/json",
    status: 413,
    code: "request.too_large",
  },
])("a body that is $what is refused as such", async ({ payload, type, status, code }) => {
  const app = await appWith(serveEcho);
  const reply = await app.inject({
    method: "POST",
    url: "/api/v1/echo",
    payload,
    headers: { "content-type": type },
  });
  expect(reply.json()).toMatchObject({ status, code });
});

test("a bug answers 500 and tells the caller nothing but the request id", async () => {
  const said: string[] = [];
  const app = await appWith(
    (serve) =>
      serve.public(echo, async () => {
        throw new Error("column password_hash of account 7");
      }),
    { log: makeLog("error", { write: (line) => said.push(line) }) },
  );
  const reply = await app.inject({ method: "POST", url: "/api/v1/echo", payload: { text: "a" } });
  expect(reply.json()).toMatchObject({ status: 500, code: "internal", message: "Internal error" });
  expect(reply.body).not.toContain("password_hash");
  expect(said.join("")).toContain(reply.headers["x-request-id"]);
});

test("a database that is away answers 503 with the time to try again", async () => {
  const app = await appWith((serve) =>
    serve.public(echo, async () => {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    }),
  );
  const reply = await app.inject({ method: "POST", url: "/api/v1/echo", payload: { text: "a" } });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers["retry-after"]).toBe("5");
});

test("an unknown address of the API answers a problem, to a browser too", async () => {
  const app = await appWith(serveEcho);
  for (const accept of ["application/json", "text/html"]) {
    const reply = await app.inject({ url: "/api/v1/nothing", headers: { accept } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: "request.no_such_address", status: 404 });
  }
});

test("the log holds neither credentials nor query strings", async () => {
  const said: string[] = [];
  const app = await appWith(serveEcho, { log: makeLog("info", { write: (line) => said.push(line) }) });
  const headers = { authorization: "Bearer tok-123" };
  await app.inject({
    method: "POST",
    url: "/api/v1/echo?auth_token=tok-456",
    headers,
    payload: { text: "tok-789" },
  });
  app.log.info({ password: "tok-000", body: { refresh_token: "tok-111" } }, "a careless line");
  expect(said.join("")).toContain("/api/v1/echo");
  expect(said.join("")).not.toMatch(/tok-\d/);
});

test("every answer carries the security headers, refusals and files too", async () => {
  const app = await appWith(serveEcho, {}, await builtSite());
  for (const url of ["/", "/api/v1/echo", "/api/v1/nothing", "/assets/app-1a2b.js", "/healthz"]) {
    const { headers } = await app.inject({ url, headers: { accept: "text/html" } });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": expect.stringContaining("script-src 'self';"),
    });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers).not.toHaveProperty("strict-transport-security");
  }
});

test("HTTPS is insisted on only where the caller came by it", async () => {
  const app = await appWith(serveEcho, { trustProxy: ["127.0.0.1"] });
  const forwarded = await app.inject({ url: "/healthz", headers: { "x-forwarded-proto": "https" } });
  expect(forwarded.headers["strict-transport-security"]).toContain("max-age=31536000");
  const plain = await appWith(serveEcho);
  const lied = await plain.inject({ url: "/healthz", headers: { "x-forwarded-proto": "https" } });
  expect(lied.headers).not.toHaveProperty("strict-transport-security");
});

test("an answer of the API is never kept by a cache, and a large one is compressed", async () => {
  const app = await appWith(serveEcho);
  const request = { method: "POST", url: "/api/v1/echo", headers: { "accept-encoding": "br" } } as const;
  const large = await app.inject({ ...request, payload: { text: "ab".repeat(2000) } });
  expect(large.headers).toMatchObject({ "cache-control": "no-store", "content-encoding": "br" });
  const small = await app.inject({ ...request, payload: { text: "ab" } });
  expect(small.headers).not.toHaveProperty("content-encoding");
});

async function builtSite(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Portal</title>");
  await writeFile(join(folder, "assets", "app-1a2b.js"), "plain");
  await writeFile(join(folder, "assets", "app-1a2b.js.br"), "pressed");
  await writeFile(join(folder, ".sources"), "hash");
  return pathToFileURL(`${folder}/`);
}

test("files with a hash in their name are kept for good, the page is asked for again", async () => {
  const app = await appWith(serveEcho, {}, await builtSite());
  const file = await app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "br" } });
  expect(file.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  expect(file.body).toBe("pressed");
  const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
  expect(page.headers["cache-control"]).toBe("no-cache");
});

test("any page address answers the app, a missing file and a hidden one do not", async () => {
  const app = await appWith(serveEcho, {}, await builtSite());
  const page = await app.inject({ url: "/pv/projects/1?tab=2", headers: { accept: "text/html" } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("<title>Portal</title>");
  const asset = await app.inject({ url: "/assets/gone.js", headers: { accept: "text/html" } });
  expect(asset.statusCode).toBe(404);
  expect((await app.inject({ url: "/.sources" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/../package.json" })).statusCode).toBe(404);
});

test("it is ready only when every check passes, and names those that do not", async () => {
  const broker = { up: false };
  const app = await appWith(serveEcho, {
    readyChecks: {
      database: async () => {},
      broker: async () => {
        if (!broker.up) throw new Error("down");
      },
    },
  });
  const waiting = await app.inject({ url: "/readyz" });
  expect([waiting.statusCode, waiting.json()]).toEqual([
    503,
    { status: "not ready", waiting_for: ["broker"] },
  ]);
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  broker.up = true;
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
});

test("a stream keeps what was sent before it stood, and closing the server ends it", async () => {
  const gone: string[] = [];
  const app = await appWith((serve) =>
    serve.stream(ticks, async (_incoming, send) => {
      send("tick", { n: 1 }, "7");
      return () => gone.push("stopped");
    }),
  );
  const port = await listen(app, "127.0.0.1", 58_300 + (process.pid % 1000));
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/ticks`, { headers: { authorization: "x" } });
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  await app.close();
  expect(await reply.text()).toContain('id: 7\nevent: tick\ndata: {"n":1}\n\n');
  expect(gone).toEqual(["stopped"]);
});

test("a stream that is refused answers a problem", async () => {
  const app = await appWith((serve) => serve.stream(ticks, async () => () => {}));
  expect((await app.inject({ url: "/api/v1/ticks" })).json()).toMatchObject({ code: "token.required" });
});

test("an endpoint cannot be served to others than it states", async () => {
  const app = await webServer({});
  onTestFinished(() => app.close());
  const serve = server(app, doorkeeper);
  expect(() => serve.public(secret, async () => ({}))).toThrow(RangeError);
  expect(() => serve.gateway(echo, async () => ({ text: "" }))).toThrow(RangeError);
  expect(() => serve(echo, async () => ({ text: "" }))).toThrow(RangeError);
});

test("a call without a body may name JSON all the same, whatever its method, and broken JSON is still refused", async () => {
  const gone = endpoint({
    name: "gone",
    method: "DELETE",
    path: "gone",
    summary: "Takes something away",
    answer: z.object({ message: z.string() }),
  });
  const app = await appWith((serve) => {
    serve(gone, async () => ({ message: "gone" }));
    serve.public(echo, async ({ body }) => body);
  });
  const headers = { "content-type": "application/json", authorization: "Bearer t" };
  const removed = await app.inject({ method: "DELETE", url: "/api/v1/gone", headers });
  expect([removed.statusCode, removed.json()]).toEqual([200, { message: "gone" }]);
  const empty = await app.inject({ method: "POST", url: "/api/v1/echo", headers });
  expect([empty.statusCode, empty.json().code]).toEqual([400, "request.invalid"]);
  const broken = await app.inject({ method: "POST", url: "/api/v1/echo", headers, payload: "{" });
  expect([broken.statusCode, broken.json().code]).toEqual([400, "request.malformed"]);
  const poisoned = await app.inject({
    method: "POST",
    url: "/api/v1/echo",
    headers,
    payload: '{"text":"a","__proto__":{"admin":true}}',
  });
  expect(poisoned.statusCode).toBe(400);
});

test("a body that does not arrive in time costs the connection, and an upload has more time", async () => {
  const app = await webServer({});
  app.post("/slow", { config: { bodyWithinMs: 100 } }, async () => ({}));
  app.post("/patient", { config: { bodyWithinMs: 10_000 } }, async () => ({}));
  onTestFinished(() => app.close());
  const port = await listen(app, "127.0.0.1", 18_470);
  const dribble = (path: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("close", () => resolve("closed"));
      socket.on("error", () => resolve("closed"));
      socket.on("data", () => resolve("answered"));
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
      socket.write(`${head}{`);
      setTimeout(() => socket.write("}"), 600);
      onTestFinished(() => void socket.destroy());
    });
  expect(await Promise.all([dribble("/slow"), dribble("/patient")])).toEqual(["closed", "answered"]);
});
