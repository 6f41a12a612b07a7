import { expect, test, vi } from "vitest";
import { freshBrowser } from "../../testing/test-kit.tsx";
import { exclusive } from "./exclusive.ts";

freshBrowser();

/** Runs two tasks at once and returns the order of their beginnings and ends. */
async function order(): Promise<string[]> {
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    log.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([exclusive("x", task("a")), exclusive("x", task("b"))]);
  expect(results).toEqual(["a", "b"]);
  return log;
}

test("where the browser has no locks, a lease lets one task run after the other", async () => {
  expect("locks" in navigator).toBe(false);
  const log = await order();
  expect(log.map((line) => line.split(" ")[1])).toEqual(["begins", "ends", "begins", "ends"]);
  expect(localStorage).toHaveLength(0);
});

test("the lease of a tab that is gone does not last", async () => {
  localStorage.setItem("lock:x", `gone ${Date.now() - 1}`);
  expect(await exclusive("x", () => Promise.resolve("done"))).toBe("done");
});

test("a task that fails gives the lease back", async () => {
  await expect(exclusive("x", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(localStorage).toHaveLength(0);
});

test("the browser's own locks are used where it has them", async () => {
  const request = vi.fn((_name: string, task: () => Promise<string>) => task());
  vi.stubGlobal("navigator", { locks: { request } });
  expect(await exclusive("x", () => Promise.resolve("done"))).toBe("done");
  expect(request).toHaveBeenCalledWith("x", expect.any(Function));
});
