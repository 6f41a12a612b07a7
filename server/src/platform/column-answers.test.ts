import { endpoint } from "@heliograph/contract";
import { zstdDecompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { server, type Doorkeeper } from "./http.ts";
import { Problem } from "./problem.ts";
import { webServer } from "./web-server.ts";

const large = endpoint({
  name: "large",
  method: "GET",
  path: "large",
  summary: "Much",
  answer: z.object({ more: z.string() }),
  encoding: "columns",
});
const doorkeeper: Doorkeeper = {
  session: async ({ authorization }) => {
    if (authorization === undefined) throw new Problem(403, "token.required", "Token is required");
    return { account_id: 1, account_uid: "u", session_id: "s", kind: "user" };
  },
  gateway: async () => {
    throw new Problem(401, "gateway.credential", "Wrong credential");
  },
};

test("an answer of columns goes out as the handler gives it, compressed by what the caller reads", async () => {
  const given = { more: "ab".repeat(2000) };
  const text = JSON.stringify(given);
  const app = await webServer({});
  onTestFinished(() => app.close());
  server(app, doorkeeper)(large, async () => given);
  const ask = (encoding: string) =>
    app.inject({
      url: "/api/v1/large",
      headers: { authorization: "Bearer t", "accept-encoding": encoding },
    });
  const zstd = await ask("gzip, br, zstd");
  expect(zstd.headers).toMatchObject({
    "content-encoding": "zstd",
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(text);
  expect((await ask("gzip, br")).headers["content-encoding"]).toBe("br");
  expect((await ask("identity")).body).toBe(text);
  expect((await app.inject({ url: "/api/v1/large" })).statusCode).toBe(403);
});
