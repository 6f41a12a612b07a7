import { tmpdir } from "node:os";
import { join } from "node:path";
import { api, apiByDomain, appConfig } from "@heliograph/contract";
import { onTestFinished, expect, test } from "vitest";
import { freshPools } from "../testing/test-kit.ts";
import { build } from "./app.ts";
import { startIngest, startLive } from "./domains/telemetry/index.ts";
import { fileStore } from "./platform/files.ts";
import { startListener } from "./platform/listener.ts";
import { Problem } from "./platform/problem.ts";
import { openApi } from "./platform/openapi.ts";

const nobody = async () => {
  throw new Problem(403, "token.required", "Token is required");
};

async function app() {
  const pools = await freshPools();
  const ingest = startIngest({ pools, url: pools.url });
  const listener = startListener(pools.url);
  const live = await startLive({ db: pools.db, listener });
  const made = await build({
    pools,
    ingest,
    live,
    files: fileStore(join(tmpdir(), "heliograph-no-files")),
    imports: fileStore(join(tmpdir(), "heliograph-no-imports")),
    documents: fileStore(join(tmpdir(), "heliograph-no-documents")),
    mail: {
      smtpUrl: undefined,
      from: "portal@test.example",
      outbox: join(tmpdir(), "heliograph-no-outbox"),
      documents: fileStore(join(tmpdir(), "heliograph-no-documents")),
    },
    firmware: { store: fileStore(join(tmpdir(), "heliograph-no-firmware")), keys: {}, origin: null },
    doorkeeper: { session: nobody, gateway: nobody },
    settings: appConfig.parse({}),
  });
  onTestFinished(async () => {
    await made.close();
    await live.stop();
    await ingest.stop();
    await listener.stop();
  });
  await made.ready();
  return made;
}

test("every endpoint of the contract is served", async () => {
  const served = await app();
  const missing = api.filter((e) => !served.hasRoute({ method: e.method, url: `/api/v1/${e.path}` }));
  expect(missing.map((e) => e.name)).toEqual([]);
});

test("no endpoint but the public ones answers a caller without a credential", async () => {
  const served = await app();
  const closed = api.filter((e) => e.access !== "public");
  const answers = await Promise.all(
    closed.map(async (e) => {
      const { statusCode } = await served.inject({ method: e.method, url: `/api/v1/${e.path}` });
      return [e.name, statusCode];
    }),
  );
  expect(answers).toEqual(closed.map((e) => [e.name, 403]));
});

test("OpenAPI lists every endpoint once, under its own name", () => {
  const listed = Object.values(openApi("portal", apiByDomain).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(listed.toSorted()).toEqual(api.map(({ name }) => name).toSorted());
});

test("OpenAPI says which parameters must be given: the server refuses a call without them, and no other", () => {
  const operations = Object.values(openApi("portal", apiByDomain).paths).flatMap((all) => Object.values(all));
  const live = operations.find(({ operationId }) => operationId === "liveEvents");
  expect(live?.parameters.map(({ name, required }) => [name, required])).toEqual([
    ["project_uid", false],
    ["arrivals_of", false],
    ["commands", false],
    ["notices", false],
  ]);
  for (const e of api) {
    const { parameters = [] } = operations.find(({ operationId }) => operationId === e.name) ?? {};
    const told = parameters.filter(({ required }) => required).map(({ name }) => name);
    // A rule over several parameters ("projects, or notices") makes none of them one that must be given.
    const issues = e.query.safeParse({}).error?.issues.filter(({ code }) => code !== "custom") ?? [];
    const refused = issues.map(({ path }) => String(path[0]));
    if (parameters.length > 0) expect([e.name, told]).toEqual([e.name, [...new Set(refused)]]);
  }
});

test("the document and its readable page are served, and the page needs no script and no style of its own", async () => {
  const served = await app();
  const document = await served.inject({ url: "/api/openapi.json" });
  expect(document.json()).toMatchObject({ openapi: "3.1.0" });
  const page = await served.inject({ url: "/api/docs", headers: { accept: "text/html" } });
  expect(page.headers["content-type"]).toContain("text/html");
  for (const e of api) expect(page.body).toContain(`<section id="${e.name}">`);
  expect(page.body).not.toMatch(/<script|<style|style=|https?:\/\/(?!127\.0\.0\.1)/);
  const sheet = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body)?.[1] ?? "";
  const style = await served.inject({ url: sheet });
  expect([style.statusCode, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  expect(style.body).toContain("color-scheme");
});
