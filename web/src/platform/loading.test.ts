import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { startIn } from "./loading.ts";

test("of what a loader starts at a time each query is asked in a task of its own, in order", async () => {
  const seen: string[] = [];
  const start = startIn(new QueryClient());
  const of = (name: string) => ({
    queryKey: [name],
    queryFn: () => {
      seen.push(name);
      return name;
    },
  });
  const first = start(of("first"));
  setTimeout(() => seen.push("what waits meanwhile"));
  const second = start(of("second"));
  expect(seen).toEqual([]);
  expect([await first, await second]).toEqual(["first", "second"]);
  expect(seen).toEqual(["first", "what waits meanwhile", "second"]);
});

test("what is refused is undefined to the loader, and asked again by the screen", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const refused = startIn(queries)({
    queryKey: ["refused"],
    queryFn: () => Promise.reject(new Error("refused")),
  });
  await expect(refused).resolves.toBeUndefined();
  expect(queries.getQueryState(["refused"])?.data).toBeUndefined();
});
