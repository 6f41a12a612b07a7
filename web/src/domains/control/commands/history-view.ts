// What the address says of the history of commands.
import { COMMAND_STATES, type CommandState } from "@heliograph/contract/control/commands";
import type { CommandsWanted } from "./command-queries.ts";

/** True where the whole history is shown. */
export const isHistoryIn = (search: URLSearchParams): boolean => search.get("history") === "1";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (search: URLSearchParams, name: string) => {
  const value = search.get(name) ?? "";
  return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
};
const stateIn = (value: string | null): CommandState | null =>
  COMMAND_STATES.find((state) => state === value) ?? null;

/** What the history is narrowed to; what the address cannot mean is left out. */
export function historyIn(search: URLSearchParams): CommandsWanted {
  const page = Number(search.get("page") ?? "1");
  const gateway = search.get("gateway");
  return {
    state: stateIn(search.get("state")),
    gateway: gateway === null || gateway === "" ? null : gateway,
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address with the change; another filter begins with its first page. */
export function withWanted(search: URLSearchParams, change: Partial<CommandsWanted>): URLSearchParams {
  const next = new URLSearchParams(search);
  if (change.page === undefined) next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The address without the history. */
export function withoutHistory(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["history", "state", "gateway", "from", "to", "page"]) next.delete(name);
  return next;
}
