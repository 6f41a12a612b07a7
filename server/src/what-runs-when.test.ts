import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allWork, type Task } from "./platform/jobs/jobs.ts";
import { fileStore } from "./platform/files.ts";
import { USUAL_NOTICES } from "./domains/notices/index.ts";
import { work } from "./work.ts";

const ROOT = new URL("../../", import.meta.url);
const tasks: readonly Task[] = allWork(
  work(
    { files: fileStore("none"), imports: fileStore("none"), documents: fileStore("none") },
    {
      rollOuts: { origin: null, silent_ms: 0, clean_ms: 0 },
      product: "",
      push: { contact: "", allow: [] },
      webhooks: { allow: [], product: "" },
      notices: USUAL_NOTICES,
      ledger: "none",
      heads: { file: "none", webhook: null },
      authority: null,
      demo: true,
      mail: { smtpUrl: undefined, from: "", outbox: "none", documents: fileStore("none") },
    },
  ),
).map(({ task }) => task);

/** The rows of the tables below the heading, as their cells. */
async function rowsUnder(heading: string): Promise<string[][]> {
  const text = await readFile(new URL("docs/what-runs-when.md", ROOT), "utf8");
  const [, part = ""] = text.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [own = ""] = part.split(/^#+ /m);
  return own
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (-|What|File)/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** How a task starts by itself, as the page says it. */
function often({ starts }: Task): string {
  const ways = [
    ...(starts.atStart === true ? ["at start"] : []),
    ...(starts.everySeconds === undefined ? [] : [`every ${starts.everySeconds} s`]),
    ...(starts.cron === undefined ? [] : [`\`${starts.cron}\``]),
  ];
  return ways.length === 0 ? "with each cause" : ways.join(", ");
}

test("every task of the runner has its row, with how often it starts and its queue, and every row its task", async () => {
  const rows = (await rowsUnder("Tasks")).map(([what = "", , howOften, lock]) =>
    [/^`([^`]+)`/.exec(what)?.[1] ?? what, howOften, lock].join(" | "),
  );
  const wanted = tasks.map((task) =>
    [task.name, often(task), task.queue === null ? "–" : `queue \`${task.queue}\``].join(" | "),
  );
  expect(rows.toSorted()).toEqual(wanted.toSorted());
});

test("every file of the server with a timer stands as an exception, and none that has none", async () => {
  const folder = new URL("server/src/", ROOT);
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const withTimer: string[] = [];
  for (const name of names) {
    const text = await readFile(new URL(name, folder), "utf8");
    if (
      /\b(setInterval|setTimeout|delay)\(|timers\/promises.*/.test(text.replaceAll(/.*setImmediate.*/g, ""))
    ) {
      withTimer.push(`server/src/${name.replaceAll("\\", "/")}`);
    }
  }
  const named = (await rowsUnder("Files with timers")).map(([file = ""]) => file.replaceAll("`", ""));
  expect(named.toSorted()).toEqual(withTimer.toSorted());
});

test("names of tasks are their domain's, and each is stated once", () => {
  const names = tasks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+\.[a-z-]+$/);
});
