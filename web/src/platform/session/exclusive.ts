// One task at a time across the tabs of this browser.

/** A lease older than this belongs to a tab that is gone. */
const LEASE_MS = 15_000;
const POLL_MS = 60;

/**
 * Runs `task` while no other tab of this browser runs one of the same name, and returns its result.
 * Uses Web Locks; where they are missing (plain http on a name other than localhost) a lease in local storage,
 * which two tabs that start in the same millisecond may both take.
 */
export async function exclusive<T>(name: string, task: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return await navigator.locks.request(name, task);
  const key = `lock:${name}`;
  const mine = crypto.getRandomValues(new Uint32Array(2)).join("-");
  while (!(await take(key, mine))) await pause(POLL_MS);
  try {
    return await task();
  } finally {
    if (localStorage.getItem(key)?.startsWith(mine) === true) localStorage.removeItem(key);
  }
}

async function take(key: string, mine: string): Promise<boolean> {
  const [, until = "0"] = localStorage.getItem(key)?.split(" ") ?? [];
  if (Number(until) > Date.now()) return false;
  localStorage.setItem(key, `${mine} ${Date.now() + LEASE_MS}`);
  await pause(POLL_MS / 2);
  return localStorage.getItem(key)?.startsWith(mine) ?? false;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
