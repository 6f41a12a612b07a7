import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ServerData } from "./api.ts";

/** A name on a server, and a query of it whose calls are answered when told, each with what the name was when it was asked. */
function served(name: string) {
  const now = { name };
  const answers: (() => void)[] = [];
  const query = queryOptions({
    queryKey: ["name"],
    queryFn: () => {
      const answer = now.name;
      return new Promise<string>((resolve) => answers.push(() => resolve(answer)));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { now, answers, query };
}

test("what was asked before a change and comes after it is asked for anew, and the change waits for that", async () => {
  const { now, answers, query } = served("old");
  const queries = new ServerData();
  const shown: (string | undefined)[] = [];
  const leave = new QueryObserver(queries, query).subscribe(({ data }) => shown.push(data));
  now.name = "new";
  const renewed = queries.invalidateQueries({ queryKey: ["name"] });
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await renewed;
  expect(shown.filter((data) => data !== undefined)).toContain("old");
  expect(shown.at(-1)).toBe("new");
  expect(answers).toHaveLength(2);
  leave();
});

test("of two changes while one call is on its way the answer is asked for anew once, after both", async () => {
  const { now, answers, query } = served("first");
  const queries = new ServerData();
  const observer = new QueryObserver(queries, query);
  const leave = observer.subscribe(() => {});
  const renewed = ["second", "third"].map((name) => {
    now.name = name;
    return queries.invalidateQueries();
  });
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await Promise.all(renewed);
  expect(observer.getCurrentResult().data).toBe("third");
  expect(answers).toHaveLength(2);
  leave();
});

test("what a loader asked before a change is asked for anew by the screen that shows it", async () => {
  const { now, answers, query } = served("old");
  const queries = new ServerData();
  const loaded = queries.ensureQueryData(query);
  now.name = "new";
  const renewed = queries.invalidateQueries();
  answers[0]?.();
  expect(await loaded).toBe("old");
  await renewed;
  expect(answers).toHaveLength(1);
  const observer = new QueryObserver(queries, query);
  const leave = observer.subscribe(() => {});
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await expect.poll(() => observer.getCurrentResult().data).toBe("new");
  leave();
});

test("of what is shown and stale the call on its way is ended and begun anew, and what is refused stays so", async () => {
  const { now, answers, query } = served("first");
  const queries = new ServerData({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(queries, query);
  const leave = observer.subscribe(() => {});
  answers[0]?.();
  await expect.poll(() => observer.getCurrentResult().data).toBe("first");
  void observer.refetch();
  now.name = "second";
  const renewed = queries.invalidateQueries();
  expect(answers).toHaveLength(3);
  answers[2]?.();
  answers[1]?.();
  await renewed;
  expect(observer.getCurrentResult().data).toBe("second");
  leave();

  const refused = queries.fetchQuery({
    queryKey: ["refused"],
    queryFn: () => Promise.reject(new Error("No")),
  });
  void refused.catch(() => {});
  await queries.invalidateQueries({ queryKey: ["refused"] });
  await expect(refused).rejects.toThrow("No");
  expect(queries.getQueryState(["refused"])?.data).toBeUndefined();
});
