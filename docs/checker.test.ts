import { expect, test } from "vitest";
import { checkerSources, STATEMENT_CHECKER } from "../server/src/domains/registry/heads/checker-sources.ts";
import { checkerHash } from "../web/checker-sources.ts";

test("R45: the pages and the command line name the checker of statements by the same hash", async () => {
  const { hash, built } = await checkerSources(STATEMENT_CHECKER);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(checkerHash()).toBe(hash);
  expect(built).toMatch(/^20\d\d-\d\d-\d\d$/);
});
